#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/output.h"
#include "io/files.h"
#include "web/reader.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::Json;

constexpr std::size_t longest_file = 64 << 20;
constexpr unsigned most_threads = 8;

struct ExtractOptions {
  std::vector<std::string> files;
  std::string url;
  bool json = false;
};

// What is said of one file: its lines for stdout, or why it could not be read.
struct Outcome {
  std::string out;
  std::string error;
};

Json image_json(const web::ArticleImage& image) {
  Json json{{"src", image.src},
            {"alt", image.alt},
            {"caption", image.caption},
            {"position", image.position}};
  if (image.width > 0) json["width"] = image.width;
  if (image.height > 0) json["height"] = image.height;
  return json;
}

std::string json_line(const std::string& file, const web::Article& article) {
  Json json{{"file", file},
            {"url", article.url},
            {"title", article.title},
            {"author", article.author},
            {"publisher", article.publisher}};
  json["published"] = article.published ? Json(article.published->to_string()) : Json(nullptr);
  json["modified"] = article.modified ? Json(article.modified->to_string()) : Json(nullptr);
  json["language"] = article.language;
  json["text"] = web::text_with_links(article);
  json["images"] = Json::array();
  for (const auto& image : article.images) json["images"].push_back(image_json(image));
  json["extractor"] = article.extractor;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// For people: the title as a heading, what is known of the page, and its text.
std::string readable(const web::Article& article) {
  std::string text;
  if (!article.title.empty()) text += "# " + article.title + "\n\n";
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text.append(name).append(": ").append(value).append("\n");
  };
  line("URL", article.url);
  line("Author", article.author);
  line("Publisher", article.publisher);
  line("Published", article.published ? article.published->to_string() : "");
  line("Modified", article.modified ? article.modified->to_string() : "");
  line("Language", article.language);
  line("Images", article.images.empty() ? "" : std::to_string(article.images.size()));
  if (!text.empty() && !text.ends_with("\n\n")) text += '\n';
  return text + web::text_with_links(article) + "\n";
}

Outcome extract_one(web::Reader& reader, const std::string& file, const ExtractOptions& options) {
  try {
    const std::string bytes = io::read_file(file, longest_file);
    const auto type = web::media_type_of(file, std::string_view(bytes).substr(0, 512));
    if (!type) throw web::Unreadable("neither HTML, text, Markdown nor PDF");
    const auto article = reader.read(*type, bytes, {options.url, {}});
    return {options.json ? json_line(io::shown(file), article) : readable(article), {}};
  } catch (const web::Unreadable& error) {
    return {{}, io::shown(file) + ": " + error.what()};
  } catch (const core::InputError& error) {
    return {{}, error.what()};
  }
}

// Prints outcomes in the order of the files, each as soon as those before it are there.
class OrderedOutput {
 public:
  explicit OrderedOutput(const ExtractOptions& options) : options_(options) {}

  void put(std::size_t index, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(outcome));
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; ++next_) {
      print(it->first, it->second);
      it = waiting_.erase(it);
    }
  }
  bool failed() const { return failed_; }

 private:
  void print(std::size_t index, const Outcome& outcome) {
    std::string out = outcome.out;
    if (!outcome.error.empty()) {
      failed_ = true;
      std::fprintf(stderr, "assay: %s\n", outcome.error.c_str());
      if (options_.json && options_.files.size() > 1)
        out = Json{{"file", io::shown(options_.files[index])}, {"error", outcome.error}}.dump() +
              "\n";
    } else if (!options_.json && options_.files.size() > 1) {
      out = "==> " + io::shown(options_.files[index]) + " <==\n" + out + "\n";
    }
    cli::print(out);
    flush();
  }

  const ExtractOptions& options_;
  std::mutex mutex_;
  std::map<std::size_t, Outcome> waiting_;
  std::size_t next_ = 0;
  bool failed_ = false;
};

int extract_command(const ExtractOptions& options) {
  if (!options.url.empty() && options.files.size() > 1)
    throw core::UsageError("--url says where one page came from; give it with one file only");
  OrderedOutput output(options);
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      web::Reader reader(program_path());
      for (auto i = next++; i < options.files.size(); i = next++)
        output.put(i, extract_one(reader, options.files[i], options));
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = options.files.size();
    }
  };
  const auto threads = std::min<std::size_t>(
      options.files.size(), std::clamp(std::thread::hardware_concurrency(), 1u, most_threads));
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
  return output.failed() ? 1 : 0;
}

}  // namespace

void add_extract(Commands& commands) {
  auto options = std::make_shared<ExtractOptions>();
  auto* command = commands.app.add_subcommand(
      "extract",
      "Reads pages (HTML, text, Markdown, PDF): title, author, date, language, main text, images");
  command->add_option("file", options->files, "Files to read")->required()->type_name("FILE");
  command->add_option("--url", options->url, "Where the page came from (with one file)")
      ->type_name("URL");
  command->add_flag("--json", options->json, "One JSON object for each file, a line each");
  command->footer(
      "Example:\n  assay extract page.html\n  assay extract archive/*.html --json > "
      "articles.jsonl");
  command->callback(
      [options, &run = commands.run] { run = [options] { return extract_command(*options); }; });
}

}  // namespace assay::cli
