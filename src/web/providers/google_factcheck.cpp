#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "models/providers/payload.h"
#include "web/providers/collector.h"
#include "web/providers/paging.h"
#include "web/providers/providers.h"
#include "web/result_date.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::member;
using models::text_of;

constexpr std::size_t longest_words = 1000;
constexpr std::size_t page_size = 50;
// The service knows no end date, so that what is too late makes further pages necessary.
constexpr int most_pages = 5;
constexpr std::size_t longest_token = 2000;
constexpr std::size_t most_excluded = 200;

// Makes an answer of the pages, each review once.
class Reviews {
 public:
  Reviews(FactCheckQuery query, core::Timestamp now) : query_(std::move(query)), now_(now) {}

  void add_claim(const Json& claim) {
    each_item(member(claim, "claimReview"),
              [&](const Json& review) { add(review_of(claim, review)); });
  }
  bool full() const { return answer_.reviews.size() >= query_.results; }
  FactCheckAnswer& answer() { return answer_; }

 private:
  ReviewedClaim review_of(const Json& claim, const Json& review) const {
    const auto& publisher = member(review, "publisher");
    ReviewedClaim result;
    result.claim = snippet_text(text_of(member(claim, "text")));
    result.claimant = title_text(text_of(member(claim, "claimant")));
    result.claimed = result_date(text_of(member(claim, "claimDate")), now_);
    result.url = result_url(text_of(member(review, "url")));
    result.title = title_text(text_of(member(review, "title")));
    result.site = title_text(text_of(member(publisher, "site")));
    result.publisher = title_text(text_of(member(publisher, "name")));
    if (result.publisher.empty()) result.publisher = result.site;
    result.rating = title_text(text_of(member(review, "textualRating")));
    result.reviewed = result_date(text_of(member(review, "reviewDate")), now_);
    result.language = bare_code(text_of(member(review, "languageCode")));
    return result;
  }

  void add(ReviewedClaim review) {
    if (review.url.empty() || !keys_.insert(same_page_key(review.url) + " " + review.claim).second)
      return;
    if (auto reason = too_late(review.reviewed, query_.before); !reason.empty()) {
      if (answer_.excluded.size() < most_excluded)
        answer_.excluded.push_back({std::move(review), std::move(reason)});
    } else if (!full()) {
      answer_.reviews.push_back(std::move(review));
    }
  }

  FactCheckQuery query_;
  core::Timestamp now_;
  std::unordered_set<std::string> keys_;
  FactCheckAnswer answer_;
};

struct Page {
  std::optional<ServiceAnswer> answer;
  std::optional<SearchFailure> failed;
};

asio::awaitable<Page> ask_page(ServicePtr service, FactCheckQuery query, std::string token) {
  auto request = get_request(service->url, "/v1alpha1/claims:search",
                             {{"query", query.words},
                              {"languageCode", query.language},
                              {"pageSize", std::to_string(std::min(page_size, query.results))},
                              {"pageToken", token}});
  add_key(request, "x-goog-api-key", service->key);
  Page page;
  try {
    page.answer.emplace(co_await ask(service, std::move(request)));
  } catch (const SearchFailure& e) {
    page.failed.emplace(e);
  }
  co_return page;
}

asio::awaitable<FactCheckAnswer> search_claims(ServicePtr service, FactCheckQuery query) {
  query.results = bounded_results(query.results);
  query.words = query_words(*service, query.words, longest_words);
  query.language = bare_code(query.language);
  Reviews reviews(query, service->clock->now());
  auto& effort = reviews.answer().effort;
  std::string token;
  for (int number = 0; number < most_pages && !reviews.full(); ++number) {
    Page page = co_await ask_page(service, query, token);
    if (page.failed) {
      if (number == 0) throw SearchFailure(*page.failed);
      effort.requests += page.failed->requests;
      effort.incomplete = "page " + std::to_string(number + 1) + ": " + page.failed->what();
      break;
    }
    count(*service, page.answer->requests, 1, effort);
    each_item(member(page.answer->body, "claims"),
              [&](const Json& claim) { reviews.add_claim(claim); });
    token = text_of(member(page.answer->body, "nextPageToken"));
    if (token.empty() || token.size() > longest_token) break;
  }
  co_return std::move(reviews.answer());
}

class GoogleFactCheck : public FactCheckProvider {
 public:
  explicit GoogleFactCheck(ServicePtr service) : service_(std::move(service)) {}
  const std::string& name() const override { return service_->id; }
  std::string options() const override { return service_options(*service_); }
  asio::awaitable<FactCheckAnswer> search(FactCheckQuery query) const override {
    return search_claims(service_, std::move(query));
  }

 private:
  ServicePtr service_;
};

}  // namespace

std::unique_ptr<FactCheckProvider> google_factcheck(ServicePtr service) {
  return std::make_unique<GoogleFactCheck>(std::move(service));
}

}  // namespace assay::web
