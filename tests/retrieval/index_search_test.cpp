#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>
#include <string>
#include <vector>

#include "retrieval/index/builder.h"
#include "retrieval/index/index.h"
#include "retrieval/index_reference.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

using test::Words;
using testing::ElementsAre;

// Words that English stems leave alone, the first ones frequent.
std::string made_word(std::size_t n) {
  std::string word;
  for (std::size_t rest = n + 30; rest > 0; rest /= 20) {
    word += "bdfgklmnprtvzjwxhcqs"[rest % 20];
    word += "aou"[rest % 3];
  }
  return word + "k";
}

std::vector<Words> made_documents(std::uint64_t seed, std::size_t count, std::size_t longest,
                                  std::size_t vocabulary) {
  std::mt19937_64 random(seed);
  std::vector<Words> documents(count);
  for (auto& document : documents) {
    document.resize(random() % (longest + 1));
    for (auto& word : document) {
      const double u = static_cast<double>(random() % 1000000) / 1e6;
      word = made_word(static_cast<std::size_t>(std::pow(static_cast<double>(vocabulary), u)));
    }
  }
  return documents;
}

Index in_memory(const std::vector<Words>& documents) {
  std::vector<std::string> texts;
  for (const auto& words : documents) texts.push_back(test::joined(words));
  std::vector<IndexedText> views;
  for (const auto& text : texts) views.push_back({{}, text});
  return Index::in_memory(views);
}

void expect_same(const std::vector<ScoredDocument>& found, std::vector<ScoredDocument> wanted,
                 std::size_t top) {
  if (wanted.size() > top) wanted.resize(top);
  RC_ASSERT(found.size() == wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    RC_ASSERT(std::abs(found[i].score - wanted[i].score) < 1e-6 * (1 + wanted[i].score));
    if (found[i].document == wanted[i].document) continue;
    // Scores that differ by less than rounding may change places, but not outside their tie.
    const bool tied =
        (i > 0 && std::abs(wanted[i - 1].score - wanted[i].score) < 1e-6) ||
        (i + 1 < wanted.size() && std::abs(wanted[i + 1].score - wanted[i].score) < 1e-6) ||
        i + 1 == wanted.size();
    RC_ASSERT(tied);
  }
}

TEST(IndexSearch, AgreesWithTheDefinition) {
  EXPECT_TRUE(rc::check("top documents are BM25's", [] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto count = *rc::gen::inRange<std::size_t>(1, 400);
    const auto documents = made_documents(seed, count, 40, 60);
    const Index index = in_memory(documents);
    std::mt19937_64 random(seed);
    Words query;
    while (query.size() < 1 + seed % 6) {
      const auto word = made_word(random() % 65);
      if (test::count(query, word) == 0) query.push_back(word);
    }
    SearchOptions options;
    options.top = *rc::gen::element<std::size_t>(1, 3, 10, 1000);
    options.ranking = *rc::gen::element(Ranking::standard, Ranking::bm25);
    options.k1 = *rc::gen::element(0.0F, 0.9F, 1.2F, 3.0F);
    options.b = *rc::gen::element(0.0F, 0.75F, 1.0F);
    expect_same(index.search(index.parse(test::joined(query)), options),
                test::rank(documents, query, options), options.top);
  }));
}

// Many blocks and windows, where most of what is there is skipped.
TEST(IndexSearch, SkipsNothingThatCounts) {
  const auto documents = made_documents(5, 12000, 30, 3000);
  const Index index = in_memory(documents);
  std::mt19937_64 random(9);
  for (int i = 0; i < 40; ++i) {
    Words query;
    const std::size_t length = 1 + random() % 5;
    while (query.size() < length) {
      const double u = static_cast<double>(random() % 1000) / 1e3;
      const auto word = made_word(static_cast<std::size_t>(std::pow(3000.0, u)));
      if (test::count(query, word) == 0) query.push_back(word);
    }
    const Query parsed = index.parse(test::joined(query));
    SearchOptions all;
    all.top = documents.size();
    const auto every = index.search(parsed, all);
    for (const std::size_t top : {1, 10, 100}) {
      SearchOptions options;
      options.top = top;
      const auto best = index.search(parsed, options);
      ASSERT_EQ(best.size(), std::min(top, every.size()));
      for (std::size_t k = 0; k < best.size(); ++k) ASSERT_EQ(best[k], every[k]) << k;
    }
  }
}

