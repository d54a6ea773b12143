#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "web/article.h"
#include "web/article_json.h"

namespace assay::web {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> reviews(const std::string& head, const std::string& body = "") {
  return extract_article("<html><head><title>The moon</title>" + head +
                         "</head><body><p>The moon "
                         "is a body of rock that goes around the earth in a month.</p>" +
                         body + "</body></html>")
      .claim_reviews;
}

std::string script(const std::string& json) {
  return "<script type='application/ld+json'>" + json + "</script>";
}

TEST(ClaimReviews, AreReadFromJsonLd) {
  EXPECT_THAT(reviews(script(R"({"@type":"ClaimReview","claimReviewed":"It is  cheese"})")),
              ElementsAre("It is cheese"));
  EXPECT_THAT(reviews(script(R"({"@graph":[{"@type":"WebPage"},{"@type":["Thing","ClaimReview"],
              "itemReviewed":{"@type":"Claim","text":"It is cheese"}}]})")),
              ElementsAre("It is cheese"));
  EXPECT_THAT(reviews(script(R"({"@type":"NewsArticle","hasPart":[{"review":
              {"@type":"http://schema.org/ClaimReview","claimReviewed":"A"}},
              {"@type":"ClaimReview"}]})")),
              ElementsAre("A", ""));
}

TEST(ClaimReviews, AreSeenInScriptsThatCannotBeRead) {
  EXPECT_THAT(reviews(script(R"({"@type":"ClaimReview","claimReviewed":"It is "cheese""})")),
              ElementsAre(""));
  EXPECT_THAT(reviews(script(R"({"@type":"NewsArticle","x":"})")), IsEmpty());
}

TEST(ClaimReviews, AreReadFromMicrodataAndRdfa) {
  EXPECT_THAT(reviews("",
                      "<div itemscope itemtype='https://schema.org/ClaimReview'><span "
                      "itemprop='claimReviewed'>It is <b>cheese</b></span></div>"),
              ElementsAre("It is cheese"));
  EXPECT_THAT(reviews("",
                      "<div vocab='https://schema.org/' typeof='ClaimReview'><meta "
                      "property='claimReviewed' content='It is cheese'></div>"),
              ElementsAre("It is cheese"));
  EXPECT_THAT(reviews("", "<div itemprop='claimReviewed'>No review around it</div>"), IsEmpty());
}

TEST(ClaimReviews, AreNotSeenInOrdinaryPages) {
  EXPECT_THAT(reviews(script(R"({"@type":"Review","name":"ClaimReview"})")), IsEmpty());
  EXPECT_THAT(reviews("", "<p>What a ClaimReview is, and how to write one for your page.</p>"),
              IsEmpty());
}

TEST(ClaimReviews, AreBoundedAndCrossFromTheWorker) {
  std::string all = "[";
  for (int i = 0; i < 100; ++i) all += R"({"@type":"ClaimReview","claimReviewed":"x"},)";
  all.back() = ']';
  const auto found = reviews(script(all));
  EXPECT_EQ(found.size(), 20u);
  Article article;
  article.claim_reviews = found;
  EXPECT_EQ(article_from_bytes(to_bytes(article)).claim_reviews, found);
  article.claim_reviews.assign(1000, "x");
  EXPECT_EQ(article_from_bytes(to_bytes(article)).claim_reviews.size(), 20u);
}

}  // namespace
}  // namespace assay::web
