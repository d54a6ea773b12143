#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/corpus.h"
#include "retrieval/store/build.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using testing::ElementsAre;
using testing::HasSubstr;

Document document(std::string id, std::string text, const char* date = "") {
  Document document;
  document.id = std::move(id);
  document.text = std::move(text);
  document.date = core::Date::parse(date);
  document.extractor = "jsonl/1";
  document.media_type = "jsonl";
  return document;
}

std::vector<std::string> ids(const Corpus& corpus, const std::vector<CorpusHit>& hits) {
  std::vector<std::string> ids;
  for (const auto& hit : hits) ids.push_back(corpus.document(hit).id);
  return ids;
}

std::vector<std::string> found(const Corpus& corpus, std::string_view query,
                               const CorpusSearch& options = {}) {
  return ids(corpus, corpus.search(query, options).hits);
}

CorpusOptions in(const test::TempDir& folder) {
  CorpusOptions options;
  options.cache = folder / "cache";
  options.program = test::program();
  return options;
}

Corpus open(const std::vector<fs::path>& inputs, const CorpusOptions& options) {
  return Corpus::open(inputs, options);
}

TEST(Corpus, InMemoryFindsDocuments) {
  const auto corpus = Corpus::of({document("a", "A red bridge."), document("b", "A green field.")});
  EXPECT_EQ(corpus.documents(), 2U);
  EXPECT_THAT(found(corpus, "bridge"), ElementsAre("a"));
  const auto hit = corpus.search("field", {}).hits.at(0);
  EXPECT_EQ(corpus.document(hit).text, "A green field.");
  EXPECT_EQ(corpus.source_bytes(hit), "A green field.");
  EXPECT_GT(hit.score, 0);
}

TEST(Corpus, InMemoryMayHoldNothing) {
  const auto corpus = Corpus::of({});
  EXPECT_EQ(corpus.documents(), 0U);
  EXPECT_TRUE(corpus.search("bridge", {}).hits.empty());
  EXPECT_EQ(corpus.fingerprint(), Corpus::of({}).fingerprint());
}

TEST(Corpus, InMemoryNamesAndKeepsApart) {
  const auto corpus = Corpus::of({document("", "One bridge."), document("x", "Two bridges."),
                                  document("x", "Two more bridges."), document("x", "Two bridges."),
                                  document("y", " \n")});
  EXPECT_EQ(corpus.documents(), 3U);
  EXPECT_THAT(found(corpus, "bridge bridges"),
              testing::UnorderedElementsAre("document:1", "x", "x#2"));
}

TEST(Corpus, DropsWhatWasPublishedTooLate) {
  const auto corpus = Corpus::of(
      {document("early", "A bridge.", "2020-01-01"), document("same", "A bridge.", "2020-06-01"),
       document("late", "A bridge.", "2021-01-01"), document("undated", "A bridge.")});
  CorpusSearch options;
  options.before = core::Date::of(2020, 6, 1);
  auto result = corpus.search("bridge", options);
  EXPECT_THAT(ids(corpus, result.hits), testing::UnorderedElementsAre("early", "undated"));
  ASSERT_EQ(result.excluded.size(), 2U);
  EXPECT_EQ(corpus.document(result.excluded[0].hit).id, "same");
  EXPECT_EQ(result.excluded[0].reason, "published on 2020-06-01, not before 2020-06-01");
  options.require_date = true;
  result = corpus.search("bridge", options);
  EXPECT_THAT(ids(corpus, result.hits), ElementsAre("early"));
  EXPECT_EQ(result.excluded.size(), 3U);
  options.before.reset();
  result = corpus.search("bridge", options);
  EXPECT_EQ(result.hits.size(), 3U);
  ASSERT_EQ(result.excluded.size(), 1U);
  EXPECT_EQ(result.excluded[0].reason, "no date is known");
}

TEST(Corpus, DroppedDocumentsMakeRoomForOthers) {
  std::vector<Document> documents;
  for (int i = 0; i < 50; ++i)
    documents.push_back(document("late" + std::to_string(i), "bridge bridge bridge", "2022-01-01"));
  documents.push_back(document("early", "A bridge among many other words here.", "2020-01-01"));
  const auto corpus = Corpus::of(std::move(documents));
  CorpusSearch options;
  options.top = 5;
  options.before = core::Date::of(2021, 1, 1);
  const auto result = corpus.search("bridge", options);
  EXPECT_THAT(ids(corpus, result.hits), ElementsAre("early"));
  EXPECT_EQ(result.excluded.size(), 5U);
}

