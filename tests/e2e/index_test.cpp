#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/json.h"
#include "support/mounts.h"
#include "support/support.h"

// The built program: `assay index build`, `search` and `info`.
namespace assay {
namespace {

namespace fs = std::filesystem;
using core::Json;
using test::Ran;
using testing::HasSubstr;

const std::string lines =
    R"({"id":"bridge","url":"http://x/bridge","title":"The bridge","text":"The red bridge opened in 1937.","date":"2020-01-02"})"
    "\n"
    R"({"id":"tower","text":"The tower is 330 metres high.","date":"2021-05-06"})"
    "\n"
    R"({"id":"field","text":"A field without a bridge or a date."})"
    "\n";

// One line that begins as every message does, and the status.
void expect_error(const Ran& ran, int status, const std::string& part) {
  EXPECT_EQ(ran.status, status) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, testing::StartsWith("assay: "));
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(part));
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  return names;
}

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> values;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) values.push_back(Json::parse(line));
  return values;
}

std::vector<std::string> ids(const Json& hits) {
  std::vector<std::string> ids;
  for (const auto& hit : hits) ids.push_back(hit.at("id").get<std::string>());
  return ids;
}

class Index : public testing::Test {
 protected:
  void SetUp() override { test::write(folder_ / "in.jsonl", lines); }

