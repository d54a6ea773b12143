#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/knowledge/build.h"
#include "retrieval/knowledge/known_claims.h"
#include "retrieval/knowledge/line.h"
#include "support/support.h"
#include "vision/encoders.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;
using testing::HasSubstr;

KnowledgeBuildOptions options() {
  KnowledgeBuildOptions options;
  options.build.read.program = test::program();
  options.build.read.jobs = 2;
  options.build.version = "test";
  options.build.now = *core::Timestamp::parse("2026-01-02T03:04:05.000Z");
  return options;
}

std::string line(const Json& claim, const std::string& url, const Json& text) {
  return Json{{"claim_id", claim},
              {"type", "question"},
              {"query", "when did the bridge open"},
              {"url", url},
              {"url2text", text}}
             .dump() +
         "\n";
}

std::string good(int claim, int number) {
  const auto n = std::to_string(number);
  return line(claim, "https://site.example/" + n,
              {"The bridge number " + n + " opened in 1937.", "It is red."});
}

KnowledgeBuildResult build(const fs::path& input, const fs::path& target,
                           const KnowledgeBuildOptions& with = options()) {
  return build_knowledge(list_averitec(input), input, target, with);
}

// Every file under the folder with its time and size: what tells whether anything was written.
std::vector<std::string> state_of(const fs::path& folder) {
  std::vector<std::string> state;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != "building.lock")
      state.push_back(entry.path().string() + " " + std::to_string(entry.file_size()) + " " +
                      std::to_string(entry.last_write_time().time_since_epoch().count()));
  std::ranges::sort(state);
  return state;
}

void write_zip(const fs::path& file,
               const std::vector<std::pair<std::string, std::string>>& entries) {
  int code = 0;
  auto* archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, bytes] : entries) {
    auto* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    ASSERT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8), 0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

