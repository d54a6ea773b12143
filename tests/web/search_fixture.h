#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/http_client.h"
#include "support/await.h"
#include "support/fake_pauses.h"
#include "support/loopback_server.h"
#include "web/make_search_providers.h"
#include "web/search_failure.h"

namespace assay::web {

using nlohmann::json;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;

// 2026-11-30T12:00:00Z.
class FixedClock : public io::Clock {
 public:
  core::Timestamp now() const override { return {1'796'040'000'000}; }
};

inline Reply reply_of(const json& body, int status = 200) {
  Reply reply;
  reply.status = status;
  reply.body = body.dump();
  reply.headers.emplace_back("Content-Type", "application/json");
  return reply;
}

// The parameters of an address, unescaped.
inline std::map<std::string, std::string> parameters_of(const std::string& target) {
  std::map<std::string, std::string> parameters;
  auto rest = target.substr(std::min(target.find('?') + 1, target.size()));
  while (!rest.empty()) {
    const auto end = std::min(rest.find('&'), rest.size());
    const auto pair = rest.substr(0, end);
    rest = rest.substr(std::min(end + 1, rest.size()));
    std::string value;
    for (std::size_t i = pair.find('=') + 1; i < pair.size(); ++i) {
      if (pair[i] != '%') {
        value += pair[i];
        continue;
      }
      value += static_cast<char>(std::stoi(pair.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
    parameters[pair.substr(0, pair.find('='))] = value;
  }
  return parameters;
}

inline std::string path_of_target(const std::string& target) {
  return target.substr(0, target.find('?'));
}

// Services on loopback, each with a key that no message may show.
class SearchTest : public testing::Test {
 protected:
  SearchTest() {
    for (const auto* name : {"SERPER_API_KEY", "BRAVE_API_KEY", "GOOGLE_API_KEY"})
      variables_[name] = "sk-secret";
    variables_["GOOGLE_CSE_ID"] = "engine-1";
  }

  SearchMeans means() {
    SearchMeans means{client_, clock_};
    means.pauses = pauses_;
    means.environment = [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      return found == variables_.end() ? std::nullopt : std::optional(found->second);
    };
    return means;
  }
  SearchProviders make(const SearchSettings& settings) {
    return make_search_providers(settings, means());
  }
  // With that service, and no other, for all that it can, at the server.
  SearchProviders make(const std::string& service, const LoopbackServer& server) {
    SearchSettings settings;
    settings.urls[service] = server.url();
    const auto is = [&](SearchRole role) {
      const auto able = search_services(role);
      return std::ranges::find(able, service) != able.end();
    };
    settings.provider = is(SearchRole::web) ? service : "none";
    settings.reverse = is(SearchRole::reverse) ? service : "none";
    settings.factcheck = is(SearchRole::factcheck) ? service : "none";
    return make(settings);
  }

  static SearchQuery query(SearchKind kind = SearchKind::web, std::size_t results = 10) {
    SearchQuery query;
    query.kind = kind;
    query.words = "moon landing";
    query.results = results;
    return query;
  }
  SearchAnswer search(const std::string& service, const LoopbackServer& server, SearchQuery query) {
    const auto provider = make(service, server).web;
    return test::await(loop_, provider->search(std::move(query)));
  }

  // The failure, which names no key.
  template <class Work>
  SearchFailure failure(Work work) {
    try {
      work();
    } catch (const SearchFailure& e) {
      EXPECT_EQ(std::string(e.what()).find("secret"), std::string::npos) << e.what();
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
      return e;
    }
    ADD_FAILURE() << "no failure";
    return {SearchFailure::Kind::refused, ""};
  }

  boost::asio::io_context loop_{1};
  std::shared_ptr<io::HttpClient> client_ = std::make_shared<io::HttpClient>(loop_.get_executor());
  std::shared_ptr<test::FakePauses> pauses_ = std::make_shared<test::FakePauses>();
  FixedClock clock_;
  std::map<std::string, std::string> variables_;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace assay::web