  std::string path(const std::string& name) const { return folder_ / name; }
  Ran build(const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> arguments{"index", "build", "--out", path(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::assay(arguments);
  }
  void build_store() {
    const auto ran = build("store", {path("in.jsonl")});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  Ran search(std::vector<std::string> more) {
    std::vector<std::string> arguments{"index", "search", path("store")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::assay(arguments);
  }

  test::TempDir folder_;
};

TEST_F(Index, BuildsAndSaysWhatItDid) {
  const auto first = build("store", {path("in.jsonl")});
  EXPECT_EQ(first.status, 0);
  EXPECT_THAT(first.out, HasSubstr("3 documents"));
  const auto again = build("store", {path("in.jsonl")});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("unchanged"));
}

TEST_F(Index, FindsDocuments) {
  build_store();
  const auto text = search({"red bridge", "--top", "1"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, testing::AllOf(HasSubstr("The bridge"), HasSubstr("http://x/bridge"),
                                       HasSubstr("2020-01-02")));
  EXPECT_THAT(text.out, testing::Not(HasSubstr("field")));
  const auto json = Json::parse(search({"red bridge", "--json"}).out);
  ASSERT_EQ(ids(json.at("hits")), (std::vector<std::string>{"bridge", "field"}));
  const auto& hit = json.at("hits")[0];
  EXPECT_EQ(hit.at("url"), "http://x/bridge");
  EXPECT_EQ(hit.at("title"), "The bridge");
  EXPECT_EQ(hit.at("text"), "The red bridge opened in 1937.");
  EXPECT_GT(hit.at("score").get<double>(), json.at("hits")[1].at("score").get<double>());
  EXPECT_EQ(search({"nowhereword"}).out, "nothing was found\n");
}

TEST_F(Index, DropsByDate) {
  build_store();
  auto json = Json::parse(search({"bridge tower", "--before", "2021-05-06", "--json"}).out);
  EXPECT_THAT(ids(json.at("hits")), testing::UnorderedElementsAre("bridge", "field"));
  ASSERT_EQ(ids(json.at("excluded")), std::vector<std::string>{"tower"});
  json =
      Json::parse(search({"bridge tower", "--require-date", "--before", "6-5-2021", "--json"}).out);
  EXPECT_THAT(ids(json.at("hits")), testing::ElementsAre("bridge"));
  expect_error(search({"bridge", "--before", "2021-02-30"}), 2, "'2021-02-30' is none");
}

TEST_F(Index, AnswersManyQueriesInTheirOrder) {
  build_store();
  std::string queries;
  for (int i = 0; i < 200; ++i)
    queries += Json{{"id", i % 2 == 0 ? Json(i) : Json("q" + std::to_string(i))},
                    {"query", i % 3 == 0   ? "bridge"
                              : i % 3 == 1 ? "330 metres"
                                           : ""}}
                   .dump() +
               "\n";
  test::write(folder_ / "queries.jsonl", queries);
  const auto ran = search({"--queries", path("queries.jsonl"), "--top", "1"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto answers = json_lines(ran.out);
  ASSERT_EQ(answers.size(), 200U);
  for (int i = 0; i < 200; ++i) {
    const auto& answer = answers[static_cast<std::size_t>(i)];
    EXPECT_EQ(answer.at("id"), i % 2 == 0 ? Json(i) : Json("q" + std::to_string(i)));
    const auto hits = ids(answer.at("hits"));
    if (i % 3 == 2)
      EXPECT_TRUE(hits.empty());
    else
      ASSERT_EQ(hits.size(), 1U);
    if (i % 3 == 1) EXPECT_EQ(hits[0], "tower");
  }
  const auto& hit = answers[1].at("hits")[0];
  for (const char* name : {"id", "score", "url", "title", "text"}) EXPECT_TRUE(hit.contains(name));
  EXPECT_EQ(search({"--queries", path("queries.jsonl"), "--top", "1", "--jobs", "1"}).out, ran.out);
}

TEST_F(Index, ABadQueryIsOneLineThatNamesIt) {
  build_store();
  const auto with = [&](const std::string& bad) {
    test::write(folder_ / "queries.jsonl", "{\"id\":1,\"query\":\"bridge\"}\n\n" + bad + "\n");
    return search({"--queries", path("queries.jsonl")});
  };
  expect_error(with("{"), 1, "queries.jsonl' line 3: not JSON");
  expect_error(with("{\"id\":1,\"query\":\"\xFF\"}"), 1, "line 3: not JSON in UTF-8");
  expect_error(with("{\"id\":1}"), 1, "line 3: no 'query'");
  expect_error(with("{\"query\":\"x\"}"), 1, "line 3: no 'id'");
  test::write(folder_ / "queries.jsonl", "\n");
  expect_error(search({"--queries", path("queries.jsonl")}), 1, "holds no query");
  expect_error(search({"--queries", path("missing")}), 1, "missing");
  expect_error(search({"bridge", "--queries", path("queries.jsonl")}), 2, "either");
  expect_error(search({}), 2, "either");
  expect_error(search({" "}), 2, "empty");
  EXPECT_EQ(search({"bridge", "--top", "0"}).status, 2);
}

TEST_F(Index, InfoSaysWhatAStoreHolds) {
  build_store();
  const auto text = test::assay({"index", "info", path("store")});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, testing::AllOf(HasSubstr("2020-01-02 to 2021-05-06, 1 without a date"),
                                       HasSubstr("in.jsonl"), HasSubstr("en 3")));
  const auto json = Json::parse(test::assay({"index", "info", path("store"), "--json"}).out);
  EXPECT_EQ(json.at("documents"), 3);
  EXPECT_EQ(json.at("undated"), 1);
  EXPECT_EQ(json.at("first_date"), "2020-01-02");
  EXPECT_EQ(json.at("languages").at("en"), 3);
  EXPECT_EQ(json.at("version"), 3);
  EXPECT_GT(json.at("bytes").get<int>(), 0);
}

TEST_F(Index, EveryHelpShowsAnExample) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"index"},
                                                  {"index", "build"},
                                                  {"index", "search"},
                                                  {"index", "info"}}) {
    auto arguments = command;
    arguments.push_back("--help");
    const auto ran = test::assay(arguments);
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, testing::ContainsRegex("Examples?:\n  assay index "));
  }
  EXPECT_EQ(test::assay({"index"}).status, 2);
  EXPECT_EQ(test::assay({"index", "build", path("in.jsonl")}).status, 2);
}

