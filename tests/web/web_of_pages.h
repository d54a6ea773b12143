#pragma once
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "support/loopback_server.h"
#include "web/fetch/fetcher.h"

namespace assay::web {

inline test::Reply says(std::string body, const std::string& type = "text/html; charset=UTF-8",
                        int status = 200) {
  test::Reply reply;
  reply.status = status;
  reply.body = std::move(body);
  reply.headers.emplace_back("Content-Type", type);
  return reply;
}

inline test::Reply sends_on(const std::string& to, int status = 302) {
  test::Reply reply = says("", "text/html", status);
  reply.headers.emplace_back("Location", to);
  return reply;
}

// What the work throws; nothing where it throws nothing.
template <class Work>
std::optional<FetchFailure> failure_of(const Work& work) {
  try {
    work();
  } catch (const FetchFailure& error) {
    return error;
  }
  return std::nullopt;
}

// A web of pages by their whole addresses, reached through a proxy, so that any host has them.
class WebOfPages : public testing::Test {
 protected:
  WebOfPages()
      : web_([this](const test::Asked& asked) {
          const auto page = pages_.find(asked.target);
          return page == pages_.end() ? says("no such page", "text/html", 404) : page->second;
        }) {}

  std::size_t asked(const std::string& url) const {
    std::size_t count = 0;
    for (const auto& one : web_.asked()) count += one.target == url ? 1 : 0;
    return count;
  }

  std::map<std::string, test::Reply> pages_;
  test::LoopbackServer web_;
};

}  // namespace assay::web