TEST(Corpus, SeveralInputsAreSearchedAsOne) {
  const test::TempDir folder;
  std::vector<Document> all;
  std::string first;
  std::string second;
  // `bridge` is rare in all, but in every document of the second.
  for (int i = 0; i < 40; ++i) {
    const auto text = "field number " + std::to_string(i);
    first += "{\"id\":\"f" + std::to_string(i) + "\",\"text\":\"" + text + "\"}\n";
    all.push_back(document("f" + std::to_string(i), text));
  }
  for (int i = 0; i < 3; ++i) {
    const auto text = "bridge" + std::string(i, ' ') + " over field " + std::to_string(i);
    second += "{\"id\":\"s" + std::to_string(i) + "\",\"text\":\"" + text + "\"}\n";
    all.push_back(document("s" + std::to_string(i), text));
  }
  test::write(folder / "first.jsonl", first);
  test::write(folder / "second.jsonl", second);
  const auto parts = open({folder / "first.jsonl", folder / "second.jsonl"}, in(folder));
  const auto whole = Corpus::of(all);
  EXPECT_EQ(parts.documents(), 43U);
  const auto a = parts.search("bridge field 7", {}).hits;
  const auto b = whole.search("bridge field 7", {}).hits;
  EXPECT_EQ(ids(parts, a), ids(whole, b));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i].score, b[i].score, 1e-4);
}

TEST(Corpus, TheSameContentHasTheSameFingerprint) {
  const test::TempDir folder;
  test::write(folder / "a.jsonl", "{\"id\":\"a\",\"text\":\"A red bridge stands here.\"}\n");
  test::write(folder / "b.jsonl", "{\"id\":\"b\",\"text\":\"Another.\"}\n");
  const auto a = open({folder / "a.jsonl"}, in(folder));
  EXPECT_EQ(a.fingerprint(), open({folder / "a.jsonl"}, in(folder)).fingerprint());
  EXPECT_EQ(a.fingerprint(),
            Corpus::of({document("a", "A red bridge stands here.")}).fingerprint());
  const auto both = open({folder / "a.jsonl", folder / "b.jsonl"}, in(folder));
  EXPECT_NE(a.fingerprint(), both.fingerprint());
  // Named twice is there once.
  const auto twice = open({folder / "a.jsonl", folder / "a.jsonl"}, in(folder));
  EXPECT_EQ(twice.documents(), 1U);
  EXPECT_EQ(twice.fingerprint(), a.fingerprint());
}

TEST(Corpus, IndexesOnFirstUseAndByContent) {
  const test::TempDir folder;
  auto options = in(folder);
  int built = 0;
  options.say = [&](std::string_view line) { built += line.starts_with("indexed "); };
  test::write(folder / "in/a.txt", "A red bridge.");
  test::write(folder / "in/b'\"\n\xFF.txt", "A green field.");
  EXPECT_THAT(found(open({folder / "in"}, options), "bridge"), ElementsAre("a.txt"));
  EXPECT_THAT(found(open({folder / "in"}, options), "field"), ElementsAre("b'\"\\x0a\\xff.txt"));
  EXPECT_EQ(built, 1);
  fs::copy(folder / "in", folder / "moved", fs::copy_options::recursive);
  open({folder / "moved"}, options);
  EXPECT_EQ(built, 1);
  test::write(folder / "in/a.txt", "A new tunnel.");
  EXPECT_THAT(found(open({folder / "in"}, options), "tunnel"), ElementsAre("a.txt"));
  EXPECT_EQ(built, 2);
  fs::rename(folder / "in/a.txt", folder / "in/c.txt");
  EXPECT_THAT(found(open({folder / "in"}, options), "tunnel"), ElementsAre("c.txt"));
  EXPECT_EQ(built, 3);
}

TEST(Corpus, RepeatsWhatWasLeftOut) {
  const test::TempDir folder;
  auto options = in(folder);
  std::string said;
  options.say = [&](std::string_view line) { said += std::string(line) + "\n"; };
  options.skip_bad = true;
  test::write(folder / "in.jsonl", "{\"text\":\"a\"}\n{\n");
  for (int i = 0; i < 2; ++i) {
    said.clear();
    open({folder / "in.jsonl"}, options);
    EXPECT_THAT(said, HasSubstr("in.jsonl line 2: not JSON"));
    EXPECT_THAT(said, HasSubstr("left out: 1 bad line"));
  }
  options.skip_bad = false;
  EXPECT_THROW(open({folder / "in.jsonl"}, options), InputError);
}