TEST_F(Index, BadLinesAreSkippedOnlyWhenAsked) {
  test::write(folder_ / "bad.jsonl", lines + "{\"text\":\"x\",\"date\":\"soon\"}\n" + lines);
  expect_error(build("store", {path("bad.jsonl")}), 1,
               "bad.jsonl' line 4: 'date' is not a date: 'soon'");
  EXPECT_THAT(names_in(folder_.path()), testing::UnorderedElementsAre("in.jsonl", "bad.jsonl"));
  const auto ran = build("store", {path("bad.jsonl"), "--skip-bad"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, testing::AllOf(HasSubstr("line 4"), HasSubstr("1 bad line"),
                                      HasSubstr("3 documents that were there already")));
  test::write(folder_ / "latin.jsonl", "{\"text\":\"caf\xE9\"}\n");
  expect_error(build("latin", {path("latin.jsonl")}), 1, "line 1: not UTF-8");
}

TEST_F(Index, OneBrokenDocumentAmongAThousandIsListed) {
  for (int i = 0; i < 1000; ++i)
    test::write(folder_ / ("in/" + std::to_string(i) + ".txt"), "words " + std::to_string(i));
  test::write(folder_ / "in/broken.pdf", "%PDF-1.7\nnot really");
  std::string attributes = "<html><body><p";
  for (int i = 0; i < 100'000; ++i) attributes += " a" + std::to_string(i) + "=1";
  test::write(folder_ / "in/wide.html", attributes + ">x");
  const auto ran = build("store", {path("in")});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1,000 documents"));
  EXPECT_THAT(ran.err, testing::AllOf(HasSubstr("broken.pdf"), HasSubstr("wide.html"),
                                      HasSubstr("2 documents that can't be read")));
  expect_error(build("strict", {path("in"), "--strict"}), 1, "broken.pdf");
  expect_error(build("alone", {path("in/broken.pdf")}), 1, "holds no document");
  expect_error(build("alone", {path("in/wide.html")}), 1, "holds no document");
  EXPECT_FALSE(fs::exists(folder_ / "strict") || fs::exists(folder_ / "alone"));
}

TEST_F(Index, OtherBadInputs) {
  fs::create_directory(folder_ / "empty");
  expect_error(build("store", {path("empty")}), 1, "holds no document");
  expect_error(build("store", {path("missing")}), 1, "does not exist");
  expect_error(build("empty/../in.jsonl", {path("in.jsonl")}), 1, "no folder");
  test::write(folder_ / "mine/file", "x");
  expect_error(build("mine", {path("in.jsonl")}), 1, "not an Assay store");
  expect_error(test::assay({"index", "info", path("mine")}), 1, "not an Assay store");
  build_store();
  for (const char* name : {"documents.text", "manifest.json", "documents.table"}) {
    const auto whole = test::read(folder_ / "store" / name);
    test::write(folder_ / "store" / name, whole.substr(0, whole.size() / 2));
    expect_error(search({"bridge"}), 1, "damaged or cut short");
    test::write(folder_ / "store" / name, whole);
  }
  auto manifest = test::read(folder_ / "store/manifest.json");
  const std::string version = "\"version\": 3";
  manifest.replace(manifest.find(version), version.size(), "\"version\": 99");
  test::write(folder_ / "store/manifest.json", manifest);
  expect_error(search({"bridge"}), 1, "newer version");
}

TEST_F(Index, AFullDiskLeavesTheOlderStore) {
  const test::Mount disk(folder_ / "disk", "size=1m");
  if (!disk.mounted()) GTEST_SKIP() << disk.why();
  ASSERT_EQ(build("disk/store", {path("in.jsonl")}).status, 0);
  std::string large;
  for (int i = 0; i < 300; ++i)
    large += "{\"text\":\"" + std::to_string(i) + std::string(6000, 'x') + "\"}\n";
  test::write(folder_ / "large.jsonl", large);
  expect_error(build("disk/store", {path("large.jsonl")}), 1, "No space left on device");
  EXPECT_EQ(names_in(folder_ / "disk"), std::vector<std::string>{"store"});
  const auto json = Json::parse(test::assay({"index", "info", path("disk/store"), "--json"}).out);
  EXPECT_EQ(json.at("documents"), 3);
}

TEST_F(Index, AnotherUserCannotWriteButRead) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  build_store();
  fs::permissions(folder_.path(), fs::perms(0755));
  fs::copy_file(test::program(), folder_ / "assay");
  fs::permissions(folder_ / "assay", fs::perms(0755));
  const auto as_nobody = [&](std::vector<std::string> arguments) {
    std::vector<std::string> command{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                                     path("assay")};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return test::run(command);
  };
  expect_error(as_nobody({"index", "build", "--out", path("new"), path("in.jsonl")}), 1,
               "Permission denied");
  test::write(folder_ / "more.jsonl", "{\"text\":\"x\"}\n");
  expect_error(as_nobody({"index", "build", "--out", path("store"), path("more.jsonl")}), 1,
               "Permission denied");
  const auto found = as_nobody({"index", "search", path("store"), "bridge"});
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("bridge"));
}

