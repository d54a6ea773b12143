#pragma once
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/loopback_server.h"

namespace assay::test {

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
    Reply reply;
    if (asked.target.starts_with("/search?")) {
      auto results = nlohmann::json::array();
      if (asked.target.find("pageno=1") != std::string::npos)
        for (const auto& url : results_(asked.target))
          results.push_back({{"url", url}, {"title", "A result"}, {"content", "words"}});
      reply.body = nlohmann::json{{"results", results}}.dump();
      reply.headers.emplace_back("Content-Type", "application/json");
      return reply;
    }
    const auto page = pages_.find(asked.target);
    reply.status = page == pages_.end() ? 404 : 200;
    if (page != pages_.end()) reply.body = page->second;
    reply.headers.emplace_back("Content-Type", "text/html; charset=utf-8");
    return reply;
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