TEST(IndexSearch, FromDiskAsFromMemory) {
  const auto documents = made_documents(3, 3000, 60, 2000);
  const Index memory = in_memory(documents);
  const test::Words queries = {"dabak", made_word(3), made_word(9) + " " + made_word(700),
                               made_word(1) + " " + made_word(2) + " " + made_word(40),
                               "\"" + made_word(2) + " " + made_word(1) + "\""};
  for (const unsigned threads : {1U, 3U}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{64} << 20}) {
      const assay::test::TempDir folder;
      IndexOptions options;
      options.memory_bytes = bytes;  // one byte: every slab is a run on disk
      options.threads = threads;
      IndexBuilder builder(folder.path(), options);
      for (std::uint32_t i = 0; i < documents.size(); ++i)
        ASSERT_EQ(builder.add("", test::joined(documents[i])), i);
      const IndexStats stats = builder.finish();
      const Index disk = Index::open(folder.path());
      disk.verify();
      EXPECT_EQ(stats.documents, documents.size());
      EXPECT_EQ(disk.documents(), memory.documents());
      EXPECT_EQ(disk.tokens(), memory.tokens());
      EXPECT_EQ(disk.terms(), memory.terms());
      for (const auto& query : queries)
        EXPECT_EQ(disk.search(disk.parse(query)), memory.search(memory.parse(query))) << query;
    }
  }
}

TEST(IndexSearch, TiesGoToTheLowerNumber) {
  const Index index = in_memory(std::vector<Words>(9000, {"bak", "dok"}));
  SearchOptions options;
  options.top = 3;
  const auto hits = index.search(index.parse("bak dok"), options);
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].document, 0U);
  EXPECT_EQ(hits[1].document, 1U);
  EXPECT_EQ(hits[2].document, 2U);
  EXPECT_GT(hits[2].score, 0);
}

TEST(IndexSearch, ReturnsOnlyWhatIsAccepted) {
  const auto documents = made_documents(4, 500, 20, 20);
  const Index index = in_memory(documents);
  SearchOptions options;
  options.accept = [](std::uint32_t document) { return document % 7 == 0; };
  const auto hits = index.search(index.parse(made_word(1)), options);
  ASSERT_EQ(hits.size(), 10U);
  for (const auto& hit : hits) EXPECT_EQ(hit.document % 7, 0U);
}

TEST(IndexSearch, SeveralIndexesAsOne) {
  const auto documents = made_documents(6, 900, 30, 200);
  const Index whole = in_memory(documents);
  const std::vector<Index> parts = {in_memory({documents.begin(), documents.begin() + 250}),
                                    in_memory({documents.begin() + 250, documents.end()})};
  const std::vector<std::string> queries = {
      made_word(2) + " " + made_word(150), "\"" + made_word(1) + " " + made_word(2) + "\"",
      "\"" + made_word(1) + " " + made_word(77) + " " + made_word(3) + "\" " + made_word(30)};
  for (const auto& query : queries) {
    TermStatistics all;
    for (const auto& part : parts) all += part.statistics(part.parse(query));
    const auto own = whole.statistics(whole.parse(query));
    EXPECT_EQ(all.documents, own.documents);
    EXPECT_EQ(all.tokens, own.tokens);
    EXPECT_EQ(all.frequencies, own.frequencies);
    SearchOptions options;
    options.top = 1000;
    const auto wanted = whole.search(whole.parse(query), options);
    options.global = &all;
    std::vector<ScoredDocument> found = parts[0].search(parts[0].parse(query), options);
    for (auto hit : parts[1].search(parts[1].parse(query), options)) {
      hit.document += 250;
      found.push_back(hit);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.score != b.score ? a.score > b.score : a.document < b.document;
    });
    EXPECT_EQ(found, wanted) << query;
  }
}

TEST(IndexSearch, ServesEmptyThings) {
  const Index nothing = Index::in_memory({});
  EXPECT_EQ(nothing.documents(), 0U);
  EXPECT_THAT(nothing.search(nothing.parse("word")), ElementsAre());
  const std::vector<IndexedText> texts = {{"", ""}, {"title", ""}, {"", "text"}};
  const Index index = Index::in_memory(texts);
  EXPECT_THAT(index.search(index.parse("")), ElementsAre());
  EXPECT_THAT(index.search(index.parse(" \"\" -- ' ")), ElementsAre());
  EXPECT_EQ(index.search(index.parse("title")).at(0).document, 1U);
  EXPECT_EQ(index.search(index.parse("text")).at(0).document, 2U);
  SearchOptions none;
  none.top = 0;
  EXPECT_THAT(index.search(index.parse("text"), none), ElementsAre());

  const assay::test::TempDir folder;
  EXPECT_EQ(IndexBuilder(folder.path()).finish().documents, 0U);
  EXPECT_EQ(Index::open(folder.path()).documents(), 0U);
}

TEST(IndexSearch, BoundsTheQuery) {
  const std::vector<IndexedText> texts = {{"", "needle"}, {"", "hay"}};
  const Index index = Index::in_memory(texts);
  std::string query = "needle ";
  for (int i = 0; i < 100000; ++i) query += "w" + std::to_string(i) + " ";
  EXPECT_LE(index.parse(query).elements.size(), 256U);
  EXPECT_EQ(index.search(index.parse(query)).at(0).document, 0U);
}

}  // namespace
}  // namespace assay::retrieval
