#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "support/loopback_server.h"
#include "support/support.h"
#include "vision/encoders.h"

// The built program on knowledge stores: `assay index build --from`, `info`, `search`, and checks.
namespace assay {
namespace {

namespace fs = std::filesystem;
using core::Json;
using test::Ran;
using testing::HasSubstr;

std::string line(int claim, const std::string& url, const Json& text) {
  return Json{{"claim_id", claim},
              {"type", "question"},
              {"query", "q"},
              {"url", url},
              {"url2text", text}}
             .dump() +
         "\n";
}

void expect_error(const Ran& ran, int status, const std::string& part) {
  EXPECT_EQ(ran.status, status) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(part));
}

// A server of models: embeddings by a few words, pictures told by their size, and a reranker that
// likes short texts.
class Models {
 public:
  Models() : server_([this](const test::Asked& request) { return answer(request); }) {}
  std::string spec(const std::string& name) const {
    return "openai:" + name + "@" + server_.url() + "/v1";
  }
  std::map<std::string, int> asked;  // model → items

 private:
  static Json vector_of(const Json& item) {
    std::vector<double> vector{0.01, 0.01, 0.01};
    if (item.is_object() && item.contains("image")) {
      vector[item.at("image").get<std::string>().size() % 2] = 1;
      return vector;
    }
    const auto text =
        item.is_object() ? item.at("text").get<std::string>() : item.get<std::string>();
    if (text.find("bridge") != std::string::npos || text.find("crossing") != std::string::npos)
      vector[0] += 1;
    if (text.find("tower") != std::string::npos) vector[1] += 1;
    return vector;
  }
  test::Reply answer(const test::Asked& request) {
    const auto body = Json::parse(request.body);
    const auto model = body.at("model").get<std::string>();
    Json reply;
    if (request.target.ends_with("/rerank")) {
      std::size_t index = 0;
      for (const auto& document : body.at("documents")) {
        ++asked[model];
        reply["results"].push_back(
            {{"index", index++},
             {"relevance_score", 1.0 / static_cast<double>(document.get<std::string>().size())}});
      }
    } else {
      std::size_t index = 0;
      for (const auto& item : body.at("input")) {
        ++asked[model];
        reply["data"].push_back({{"index", index++}, {"embedding", vector_of(item)}});
      }
    }
    test::Reply out;
    out.body = reply.dump();
    out.headers = {{"Content-Type", "application/json"}};
    return out;
  }
  test::LoopbackServer server_;
};

class Knowledge : public testing::Test {
 protected:
  void SetUp() override {
    test::write(folder_ / "kb/0.json",
                line(0, "https://a.example/1", {"The red bridge opened in 1937.", "It is long."}) +
                    line(0, "https://a.example/2", {"The crossing of the strait is painted."}) +
                    line(0, "https://a.example/3", Json::array()));
    test::write(folder_ / "kb/1.json",
                line(1, "https://b.example/1", {"The tower is 330 metres high."}) + "broken\n");
    test::write(folder_ / "dev.json",
                R"([{"claim":"The bridge opened in 1937.","claim_date":"25-8-2020"},)"
                R"({"claim":"The tower is 330 metres high."}])");
  }
  std::string path(const std::string& name) const { return folder_ / name; }
  Ran build(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"index",    "build", "--from",     "averitec-kb",
                                       path("kb"), "--out", path("store")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::assay(arguments);
  }
  Ran search(std::vector<std::string> more) {
    std::vector<std::string> arguments{"index", "search", path("store")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::assay(arguments);
  }
  static std::vector<std::string> urls(const Json& hits) {
    std::vector<std::string> found;
    for (const auto& hit : hits) found.push_back(hit.at("url"));
    return found;
  }

  test::TempDir folder_;
};

TEST_F(Knowledge, IsBuiltSaidAndSearched) {
  const auto built = build({"--claims", path("dev.json")});
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(built.out, testing::AllOf(HasSubstr("built"), HasSubstr("2 claims, 4 documents")));
  EXPECT_THAT(built.err, testing::AllOf(HasSubstr("1 broken line"), HasSubstr("1.json line 2"),
                                        HasSubstr("1 document without text")));
  const auto again = build({"--claims", path("dev.json")});
  EXPECT_THAT(again.out, HasSubstr("unchanged"));

  const auto info = test::assay({"index", "info", path("store"), "--json"});
  const auto json = Json::parse(info.out);
  EXPECT_EQ(json.at("documents"), 4);
  EXPECT_EQ(json.at("without_text"), 1);
  EXPECT_EQ(json.at("defects").at("broken_lines"), 1);
  EXPECT_EQ(json.at("claims").at(0).at("date"), "2020-08-25");
  EXPECT_THAT(test::assay({"index", "info", path("store")}).out, HasSubstr("2, 0 to 1"));
  EXPECT_EQ(Json::parse(test::assay({"index", "info", path("store"), "--claim", "1", "--json"}).out)
                .at("documents"),
            1);

  // By the claim's own text, and by a query.
  const auto own = Json::parse(search({"--claim", "0", "--json"}).out);
  EXPECT_EQ(own.at("query"), "The bridge opened in 1937.");
  ASSERT_EQ(urls(own.at("hits")).front(), "https://a.example/1");
  EXPECT_EQ(own.at("hits")[0].at("text"), "The red bridge opened in 1937.\nIt is long.");
  EXPECT_GT(own.at("hits")[0].at("scores").at("bm25"), 0.0);
  EXPECT_THAT(search({"tower", "--claim", "1"}).out, HasSubstr("BM25"));
  EXPECT_EQ(search({"tower", "--claim", "0"}).out, "nothing was found\n");
  test::write(path("queries.jsonl"),
              "{\"id\":1,\"claim\":\"1\"}\n{\"id\":\"b\",\"claim\":0,\"query\":\"strait\"}\n");
  std::istringstream answers(search({"--queries", path("queries.jsonl")}).out);
  std::string one;
  std::getline(answers, one);
  EXPECT_EQ(urls(Json::parse(one).at("hits")), std::vector<std::string>{"https://b.example/1"});
  std::getline(answers, one);
  EXPECT_EQ(Json::parse(one).at("id"), "b");
  EXPECT_EQ(urls(Json::parse(one).at("hits")), std::vector<std::string>{"https://a.example/2"});
}

TEST_F(Knowledge, SaysWhatIsWrong) {
  ASSERT_EQ(build().status, 0);
  expect_error(search({"bridge"}), 2, "--claim ID");
  expect_error(search({"--claim", "0"}), 2, "--claims FILE");
  expect_error(search({"bridge", "--claim", "7"}), 1, "no claim '7'");
  expect_error(search({"bridge", "--claim", "0", "--no-words", "--embedding", "none"}), 2,
               "nothing can be found");
  expect_error(search({"bridge", "--claim", "0", "--preset", "villain"}), 2,
               "mixedbread-ai/mxbai-embed-large-v1");
  expect_error(
      test::assay({"index", "build", "--from", "averitec-kb", path("none"), "--out", path("x")}), 1,
      "does not exist");
  expect_error(
      test::assay({"index", "build", "--from", "averitec-kb", path("kb"), "--out", path("kb")}), 1,
      "left alone");
  expect_error(test::assay({"index", "build", path("kb"), "--out", path("x"), "--split", "val"}), 2,
               "--from averimatec");
  expect_error(test::assay({"check", "The bridge.", "--corpus", path("store")}), 2, "--claim-id");
  expect_error(
      test::assay({"check", "The bridge.", "--corpus", path("dev.json"), "--claim-id", "0"}), 2,
      "knowledge store");
  expect_error(test::assay({"check", "--corpus", path("store"), "--claim-id", "9"}), 1,
               "no claim '9'");
  EXPECT_FALSE(fs::exists(path("x")));
}

TEST_F(Knowledge, IsSearchedByModels) {
  ASSERT_EQ(build().status, 0);
  Models models;
  const auto json =
      Json::parse(search({"red bridge", "--claim", "0", "--json", "--vectors", "full",
                          "--embedding", models.spec("e"), "--reranking", models.spec("r")})
                      .out);
  ASSERT_EQ(json.at("hits").size(), 2U);
  const auto& scores = json.at("hits")[0].at("scores");
  for (const auto* step : {"cosine", "fused", "reranked"})
    EXPECT_TRUE(scores.contains(step)) << step;
  EXPECT_EQ(json.at("embedded"), 2);
  // The vectors were kept.
  const auto again = Json::parse(search({"red bridge", "--claim", "0", "--json", "--vectors",
                                         "full", "--embedding", models.spec("e")})
                                     .out);
  EXPECT_EQ(again.at("embedded"), 0);
}

TEST_F(Knowledge, PresetsAreThePapers) {
  ASSERT_EQ(build().status, 0);
  Models models;
  test::write(path("assay.toml"), "[embedding]\nmodel = \"" + models.spec("mxbai-embed-large-v1") +
                                      "\"\n[reranking]\nmodel = \"" +
                                      models.spec("mxbai-rerank-large-v1") + "\"\n");
  const auto ran = search({"red bridge", "--claim", "0", "--json", "--preset", "villain",
                           "--config", path("assay.toml")});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto hits = Json::parse(ran.out).at("hits");
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_FALSE(hits[0].at("scores").contains("bm25"));
  EXPECT_TRUE(hits[0].at("scores").contains("reranked"));
  EXPECT_EQ(models.asked["mxbai-rerank-large-v1"], 2);
  const auto defame =
      search({"red bridge", "--claim", "0", "--json", "--preset", "defame", "--embedding",
              models.spec("gte-base-en-v1.5"), "--config", path("assay.toml")});
  ASSERT_EQ(defame.status, 0) << defame.err;
  EXPECT_FALSE(Json::parse(defame.out).at("hits")[0].at("scores").contains("reranked"));
  EXPECT_EQ(models.asked["mxbai-rerank-large-v1"], 2);
}

TEST_F(Knowledge, OfPicturesIsSearchedByThem) {
  const auto base = path("set");
  test::write(base + "/text_related/text_related_store_text_val/4.json",
              line(4, "https://a.example/1", {"The bridge is red."}));
  test::write(base + "/text_related/image_related_store_text_val/4.json",
              line(4, "https://a.example/2", {"The bridge in the picture is blue."}));
  const auto picture = test::png(test::pattern(200, 160));
  test::write(base + "/image_related/image_related_store_image_val/4/a.png", picture);
  test::write(base + "/image_related/image_related_store_image_val/4/b.png",
              test::png(test::pattern(120, 90)));
  const auto built =
      test::assay({"index", "build", "--from", "averimatec", base, "--out", path("store")});
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(built.out, HasSubstr("2 pictures"));
  EXPECT_EQ(urls(Json::parse(
                     search({"bridge", "--claim", "4", "--collection", "image_text", "--json"}).out)
                     .at("hits")),
            std::vector<std::string>{"https://a.example/2"});
  // Each collection of texts by itself.
  Models models;
  const auto both = Json::parse(search({"bridge", "--claim", "4", "--json", "--preset", "villain",
                                        "--embedding", models.spec("e"), "--reranking", "none"})
                                    .out);
  EXPECT_EQ(urls(both.at("hits")),
            (std::vector<std::string>{"https://a.example/1", "https://a.example/2"}));
  // By looks, and by what a model sees.
  test::write(path("query.png"), picture);
  const auto looks = search({"--claim", "4", "--image", path("query.png"), "--json"});
  ASSERT_EQ(looks.status, 0) << looks.err;
  EXPECT_THAT(looks.out, HasSubstr("images:a.png"));
  const auto seen = search(
      {"a bridge", "--claim", "4", "--images", "--json", "--image-embedding", models.spec("m")});
  ASSERT_EQ(seen.status, 0) << seen.err;
  EXPECT_THAT(seen.out, HasSubstr("images:"));
  EXPECT_EQ(models.asked["m"], 3);
}

TEST_F(Knowledge, ClaimsAreCheckedAgainstTheirStores) {
  ASSERT_EQ(build({"--claims", path("dev.json")}).status, 0);
  const auto one = test::assay({"check", "--corpus", path("store"), "--claim-id", "1", "--out",
                                path("run"), "--json", "--labels", "averitec"});
  ASSERT_EQ(one.status, 0) << one.err;
  const auto result = Json::parse(one.out);
  EXPECT_EQ(result.at("label"), "Supported");
  EXPECT_THAT(one.out, HasSubstr("https://b.example/1"));
  // The run says how it searched, and is repeated without the store.
  const auto start = Json::parse(test::read(path("run/record.jsonl"))
                                     .substr(0, test::read(path("run/record.jsonl")).find('\n')));
  EXPECT_EQ(start.at("value").at("configuration").at("retrieval").at("words"), true);
  fs::rename(path("store"), path("moved"));
  const auto replayed = test::assay({"check", "--replay", path("run"), "--json"});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_EQ(Json::parse(replayed.out).at("label"), "Supported");
  fs::rename(path("moved"), path("store"));
  // A batch finds each claim's store by its id; one without any is told from nothing.
  test::write(path("claims.jsonl"),
              "{\"id\":0,\"claim\":\"The bridge opened in 1937.\"}\n"
              "{\"id\":\"1\",\"claim\":\"The tower is 330 metres high.\"}\n"
              "{\"id\":77,\"claim\":\"The tower is 330 metres high.\"}\n");
  const auto batch =
      test::assay({"check", "--batch", path("claims.jsonl"), "--corpus", path("store"), "--out",
                   path("batch"), "--labels", "averitec", "--json"});
  ASSERT_EQ(batch.status, 0) << batch.err;
  std::map<std::string, std::string> labels;
  std::istringstream lines(test::read(path("batch/results.jsonl")));
  for (std::string text; std::getline(lines, text);) {
    const auto json = Json::parse(text);
    labels[json.at("claim_id").dump()] = json.at("label");
  }
  EXPECT_EQ(labels.at("0"), "Supported");
  EXPECT_EQ(labels.at("\"1\""), "Supported");
  EXPECT_EQ(labels.at("77"), "Not Enough Evidence");
}

TEST_F(Knowledge, WhatAPassageWasTakenFromIsKept) {
  // A long page, of which the middle is found; as text, and as HTML.
  std::string before;
  std::string after;
  for (int i = 0; i < 150; ++i) {
    before += "Sentence " + std::to_string(i) + " tells of the weather on that day in town. ";
    after += "Line " + std::to_string(i) + " has nothing to do with any of it, one would say. ";
  }
  const std::string fact = "The red bridge opened in 1937.";
  test::write(folder_ / "kb/2.json", line(2, "https://c.example/1", {before, fact, after}));
  test::write(folder_ / "pages/page.html",
              "<html><head><title>A page</title></head><body><article><p>" + before + "</p><p>" +
                  fact + "</p><p>" + after + "</p></article></body></html>");
  ASSERT_EQ(build().status, 0);
  const auto of_store = test::assay({"check", fact, "--corpus", path("store"), "--claim-id", "2",
                                     "--out", path("run"), "--json"});
  ASSERT_EQ(of_store.status, 0) << of_store.err;
  const auto of_pages = test::assay({"check", fact, "--corpus", path("pages"), "--passages",
                                     "--embedding", "none", "--out", path("pages-run"), "--json"});
  ASSERT_EQ(of_pages.status, 0) << of_pages.err;
  for (const auto* run : {"run", "pages-run"}) {
    EXPECT_THAT(test::read(path(run) + "/record.jsonl"), HasSubstr(" passages/1\"")) << run;
    const auto verified = test::assay({"verify", path(run)});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("2 read again from the kept bytes"));
  }
}

// Ranks with vectors of what the words find, and with those of all, on the pool's first 100 claims
// and on its first 100 documents.
TEST(KnowledgePool, LazyAndFullVectorsFindTheSame) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto found = test::run({(test::source_dir() / "scripts/models").string(), "path"});
  const fs::path models = found.out.substr(0, found.out.find('\n'));
  if (!fs::exists(models / "all-minilm-l6-v2"))
    GTEST_SKIP() << "the test models are not here (scripts/models)";
  const test::TempDir folder;
  const std::string model = folder / "minilm.gguf";
  const auto import =
      test::assay({"models", "import", (models / "all-minilm-l6-v2").string(), "--out", model});
  if (import.status != 0) GTEST_SKIP() << "no model inside the process here: " << import.err;
  const auto data = *shared / "data/averitec";
  const auto gold = Json::parse(test::read(data / "qrels.json"));
  std::string queries;
  std::vector<std::string> ids;
  for (const auto& claim : Json::parse(test::read(data / "dev.json"))) {
    const auto id = claim.at("id").dump();
    if (!gold.contains(id) || gold.at(id).empty() || ids.size() == 100) continue;
    ids.push_back(id);
    queries += Json{{"id", id}, {"query", claim.at("claim")}}.dump() + "\n";
  }
  test::write(folder / "queries.jsonl", queries);
  std::string first;
  std::istringstream pool(test::read(data / "pool.jsonl"));
  for (std::string text; std::getline(pool, text) && std::ranges::count(first, '\n') < 100;)
    first += text + "\n";
  test::write(folder / "first.jsonl", first);