TEST(KnowledgeLine, TakesEveryField) {
  KnowledgeLineParser parser;
  const auto read = parser.parse(
      R"({"claim_id":7,"type":"claim","query":"q","url":"http://x/","url2text":["One."," ","Two."]})");
  EXPECT_EQ(read.claim, "7");
  EXPECT_EQ(read.document.query, "q");
  EXPECT_EQ(read.document.query_type, "claim");
  EXPECT_EQ(read.document.url, "http://x/");
  EXPECT_EQ(read.document.text, "One.\nTwo.");
  EXPECT_FALSE(read.wrong_type);
  EXPECT_EQ(parser.parse(R"({"claim_id":"7"})").claim, "7");
  EXPECT_FALSE(parser.parse(R"({"claim_id":null,"url":null,"url2text":null})").wrong_type);
}

TEST(KnowledgeLine, PassesOverWrongTypes) {
  KnowledgeLineParser parser;
  for (const auto* json :
       {R"({"claim_id":[1]})", R"({"claim_id":1.5})", R"({"url":5})", R"({"query":{}})",
        R"({"type":true})", R"({"url2text":{"a":1}})", R"({"url2text":7})",
        R"({"url2text":["One.",2,null]})", R"({"url2text":"One."})"})
    EXPECT_TRUE(parser.parse(json).wrong_type) << json;
  EXPECT_EQ(parser.parse(R"({"url2text":["One.",2,"Two."]})").document.text, "One.\nTwo.");
  EXPECT_EQ(parser.parse(R"({"url2text":"One."})").document.text, "One.");
  for (const auto* bad : {"", "{", "[1]", "7", "{\"url\":\"\xFF\"}", R"({"url2text":["a)"})
    EXPECT_THROW(parser.parse(bad), BadLine) << bad;
}

TEST(Knowledge, BuildsAStoreForEachClaim) {
  const test::TempDir folder;
  test::write(folder / "kb/0.json", good(0, 1) + good(0, 2));
  test::write(folder / "kb/10.json", good(10, 3));
  test::write(folder / "kb/9.json", good(9, 4));
  const auto result = build(folder / "kb", folder / "store");
  EXPECT_EQ(result.built, 3U);
  EXPECT_EQ(result.defects, Defects());
  const auto store = KnowledgeStore::open(folder / "store");
  ASSERT_EQ(store.claims().size(), 3U);
  EXPECT_EQ(store.claims()[1].id, "9");  // numbers by their size
  EXPECT_EQ(store.claims()[2].id, "10");
  const auto claim = store.open_claim("0");
  ASSERT_EQ(claim.documents(), 2U);
  const auto document = claim.document(1);
  EXPECT_EQ(document.id, "text:2");
  EXPECT_EQ(document.url, "https://site.example/2");
  EXPECT_EQ(document.text, "The bridge number 2 opened in 1937.\nIt is red.");
  EXPECT_EQ(document.query, "when did the bridge open");
  EXPECT_EQ(claim.collection(1), Collection::text);
  EXPECT_EQ(claim.index().search(claim.index().parse("bridge number 2")).front().document, 1U);
  EXPECT_THROW(store.open_claim("11"), InputError);
}

TEST(Knowledge, CountsWhatIsWrongAndGoesOn) {
  const test::TempDir folder;
  test::write(folder / "kb/3.json",
              good(3, 1) + "not json\n" + "{\"claim_id\": 3\n" + "\n" +   // two broken lines
                  line(3, "https://site.example/e", Json::array()) +      // empty, kept
                  line(3, "", Json::array()) +                            // empty, nothing to keep
                  line(3, "https://site.example/w", 5) +                  // wrong type, empty
                  good(3, 1) +                                            // repeated
                  line(3, "https://site.example/1", {"Another text."}) +  // repeated address, kept
                  good(4, 9) +                                            // of another claim
                  "{\"url\": \"\xff\xfe\"}\n");                           // broken
  test::write(folder / "kb/readme.txt", "about it");
  const auto result = build(folder / "kb", folder / "store");
  EXPECT_EQ(result.built, 1U);
  const auto& defects = result.defects;
  EXPECT_EQ(defects.broken_lines, 3U);
  EXPECT_EQ(defects.empty_texts, 3U);
  EXPECT_EQ(defects.wrong_types, 1U);
  EXPECT_EQ(defects.repeated_urls, 2U);
  EXPECT_EQ(defects.unknown_claims, 1U);
  EXPECT_EQ(defects.other_files, 1U);
  const auto store = KnowledgeStore::open(folder / "store");
  EXPECT_EQ(store.claims().front().documents, 4U);
  EXPECT_EQ(store.claims().front().without_text, 2U);
  // The catalogue says the same when it is read again, and so does a build of the unchanged.
  EXPECT_EQ(store.claims().front().defects.broken_lines, 3U);
  const auto again = build(folder / "kb", folder / "store");
  EXPECT_EQ(again.unchanged, 1U);
  EXPECT_EQ(again.defects, defects);
}

TEST(Knowledge, BuiltAgainWritesNothing) {
  const test::TempDir folder;
  for (int i = 0; i < 5; ++i)
    test::write(folder / ("kb/" + std::to_string(i) + ".json"), good(i, i));
  build(folder / "kb", folder / "store");
  const auto before = state_of(folder / "store");
  const auto again = build(folder / "kb", folder / "store");
  EXPECT_EQ(again.built, 0U);
  EXPECT_EQ(again.unchanged, 5U);
  EXPECT_EQ(state_of(folder / "store"), before);
  // What changed is built anew, alone.
  test::write(folder / "kb/2.json", good(2, 7));
  test::write(folder / "kb/8.json", good(8, 8));
  const auto changed = build(folder / "kb", folder / "store");
  EXPECT_EQ(changed.built, 2U);
  EXPECT_EQ(changed.unchanged, 4U);
  const auto store = KnowledgeStore::open(folder / "store");
  EXPECT_EQ(store.claims().size(), 6U);
  EXPECT_EQ(store.open_claim("2").document(0).url, "https://site.example/7");
}

TEST(Knowledge, ReadsArchives) {
  const test::TempDir folder;
  write_zip(folder / "kb.zip", {{"output_dev/", ""},
                                {"output_dev/0.json", good(0, 1) + good(0, 2)},
                                {"output_dev/1.json", good(1, 3)},
                                {"../2.json", good(2, 5)},
                                {"__MACOSX/._0.json", "x"},
                                {"notes.md", "x"}});
  const auto result = build(folder / "kb.zip", folder / "store");
  EXPECT_EQ(result.built, 3U);
  EXPECT_EQ(result.defects.other_files, 1U);
  // From the folder the same store is made.
  test::write(folder / "kb/0.json", good(0, 1) + good(0, 2));
  build(folder / "kb", folder / "other");
  EXPECT_EQ(KnowledgeStore::open(folder / "store").find("0")->fingerprint,
            KnowledgeStore::open(folder / "other").find("0")->fingerprint);
}

TEST(Knowledge, TakesWhatADamagedArchiveStillHolds) {
  const test::TempDir folder;
  std::string long_file;
  for (int i = 0; i < 2000; ++i) long_file += good(0, i);
  write_zip(folder / "kb.zip", {{"0.json", long_file}, {"1.json", good(1, 1)}});
  auto bytes = io::read_file(folder / "kb.zip", 1 << 24);
  for (std::size_t i = 0; i < 64; ++i) bytes[2000 + i] = static_cast<char>(i * 37);
  test::write(folder / "damaged.zip", bytes);
  const auto result = build(folder / "damaged.zip", folder / "store");
  EXPECT_EQ(result.built, 2U);
  EXPECT_EQ(result.defects.unreadable, 1U);
  EXPECT_EQ(KnowledgeStore::open(folder / "store").find("1")->documents, 1U);
  // Whatever is cut off: one line or a store, never a crash.
  for (std::size_t size = 0; size < bytes.size(); size += 997) {
    test::write(folder / "cut.zip", bytes.substr(0, size));
    EXPECT_THROW(list_averitec(folder / "cut.zip"), InputError);
  }
}

TEST(Knowledge, SaysWhatIsNoInput) {
  const test::TempDir folder;
  fs::create_directory(folder / "empty");
  test::write(folder / "text.txt", "no archive");
  test::write(folder / "store/file", "mine");
  test::write(folder / "kb/0.json", good(0, 1));
  const auto error = [&](auto work) -> std::string {
    try {
      work();
    } catch (const InputError& found) {
      return found.what();
    }
    return "none";
  };
  EXPECT_THAT(error([&] { list_averitec(folder / "missing"); }), HasSubstr("does not exist"));
  EXPECT_THAT(error([&] { list_averitec(folder / "empty"); }), HasSubstr("no file of a claim"));
  EXPECT_THAT(error([&] { list_averitec(folder / "text.txt"); }), HasSubstr("ZIP"));
  EXPECT_THAT(error([&] { list_averimatec(folder / "empty", ""); }), HasSubstr("none of"));
  EXPECT_THAT(error([&] { build(folder / "kb", folder / "store"); }), HasSubstr("left alone"));
  EXPECT_THAT(error([&] { KnowledgeStore::open(folder / "kb"); }), HasSubstr("no knowledge store"));
}

TEST(Knowledge, RefusesAnotherInputsClaims) {
  const test::TempDir folder;
  test::write(folder / "train/0.json", good(0, 1));
  test::write(folder / "dev/0.json", good(0, 2));
  test::write(folder / "dev/1.json", good(1, 2));
  build(folder / "train", folder / "store");
  EXPECT_THROW(build(folder / "dev", folder / "store"), InputError);
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 1U);
  auto replacing = options();
  replacing.replace = true;
  EXPECT_EQ(build(folder / "dev", folder / "store", replacing).built, 2U);
  EXPECT_EQ(KnowledgeStore::open(folder / "store").open_claim("0").document(0).url,
            "https://site.example/2");
}

TEST(Knowledge, KnowsTheClaims) {
  const test::TempDir folder;
  test::write(folder / "kb/0.json", good(0, 1));
  test::write(folder / "kb/5.json", good(5, 1));
  test::write(folder / "dev.json",
              R"([{"claim":"The bridge is red.","claim_date":"25-8-2020"},{"claim":"Another."}])");
  auto with = options();
  with.claims = read_known_claims(folder / "dev.json");
  const auto result = build(folder / "kb", folder / "store", with);
  EXPECT_EQ(result.built, 1U);
  EXPECT_EQ(result.missing, 1U);
  EXPECT_EQ(result.defects.unknown_claims, 1U);
  const auto store = KnowledgeStore::open(folder / "store");
  EXPECT_EQ(store.claims().front().text, "The bridge is red.");
  EXPECT_EQ(store.claims().front().date->to_string(), "2020-08-25");
  for (const auto* bad : {"", "[]7", "[7]", R"([{"id":1.5,"claim":"x"}])", R"([{"id":1}])",
                          R"([{"id":1,"claim":"x"},{"id":"1","claim":"y"}])", "{\"claim\":\n"}) {
    test::write(folder / "bad.json", bad);
    EXPECT_THROW(read_known_claims(folder / "bad.json"), InputError) << bad;
  }
}

TEST(Knowledge, ReadsAverimatec) {
  const test::TempDir folder;
  const auto base = folder / "set";
  const auto jpeg = test::jpeg(test::pattern(90, 70), {});
  test::write(base / "text_related/text_related_store_text_val/4.json", good(4, 1) + good(4, 2));
  test::write(base / "text_related/image_related_store_text_val/4.json", good(4, 3));
  test::write(base / "image_related/image_related_store_image_val/4/one.jpg", jpeg);
  test::write(base / "image_related/image_related_store_image_val/4/broken.jpg",
              jpeg.substr(0, 60));
  test::write(base / "image_related/image_related_store_image_val/4/notes.txt", "words");
  test::write(base / "image_related/image_related_store_image_val/6/two.jpg",
              test::jpeg(test::pattern(70, 90), {}));
  const auto result = build_knowledge(list_averimatec(base, ""), base, folder / "store", options());
  EXPECT_EQ(result.built, 2U);
  EXPECT_EQ(result.defects.unreadable, 1U);
  EXPECT_EQ(result.defects.other_files, 1U);
  const auto store = KnowledgeStore::open(folder / "store");
  const auto claim = store.open_claim("4");
  ASSERT_EQ(claim.documents(), 4U);
  EXPECT_EQ(claim.document(2).id, "image_text:1");
  EXPECT_EQ(claim.collection(2), Collection::image_text);
  EXPECT_EQ(claim.document(3).id, "images:one.jpg");
  EXPECT_EQ(claim.collection(3), Collection::images);
  ASSERT_NE(claim.pictures(), nullptr);
  EXPECT_EQ(claim.pictures()->pictures(), 1U);
  EXPECT_EQ(claim.source_bytes(3), jpeg);
  EXPECT_EQ(store.open_claim("6").documents(), 1U);
  EXPECT_EQ(
      build_knowledge(list_averimatec(base, "val"), base, folder / "store", options()).unchanged,
      2U);
  test::write(base / "text_related/text_related_store_text_test/1.json", good(1, 1));
  EXPECT_THROW(list_averimatec(base, ""), InputError);
  EXPECT_THROW(list_averimatec(base, "train"), InputError);
  EXPECT_EQ(list_averimatec(base, "test").claims.size(), 1U);
}

TEST(Knowledge, GoesOnAfterAKill) {
  const test::TempDir folder;
  std::string lines;
  for (int i = 0; i < 300; ++i) lines += good(0, i);
  for (int i = 0; i < 40; ++i) {
    auto own = lines;
    for (std::size_t at = 0; (at = own.find("\"claim_id\":0", at)) != own.npos; at += 5)
      own.replace(at, 12, "\"claim_id\":" + std::to_string(i));
    test::write(folder / ("kb/" + std::to_string(i) + ".json"), own);
  }
  std::size_t finished = 0;
  for (int kill = 0; kill < 4; ++kill) {
    const auto child = ::fork();
    if (child == 0) {
      build(folder / "kb", folder / "store");
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(30'000 + 40'000 * kill));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!looks_like_knowledge_store(folder / "store")) continue;
    // What was finished is whole, and stays.
    const auto store = KnowledgeStore::open(folder / "store");
    EXPECT_GE(store.claims().size(), finished);
    finished = store.claims().size();
    for (const auto& claim : store.claims())
      EXPECT_EQ(store.open_claim(claim.id).documents(), 300U);
  }
  const auto result = build(folder / "kb", folder / "store");
  EXPECT_EQ(result.unchanged, finished);
  EXPECT_EQ(result.built + result.unchanged, 40U);
  build(folder / "kb", folder / "at_once");
  const auto store = KnowledgeStore::open(folder / "store");
  const auto at_once = KnowledgeStore::open(folder / "at_once");
  ASSERT_EQ(store.claims().size(), 40U);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(store.claims()[i].fingerprint, at_once.claims()[i].fingerprint);
  EXPECT_FALSE(fs::exists(folder / "store/building"));
}

