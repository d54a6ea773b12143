#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/error.h"
#include "cli/config.h"
#include "cli/download_progress.h"
#include "cli/models_commands.h"
#include "cli/models_folder.h"
#include "cli/output.h"
#include "io/download.h"
#include "io/files.h"
#include "io/http_text.h"
#include "io/run_to_end.h"
#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using core::UsageError;

struct PullArguments {
  std::string name;
  std::string out;
  std::string sha256;
  std::string config;
};

// One file of a hub and where it goes.
struct Wanted {
  std::string repo;
  std::string file;
  std::string as;  // name of the file here
  std::string sha256;
  std::string known_from;  // where the checksum is from
};

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::ranges::all_of(text, is_hex);
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Steps of a path, none of which leads anywhere else, of letters that need no escape in a URL.
bool is_plain_path(std::string_view path) {
  if (path.empty() || path.size() > 500 || path.front() == '/' || path.back() == '/') return false;
  for (std::size_t at = 0; at <= path.size();) {
    const auto end = std::min(path.find('/', at), path.size());
    const auto step = path.substr(at, end - at);
    if (step.empty() || step.front() == '.') return false;
    at = end + 1;
  }
  return std::ranges::all_of(path, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._/").find(c) != std::string_view::npos;
  });
}

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

std::vector<Wanted> named_in_hub(const std::string& text) {
  const auto rest = text.substr(3);
  const auto colon = rest.find(':');
  Wanted wanted;
  wanted.repo = rest.substr(0, colon);
  if (colon != std::string::npos) wanted.file = rest.substr(colon + 1);
  if (!is_plain_path(wanted.repo) || std::ranges::count(wanted.repo, '/') != 1 ||
      !is_plain_path(wanted.file))
    throw UsageError("a file of a hub is named hf:OWNER/NAME:FILE, not \"" +
                     io::one_line(text, 100) + "\"");
  wanted.as = base_name(wanted.file);
  return {wanted};
}

std::vector<Wanted> named_in_catalogue(const std::string& name, const models::Catalogue& all) {
  const auto* model = all.find_download(name);
  if (model == nullptr) {
    std::string known;
    for (const auto& one : all.models())
      if (one.download) known += (known.empty() ? "" : ", ") + one.name;
    throw UsageError("no known model \"" + io::one_line(name, 100) +
                     "\" can be fetched; there are " + known + ", and hf:OWNER/NAME:FILE");
  }
  const auto& file = *model->download;
  if (!is_plain_path(file.repo) || !is_plain_path(file.file) ||
      (!file.mmproj.empty() && !is_plain_path(file.mmproj)))
    throw core::InputError("the catalogue names a file for " + model->name +
                           " that is no plain path");
  std::vector<Wanted> wanted{{file.repo, file.file, base_name(file.file), file.sha256,
                              file.sha256.empty() ? "" : "the catalogue"}};
  // The vision part by the model's name: many are called alike.
  if (!file.mmproj.empty())
    wanted.push_back({file.repo, file.mmproj, "mmproj-" + base_name(file.file), "", ""});
  return wanted;
}

std::vector<Wanted> wanted_files(const PullArguments& arguments, const models::Catalogue& all) {
  auto wanted = arguments.name.starts_with("hf:") ? named_in_hub(arguments.name)
                                                  : named_in_catalogue(arguments.name, all);
  if (!arguments.sha256.empty()) {
    wanted.front().sha256 = lower(arguments.sha256);
    wanted.front().known_from = "--sha256";
    if (!is_sha256(wanted.front().sha256)) throw UsageError("--sha256 must be 64 hex digits");
  }
  return wanted;
}

fs::path default_folder() {
  auto folder = models_folder();
  if (folder.empty()) throw UsageError("where to? Name a folder with --out");
  return folder;
}

std::vector<io::HttpHeader> headers() {
  const char* token = std::getenv("ASSAY_HUB_TOKEN");
  if (token == nullptr || *token == '\0') return {};
  return {{"Authorization", std::string("Bearer ") + token, true}};
}

