#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
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
#include "cli/config.h"
#include "cli/output.h"
#include "cli/web_desk.h"
#include "io/clock.h"
#include "io/files.h"
#include "io/pool.h"
#include "io/run_to_end.h"
#include "io/when_all.h"
#include "tools/web/page_loader.h"
#include "web/fetch/media_type.h"
#include "web/reader.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::Json;

constexpr std::size_t longest_file = 64 << 20;
constexpr unsigned most_threads = 8;

struct ExtractOptions {
  std::vector<std::string> files;  // and addresses
  std::string url;
  std::string config;
  WebFlags web;
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

Outcome outcome_of(const std::string& name, const web::Article& article,
                   const ExtractOptions& options) {
  return {options.json ? json_line(name, article) : readable(article), {}};
}

Outcome extract_file(web::Reader& reader, const std::string& file, const ExtractOptions& options) {
  try {
    const std::string bytes = io::read_file(file, longest_file);
    const auto type = web::media_type_of(file, std::string_view(bytes).substr(0, 512));
    if (!type) throw web::Unreadable("neither HTML, text, Markdown nor PDF");
    return outcome_of(io::shown(file), reader.read(*type, bytes, {options.url, {}}), options);
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

bool is_address(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

// As a check reads it. By value: a stored coroutine.
boost::asio::awaitable<Outcome> extract_address(const tools::WebMeans* means, std::string url,
                                                const ExtractOptions* options) {
  Outcome outcome;
  try {
    const auto page = co_await tools::load_page(*means, url);
    outcome = outcome_of(io::shown(url), page.article, *options);
  } catch (const web::FetchFailure& failure) {
    outcome.error = failure.what();
  } catch (const web::Unreadable& failure) {
    outcome.error = io::shown(url) + ": " + failure.what();
  }
  co_return outcome;
}

// All addresses among the names, many at the same time; each but once.
void extract_addresses(const ExtractOptions& options, OrderedOutput& output) {
  constexpr std::size_t at_once = 32;
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < options.files.size(); ++i)
    if (is_address(options.files[i])) places[options.files[i]].push_back(i);
  if (places.empty()) return;
  const auto config = load_config(options.config, models::system_environment());
  boost::asio::io_context loop(1);
  const io::SystemClock clock;
  io::Pool pool(most_threads);
  const WebDesk desk(loop.get_executor(), config, options.web, pool, clock);
  const auto put = [&](std::string url) -> boost::asio::awaitable<int> {
    const Outcome outcome = co_await extract_address(desk.means().get(), url, &options);
    for (const auto place : places.at(url)) output.put(place, outcome);
    co_return 0;
  };
  std::vector<boost::asio::awaitable<int>> all;
  for (const auto& name : options.files)
    if (const auto found = places.find(name);
        found != places.end() && &options.files[found->second.front()] == &name)
      all.push_back(put(name));
  for (auto& outcome : io::run_to_end(loop, io::when_all(std::move(all), at_once))) outcome.get();
}

int extract_command(const ExtractOptions& options) {
  if (!options.url.empty() && options.files.size() > 1)
    throw core::UsageError("--url says where one page came from; give it with one file only");
  OrderedOutput output(options);
  extract_addresses(options, output);
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      web::Reader reader(program_path());
      for (auto i = next++; i < options.files.size(); i = next++)
        if (!is_address(options.files[i]))
          output.put(i, extract_file(reader, options.files[i], options));
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
  command->add_option("file", options->files, "Files and addresses to read")
      ->required()
      ->type_name("URL|FILE");
  command->add_option("--url", options->url, "Where the page came from (with one file)")
      ->type_name("URL");
  command->add_option("--config", options->config, "an assay.toml (default: ./assay.toml)")
      ->type_name("FILE");
  command->add_flag("--offline", options->web.offline, "Pages from the cache alone, however old");
  command->add_flag("--allow-private-hosts", options->web.private_hosts,
                    "Also from addresses inside this machine's networks");
  command->add_flag("--browser-no-sandbox", options->web.browser_no_sandbox,
                    "Render pages also where the browser's sandbox does not work");
  command->add_flag("--json", options->json, "One JSON object for each file, a line each");
  command->footer(
      "Examples:\n  assay extract page.html\n  assay extract https://example.org/article\n  assay "
      "extract archive/*.html --json > "
      "articles.jsonl");
  command->callback(
      [options, &run = commands.run] { run = [options] { return extract_command(*options); }; });
}

}  // namespace assay::cli