TEST(Corpus, OpensStoresInPlace) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", "{\"id\":\"a\",\"text\":\"A red bridge.\"}\n");
  const std::vector<fs::path> inputs{folder / "in.jsonl"};
  build_store(inputs, folder / "store", {});
  EXPECT_THAT(found(open({folder / "store"}, in(folder)), "bridge"), ElementsAre("a"));
  EXPECT_FALSE(fs::exists(folder / "cache"));
}

TEST(Corpus, BuildsADamagedCacheAnew) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", "{\"id\":\"a\",\"text\":\"A red bridge.\"}\n");
  open({folder / "in.jsonl"}, in(folder));
  for (const auto& entry : fs::recursive_directory_iterator(folder / "cache"))
    if (entry.path().filename() == "documents.text") test::write(entry.path(), "x");
  EXPECT_THAT(found(open({folder / "in.jsonl"}, in(folder)), "bridge"), ElementsAre("a"));
}

TEST(Corpus, WhatIsNamedMustBeUsable) {
  const test::TempDir folder;
  fs::create_directory(folder / "empty");
  test::write(folder / "good.jsonl", "{\"text\":\"a\"}\n");
  EXPECT_THROW(open({}, in(folder)), InputError);
  EXPECT_THROW(open({folder / "good.jsonl", folder / "empty"}, in(folder)), InputError);
  EXPECT_THROW(open({folder / "missing"}, in(folder)), InputError);
  auto options = in(folder);
  test::write(folder / "file", "x");
  options.cache = folder / "file/cache";
  EXPECT_THROW(open({folder / "good.jsonl"}, options), InputError);
}

TEST(Corpus, ManyOpenersBuildOnce) {
  const test::TempDir folder;
  std::string lines;
  for (int i = 0; i < 3000; ++i)
    lines += "{\"text\":\"bridge number " + std::to_string(i) + "\"}\n";
  test::write(folder / "in.jsonl", lines);
  std::atomic<int> built = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      auto options = in(folder);
      options.say = [&](std::string_view line) { built += line.starts_with("indexed "); };
      EXPECT_EQ(open({folder / "in.jsonl"}, options).documents(), 3000U);
    });
  threads.clear();
  EXPECT_EQ(built, 1);
}

TEST(Corpus, IsSearchedByManyThreads) {
  std::vector<Document> documents;
  for (int i = 0; i < 200; ++i)
    documents.push_back(document(std::to_string(i), "bridge number " + std::to_string(i)));
  const auto corpus = Corpus::of(std::move(documents));
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = t; i < 200; i += 4)
        EXPECT_EQ(found(corpus, "number " + std::to_string(i)).front(), std::to_string(i));
    });
}

class CacheFolder : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("XDG_CACHE_HOME", (folder_ / "xdg").c_str(), 1);
    ::setenv("HOME", (folder_ / "home").c_str(), 1);
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : {"XDG_CACHE_HOME", "TMPDIR"}) ::unsetenv(name);
    ::setenv("HOME", home_.c_str(), 1);
  }
  test::TempDir folder_;
  std::string home_ = std::getenv("HOME") == nullptr ? "/" : std::getenv("HOME");
};

TEST_F(CacheFolder, IsTheFirstThatCanBeWritten) {
  EXPECT_EQ(default_cache(), folder_ / "xdg/assay");
  test::write(folder_ / "file", "x");
  ::setenv("XDG_CACHE_HOME", (folder_ / "file/xdg").c_str(), 1);
  EXPECT_EQ(default_cache(), folder_ / "home/.cache/assay");
  ::setenv("HOME", (folder_ / "file/home").c_str(), 1);
  const auto temporary = default_cache();
  EXPECT_EQ(temporary.parent_path(), folder_.path());
  EXPECT_EQ(fs::status(temporary).permissions(), fs::perms::owner_all);
  // Somebody else's folder is not trusted.
  fs::permissions(temporary, fs::perms::all);
  EXPECT_THROW(default_cache(), InputError);
}

}  // namespace
}  // namespace assay::retrieval