// What the hub says of the file itself before it sends on to where the bytes are.
asio::awaitable<void> ask_hub(io::HttpClient& client, io::DownloadRequest& request,
                              std::string& known_from) {
  io::HttpRequest head;
  head.method = "HEAD";
  head.url = request.url;
  head.headers = request.headers;
  head.limits.total = std::chrono::seconds(30);
  try {
    io::HttpResponse response = co_await client.send(std::move(head));
    std::string tag(response.header("X-Linked-Etag").value_or(""));
    std::erase(tag, '"');
    if (request.sha256.empty() && is_sha256(tag)) {
      request.sha256 = tag;
      known_from = "the hub";
    }
    const std::string size(response.header("X-Linked-Size").value_or(""));
    const bool digits = !size.empty() && size.size() < 16 &&
                        size.find_first_not_of("0123456789") == std::string::npos;
    if (digits) request.size = std::stoull(size);
  } catch (const io::HttpFailure&) {  // the download itself will say so
  }
}

asio::awaitable<io::Downloaded> pull_one(io::HttpClient& client, io::DownloadRequest request,
                                         std::string& known_from) {
  co_await ask_hub(client, request, known_from);
  io::Downloaded done = co_await io::download(client, std::move(request));
  co_return done;
}

io::Downloaded pull_one(const std::string& hub, const fs::path& folder, Wanted& wanted) {
  DownloadDisplay display(wanted.as);
  io::DownloadRequest request;
  request.url = hub + "/" + wanted.repo + "/resolve/main/" + wanted.file;
  request.headers = headers();
  request.target = folder / wanted.as;
  request.sha256 = wanted.sha256;
  request.progress = [&display](const io::DownloadProgress& progress) { display.update(progress); };
  asio::io_context loop(1);
  io::HttpClient client(loop.get_executor());
  return io::run_to_end(loop, pull_one(client, std::move(request), wanted.known_from));
}

int pull(const PullArguments& arguments) {
  const auto config = load_config(arguments.config, models::system_environment());
  auto files = wanted_files(arguments, catalogue(config));
  if (!config.hub)
    throw UsageError(
        "no hub is set: give the address of one in the environment variable ASSAY_HUB_URL, or as "
        "hub = \"https://…\" in assay.toml");
  const fs::path folder = arguments.out.empty() ? default_folder() : fs::path(arguments.out);
  std::string spec = "llama:";
  for (auto& file : files) {
    const auto done = pull_one(*config.hub, folder, file);
    const auto path = (folder / file.as).string();
    print(io::shown(path) + "  " + retrieval::readable_bytes(done.bytes) + "  sha256 " +
          done.sha256 +
          (file.known_from.empty() ? "  (compared with nothing: none is known)"
                                   : "  (as " + file.known_from + " says)") +
          (done.was_there ? "  was there already" : "") + "\n");
    spec += (spec.back() == ':' ? "" : "+") + path;
  }
  if (spec.ends_with(".gguf")) print("use it as --model " + io::shown(spec) + "\n");
  flush();
  return 0;
}

}  // namespace

void add_models_pull(CLI::App& models, Commands& commands) {
  auto arguments = std::make_shared<PullArguments>();
  auto* command = models.add_subcommand("pull", "Fetch a model's file from a hub");
  command
      ->add_option("NAME", arguments->name,
                   "a model that `assay models list --json` names a download for, or "
                   "hf:OWNER/NAME:FILE")
      ->required()
      ->type_name("");
  command
      ->add_option("--out", arguments->out,
                   "folder (default: assay/models in $XDG_DATA_HOME or ~/.local/share)")
      ->type_name("DIR");
  command->add_option("--sha256", arguments->sha256, "checksum that the file must have")
      ->type_name("HEX");
  command->add_option("--config", arguments->config, "an assay.toml (default: ./assay.toml)")
      ->type_name("FILE");
  command->footer(
      "The hub's address is ASSAY_HUB_URL, or `hub` in assay.toml; a token for it, where one is\n"
      "needed, ASSAY_HUB_TOKEN. What was cut off is taken up again by the same command.\n\n"
      "Examples:\n"
      "  assay models pull SmolLM2-135M-Instruct\n"
      "  assay models pull hf:ggml-org/gemma-3-4b-it-GGUF:gemma-3-4b-it-Q4_K_M.gguf --out models");
  command->callback(
      [arguments, &commands] { commands.run = [arguments] { return pull(*arguments); }; });
}

}  // namespace assay::cli