TEST(Knowledge, IsSearchedWhileItIsExtended) {
  const test::TempDir folder;
  for (int i = 0; i < 4; ++i)
    test::write(folder / ("kb/" + std::to_string(i) + ".json"), good(i, i));
  build(folder / "kb", folder / "store");
  // Two processes search, and a third one adds claims and builds others anew, over and over.
  std::vector<pid_t> readers;
  for (int reader = 0; reader < 2; ++reader) {
    const auto child = ::fork();
    if (child != 0) {
      readers.push_back(child);
      continue;
    }
    try {
      for (int i = 0; i < 400; ++i) {
        const auto store = KnowledgeStore::open(folder / "store");
        const auto claim = store.open_claim(std::to_string(i % 4));
        const auto found = claim.index().search(claim.index().parse("bridge"));
        if (found.empty() || claim.document(0).text.empty()) ::_exit(3);
      }
      ::_exit(0);
    } catch (...) {
      ::_exit(4);
    }
  }
  for (int round = 0; round < 12; ++round) {
    test::write(folder / "kb/1.json", good(1, round) + good(1, round + 1));
    test::write(folder / ("kb/" + std::to_string(100 + round) + ".json"), good(100 + round, 1));
    build(folder / "kb", folder / "store");
  }
  for (const auto reader : readers) {
    int status = 0;
    ::waitpid(reader, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 16U);
}

TEST(Knowledge, OneBuildsAtATime) {
  const test::TempDir folder;
  test::write(folder / "kb/0.json", good(0, 1));
  build(folder / "kb", folder / "store");
  const ClaimWriter other(folder / "store");
  EXPECT_THROW(build(folder / "kb", folder / "store"), InputError);
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 1U);
}

