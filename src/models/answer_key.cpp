#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "io/sha256.h"
#include "models/answer_cache.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;

// Changes with whatever is hashed, so that older answers are found no more.
constexpr const char* form = "assay answer 1";

std::string exact(double number) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.17g", number);
  return text.data();
}

void add_parts(const Message& message, io::Sha256& hash) {
  hash.add_field(std::to_string(message.parts.size()));
  for (const auto& part : message.parts) {
    if (const auto* text = std::get_if<TextPart>(&part)) {
      hash.add_field("text").add_field(text->text);
      continue;
    }
    const auto& image = std::get<ImagePart>(part);
    hash.add_field("image").add_field(image.media_type).add_field(*image.bytes);
  }
}

std::string role_name(Role role) {
  if (role == Role::system) return "system";
  return role == Role::assistant ? "assistant" : "user";
}

std::string without_user(std::string url) {
  const auto host = url.find("://");
  if (host == std::string::npos) return url;
  const auto end = url.find_first_of("/?#", host + 3);
  const auto at = url.rfind('@', end);
  if (at != std::string::npos && at > host) url.erase(host + 3, at + 1 - (host + 3));
  return url;
}

// Size and time, as a file of gigabytes can't be hashed before each run.
std::string file_identity(const std::string& file) {
  if (file.empty()) return {};
  std::error_code error;
  const auto path = fs::weakly_canonical(file, error);
  const auto size = fs::file_size(file, error);
  if (error) return file;
  const auto time = fs::last_write_time(file, error);
  return path.string() + "\n" + std::to_string(size) + "\n" +
         std::to_string(time.time_since_epoch().count());
}

}  // namespace

std::string model_identity(const ModelSpec& spec) {
  io::Sha256 hash;
  hash.add_field(to_string(spec.backend)).add_field(spec.name).add_field(without_user(spec.url));
  hash.add_field(file_identity(spec.file)).add_field(file_identity(spec.mmproj));
  return hash.hex();
}

std::string answer_key(std::string_view model, const ChatRequest& request) {
  const auto& options = request.options;
  io::Sha256 hash;
  hash.add_field(form).add_field(model);
  hash.add_field(exact(options.temperature)).add_field(exact(options.top_p));
  hash.add_field(std::to_string(options.max_tokens)).add_field(std::to_string(options.repeat));
  hash.add_field(options.schema ? "schema" : "");
  if (options.schema) hash.add_field(options.schema->name).add_field(options.schema->json);
  hash.add_field(std::to_string(request.messages.size()));
  for (const auto& message : request.messages) {
    hash.add_field(role_name(message.role));
    add_parts(message, hash);
  }
  return hash.hex();
}

}  // namespace assay::models