TEST_F(Index, AKilledBuildLeavesTheOlderStoreAndIsClearedAway) {
  build_store();
  // A pipe whose writer never ends, so that the build is surely in the midst of it.
  ASSERT_EQ(::mkfifo(path("pipe.jsonl").c_str(), 0600), 0);
  const int pipe = ::open(path("pipe.jsonl").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(pipe, 0);
  const std::string line = "{\"text\":\"from the pipe\"}\n";
  ASSERT_EQ(::write(pipe, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  const auto ran = test::run({"timeout", "-s", "KILL", "1", test::program(), "index", "build",
                              "--out", path("store"), path("pipe.jsonl")});
  ::close(pipe);
  EXPECT_EQ(ran.status, 137) << ran.err;
  EXPECT_EQ(names_in(folder_.path()).size(), 4U);  // the killed one's folder is there
  EXPECT_EQ(search({"bridge", "--top", "1"}).status, 0);
  test::write(folder_ / "in.jsonl", lines + "{\"text\":\"more\"}\n");
  build_store();
  EXPECT_THAT(names_in(folder_.path()),
              testing::UnorderedElementsAre("in.jsonl", "pipe.jsonl", "store"));
}

TEST_F(Index, ManyMayBuildOneStoreAtOnce) {
  std::string large;
  for (int i = 0; i < 2000; ++i)
    large += "{\"text\":\"bridge number " + std::to_string(i) + "\"}\n";
  test::write(folder_ / "large.jsonl", large);
  std::vector<Ran> runs(4);
  {
    std::vector<std::jthread> threads;
    for (auto& ran : runs)
      threads.emplace_back([&] { ran = build("store", {path("large.jsonl")}); });
  }
  for (const auto& ran : runs) EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(names_in(folder_.path()),
              testing::UnorderedElementsAre("in.jsonl", "large.jsonl", "store"));
  EXPECT_THAT(search({"1234"}).out, HasSubstr("large.jsonl:1235"));
}

TEST_F(Index, FindsInManyLanguages) {
  const std::vector<std::array<std::string, 3>> cases{
      {"ar", "افتتح الجسر الكبير أمام حركة المرور في المدينة سنة ألف وتسعمئة", "الجسر"},
      {"zh", "金门大桥于一九三七年正式通车,连接旧金山与马林县。", "金门大桥"},
      {"ja", "東京タワーは1958年に完成した電波塔で、東京のシンボルです。", "東京タワー"},
      {"ru", "Большие мосты были открыты для движения в прошлом году в городе.", "мост"},
      {"de", "Die neuen Brücken wurden im vergangenen Jahr für den Verkehr geöffnet.", "Brücke"},
      {"th", "สะพานแห่งใหม่เปิดให้ประชาชนใช้สัญจรเมื่อปีที่แล้วในกรุงเทพมหานคร", "สะพาน"}};
  std::string corpus;
  for (const auto& [id, text, query] : cases)
    corpus += Json{{"id", id}, {"text", text}}.dump() + "\n";
  test::write(folder_ / "in.jsonl", corpus);
  build_store();
  for (const auto& [id, text, query] : cases) {
    const auto json = Json::parse(search({query, "--json"}).out);
    ASSERT_FALSE(json.at("hits").empty()) << id;
    EXPECT_EQ(json.at("hits")[0].at("id"), id);
    EXPECT_EQ(json.at("hits")[0].at("text"), text);
  }
}

TEST_F(Index, AnyFileNameWillDo) {
  for (const char* name : {"a b.txt", "it's \"so\".txt", "two\nlines.txt", "\xFF\xFE.txt"})
    test::write(folder_ / "odd" / name, "an odd name");
  const auto ran = build("odd \"store\"\n", {path("odd")});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1);
  const auto json = Json::parse(
      test::assay({"index", "search", path("odd \"store\"\n"), "odd name", "--json"}).out);
  EXPECT_THAT(ids(json.at("hits")),
              testing::UnorderedElementsAre("a b.txt", "it's \"so\".txt", "two\\x0alines.txt",
                                            "\\xff\\xfe.txt"));
}

}  // namespace
}  // namespace assay