TEST(Knowledge, ADamagedCatalogueLosesNoMoreThanItsLine) {
  const test::TempDir folder;
  for (int i = 0; i < 3; ++i)
    test::write(folder / ("kb/" + std::to_string(i) + ".json"), good(i, i));
  build(folder / "kb", folder / "store");
  const auto file = folder / "store/catalogue.jsonl";
  const auto bytes = io::read_file(file, 1 << 20);
  test::write(file, bytes.substr(0, bytes.size() - 30));  // as a machine that stopped leaves it
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 2U);
  EXPECT_EQ(build(folder / "kb", folder / "store").built, 1U);
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 3U);
  // What it names outside of the store is not opened.
  auto entry = Json::parse(bytes.substr(0, bytes.find('\n')));
  entry["folder"] = "../../elsewhere";
  test::write(file, entry.dump() + "\n" + "garbage\n[]\n{\"claim\":5}\n");
  EXPECT_EQ(KnowledgeStore::open(folder / "store").claims().size(), 0U);
  // A claim's damaged store is built anew.
  EXPECT_EQ(build(folder / "kb", folder / "store").built, 3U);
  fs::resize_file(folder / "store/claims/1/documents.text", 5);
  EXPECT_EQ(build(folder / "kb", folder / "store").built, 1U);
}

}  // namespace
}  // namespace assay::retrieval
