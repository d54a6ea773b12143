#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/loopback_server.h"
#include "support/support.h"

namespace assay::test {

inline Reply says(std::string body, const std::string& type = "text/html; charset=utf-8",
                  int status = 200) {
  Reply reply;
  reply.status = status;
  reply.body = std::move(body);
  reply.headers.emplace_back("Content-Type", type);
  return reply;
}

inline Reply sends_on(const std::string& to) {
  auto reply = says("", "text/html", 302);
  reply.headers.emplace_back("Location", to);
  return reply;
}

// What SearXNG says where these are the results: all of them on the first page.
inline Reply search_answer(const Asked& asked, const std::vector<std::string>& urls) {
  auto results = nlohmann::json::array();
  if (asked.target.find("pageno=1") != std::string::npos)
    for (const auto& url : urls)
      results.push_back({{"url", url}, {"title", "A result"}, {"content", "words"}});
  return says(nlohmann::json{{"results", results}}.dump(), "application/json");
}

// The values of a record's entries of that type, in their order.
inline std::vector<nlohmann::json> record_values(const std::filesystem::path& run,
                                                 const std::string& type) {
  std::vector<nlohmann::json> all;
  std::istringstream lines(read(run / "record.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    const auto entry = nlohmann::json::parse(line);
    if (entry.at("type") == type) all.push_back(entry.at("value"));
  }
  return all;
}

// What the searches of a record left out, and why, by address.
inline std::map<std::string, std::string> excluded_sources(const std::filesystem::path& run) {
  std::map<std::string, std::string> all;
  for (const auto& result : record_values(run, "tool_result"))
    for (const auto& one : result.value("excluded", nlohmann::json::array()))
      all[one.at("source").at("url")] = one.at("reason");
  return all;
}

// A web of a few pages, whatever their hosts, with a search service: one server, which a program
// uses as SearXNG and as its proxy.
class SmallWeb {
 public:
  using Results = std::function<std::vector<std::string>(const std::string& target)>;

  // `results`: the addresses that a search finds, by its target (`/search?q=…`).
  SmallWeb(std::map<std::string, std::string> pages, Results results)
      : pages_(std::move(pages)),
        results_(std::move(results)),
        server_([this](const Asked& asked) { return answer(asked); }) {}

  // The lines of assay.toml by which the program finds it.
  std::string configuration(const std::string& more_of_web = "") const {
    return "[search]\nprovider = \"searxng\"\nurls = { searxng = \"" + server_.url() +
           "\" }\n[web]\nproxy = \"" + server_.url() + "\"\npause = 0\n" + more_of_web;
  }
  std::size_t asked_count() const { return server_.asked_count(); }

 private:
  Reply answer(const Asked& asked) const {
    if (asked.target.starts_with("/search?")) return search_answer(asked, results_(asked.target));
    const auto page = pages_.find(asked.target);
    return page == pages_.end() ? says("", "text/html", 404) : says(page->second);
  }

  std::map<std::string, std::string> pages_;
  Results results_;
  LoopbackServer server_;
};

// The environment of a program that is to have a cache of its own, no keys and no proxy but that of
// its configuration.
inline std::vector<std::string> web_environment(const std::string& cache) {
  return {"XDG_CACHE_HOME=" + cache,
          "SERPER_API_KEY=",
          "BRAVE_API_KEY=",
          "GOOGLE_API_KEY=",
          "http_proxy=",
          "https_proxy=",
          "all_proxy="};
}

// A page with boilerplate around the paragraphs.
inline std::string article_page(const std::string& title, const std::string& publisher,
                                const std::vector<std::string>& paragraphs) {
  std::string body;
  for (const auto& paragraph : paragraphs) body += "<p>" + paragraph + "</p>";
  return "<html lang='en'><head><title>" + title +
         "</title><meta property='og:site_name' content='" + publisher +
         "'><meta property='article:published_time' content='2019-05-01'></head><body><nav><a "
         "href='/'>Home</a></nav><article><h1>" +
         title + "</h1>" + body + "</article><footer>All rights are ours</footer></body></html>";
}

}  // namespace assay::test