  using Ranks = std::map<std::string, std::vector<std::string>>;
  const auto ranks = [&](const fs::path& input, std::vector<std::string> more) {
    const std::string store = folder / ("store-" + input.filename().string());
    EXPECT_EQ(test::assay({"index", "build", input.string(), "--out", store}).status, 0);
    std::vector<std::string> arguments{"index",       "search",        store,
                                       "--passages",  "--queries",     folder / "queries.jsonl",
                                       "--embedding", "llama:" + model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran = test::assay(arguments);
    EXPECT_EQ(ran.status, 0) << ran.err;
    Ranks all;
    std::istringstream answers(ran.out);
    for (std::string text; std::getline(answers, text);) {
      const auto json = Json::parse(text);
      for (const auto& hit : json.at("hits")) all[json.at("id")].push_back(hit.at("id"));
    }
    return all;
  };
  const auto overlap = [&](const Ranks& a, const Ranks& b) {
    double same = 0;
    double all = 0;
    for (const auto& [id, hits] : b) {
      const auto other = a.find(id);
      for (const auto& hit : hits) {
        ++all;
        same += other != a.end() && std::ranges::count(other->second, hit) > 0 ? 1 : 0;
      }
    }
    return same / all;
  };
  // The tolerance: 95 of 100 of the first ten are the same.
  const auto lazy = ranks(data / "pool.jsonl", {"--vectors", "lazy"});
  const auto full = ranks(data / "pool.jsonl", {"--vectors", "full"});
  EXPECT_GE(overlap(lazy, full), 0.95);
  // Where the words find as many as there are, nearly all: what shares no word is what is missed.
  EXPECT_GE(overlap(ranks(folder / "first.jsonl", {"--vectors", "lazy"}),
                    ranks(folder / "first.jsonl", {"--vectors", "full"})),
            0.9);
  // And what is asked of it: recall@10 of 0.50 where words and vectors are fused.
  double recall = 0;
  for (const auto& id : ids) {
    double hits = 0;
    for (const auto& hit : full.at(id))
      hits += std::ranges::count(gold.at(id), Json(hit)) > 0 ? 1 : 0;
    recall += hits / static_cast<double>(gold.at(id).size());
  }
  EXPECT_GE(recall / 100, 0.45);  // of the first 100 claims; of all it is above 0.50
}

}  // namespace
}  // namespace assay
