#include "models/providers/payload.h"
#include "language/lines.h"

#include <openssl/evp.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace assay::models {

std::string base64(std::string_view bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  if (bytes.size() > most) throw std::invalid_argument("an image of more than a gigabyte");
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a zero byte
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                   reinterpret_cast<const unsigned char*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string only_text(const Message& message) {
  std::string text;
  for (const auto& part : message.parts) {
    const auto* one = std::get_if<TextPart>(&part);
    if (one == nullptr) throw std::invalid_argument("an image where only text may be");
    text += one->text;
  }
  return text;
}

bool has_images(const ChatRequest& chat) {
  for (const auto& message : chat.messages)
    for (const auto& part : message.parts)
      if (std::holds_alternative<ImagePart>(part)) return true;
  return false;
}

std::string system_text(const ChatRequest& chat) {
  std::string all;
  for (const auto& message : chat.messages) {
    if (message.role != Role::system) continue;
    if (!all.empty()) all += "\n\n";
    all += only_text(message);
  }
  return all;
}

core::Json schema_json(const AnswerSchema& schema) {
  auto json = core::Json::parse(schema.json, nullptr, false);
  if (!json.is_object())
    throw std::invalid_argument("the schema " + schema.name + " is no JSON object");
  return json;
}

namespace {

// Does the text hold more objects and arrays than that?
bool holds_more_parts(std::string_view json, std::size_t most) {
  std::size_t parts = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size() && parts <= most; ++i) {
    const char c = json[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (!in_text && (c == '{' || c == '[')) ++parts;
  }
  return parts > most;
}

}  // namespace

core::Json parse_body(const std::string& body) {
  // At the end of each part, the parser walks over all of the list that it stands in.
  constexpr std::size_t most_parts = 20'000;
  if (holds_more_parts(body, most_parts)) return core::Json(core::Json::value_t::discarded);
  constexpr int deepest = 100;
  constexpr std::size_t most_members = 1000;
  std::vector<std::size_t> members;  // of the object at each depth so far
  const auto keep = [&](int depth, core::Json::parse_event_t event, const core::Json&) {
    using Event = core::Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      members.resize(static_cast<std::size_t>(depth) + 1);
      members.push_back(0);
      return depth < deepest;
    }
    if (event != Event::key) return true;
    const auto at = static_cast<std::size_t>(depth);
    return at < members.size() && ++members[at] <= most_members;
  };
  return core::Json::parse(body, keep, false);
}

std::string dump(const core::Json& json) {
  return json.dump(-1, ' ', false, core::Json::error_handler_t::replace);
}

const core::Json& member(const core::Json& json, const char* key) {
  static const core::Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(key);
  return found == json.end() ? none : *found;
}

std::string text_of(const core::Json& json) {
  return json.is_string() ? json.get<std::string>() : std::string();
}

std::int64_t count_of(const core::Json& json) {
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()} / 8;
    return static_cast<std::int64_t>(std::min(number, most));
  }
  return 0;  // the parser reads every whole number of 0 or more as unsigned
}

std::string endpoint(const std::string& base, const std::string& path) {
  const auto query = base.find_first_of("?#");
  std::string front = base.substr(0, query);
  while (front.ends_with('/')) front.pop_back();
  std::string back = query == std::string::npos ? "" : base.substr(query);
  if (const auto fragment = back.find('#'); fragment != std::string::npos) back.resize(fragment);
  return front + path + back;
}

void mark_empty(ChatAnswer& answer) {
  if (answer.finish == Finish::complete && language::is_blank(answer.text))
    answer.finish = Finish::empty;
}

}  // namespace assay::models
