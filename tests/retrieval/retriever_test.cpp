#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "io/run_to_end.h"
#include "retrieval/search/picture_retriever.h"
#include "retrieval/search/retriever.h"
#include "retrieval/store/build.h"
#include "support/support.h"
#include "vision/encoders.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using boost::asio::awaitable;
using models::Vector;

// Meaning by a few subjects: what has the same words of a subject is near. Pictures by their first
// pixel's colour is too much: they are told by their length.
class SubjectEmbedder : public models::Embedder {
 public:
  awaitable<std::vector<Vector>> embed(std::vector<models::Part> items) override {
    std::vector<Vector> vectors;
    for (const auto& item : items) {
      ++embedded;
      vectors.push_back(vector_of(item));
    }
    ++calls;
    co_return vectors;
  }
  const std::string& name() const override { return name_; }

  std::size_t calls = 0;
  std::size_t embedded = 0;

 private:
  static Vector vector_of(const models::Part& item) {
    static const std::array subjects{"bridge", "crossing", "tower", "river", "field"};
    Vector vector(4, 0.01F);
    if (const auto* picture = std::get_if<models::ImagePart>(&item)) {
      vector[picture->bytes->size() % 2] = 1;
      return vector;
    }
    auto text = std::get<models::TextPart>(item).text;
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    for (std::size_t i = 0; i < subjects.size(); ++i)
      if (text.find(subjects[i]) != std::string::npos) vector[i == 0 ? 0 : i - 1] += 1;
    return vector;
  }
  std::string name_ = "subjects";
};

// Likes what is short.
class ShortReranker : public models::Reranker {
 public:
  awaitable<std::vector<double>> rerank(std::string, std::vector<std::string> documents) override {
    std::vector<double> scores;
    for (const auto& document : documents) scores.push_back(-static_cast<double>(document.size()));
    asked = documents.size();
    co_return scores;
  }
  const std::string& name() const override { return name_; }
  std::size_t asked = 0;

 private:
  std::string name_ = "short";
};

std::string sentences(const std::string& about, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "In part " + std::to_string(i) + " one reads more of the " + about +
            " and of all that was said of it. ";
  return text;
}

Document document(const std::string& id, const std::string& text, const char* date = nullptr) {
  Document made;
  made.id = id;
  made.text = text;
  if (date != nullptr) made.date = core::Date::parse(date);
  return made;
}

std::vector<Document> library() {
  return {document("bridge", "The red bridge opened in 1937.", "2020-01-01"),
          document("crossing", "The crossing over the strait is painted.", "2021-01-01"),
          document("tower", "The tower is 330 metres high.", "2019-05-05"),
          document("field", "A field where nothing is built."),
          document("long",
                   sentences("river", 60) + "The old bridge fell down. " + sentences("river", 60),
                   "2018-01-01")};
}

class Retrieve : public testing::Test {
 protected:
  PassageResult search(const Retriever& retriever, const std::string& query,
                       const RetrievalOptions& options = {}) {
    return io::run_to_end(loop_, retriever.search(query, options));
  }
  static std::shared_ptr<const Corpus> corpus(std::vector<Document> documents) {
    return std::make_shared<const Corpus>(Corpus::of(std::move(documents)));
  }
  static std::vector<std::string> ids(const Retriever& retriever, const PassageResult& result) {
    std::vector<std::string> found;
    for (const auto& hit : result.hits)
      found.push_back(retriever.corpus().document(hit.document).id);
    return found;
  }
  fs::path build(const std::vector<Document>& documents) {
    std::string lines;
    for (const auto& one : documents)
      lines +=
          core::Json{
              {"id", one.id}, {"text", one.text}, {"date", one.date ? one.date->to_string() : ""}}
              .dump() +
          "\n";
    test::write(folder_ / "in.jsonl", lines);
    BuildOptions options;
    options.read.program = test::program();
    const std::array inputs{folder_ / "in.jsonl"};
    build_store(inputs, folder_ / "store", options);
    return folder_ / "store";
  }

  boost::asio::io_context loop_;
  io::Pool pool_{2};
  test::TempDir folder_;
  std::shared_ptr<SubjectEmbedder> embedder_ = std::make_shared<SubjectEmbedder>();
  std::shared_ptr<ShortReranker> reranker_ = std::make_shared<ShortReranker>();
};

TEST_F(Retrieve, ByWordsAloneWithoutAModel) {
  const Retriever retriever(corpus(library()), {}, pool_);
  const auto result = search(retriever, "red bridge");
  EXPECT_THAT(ids(retriever, result), testing::ElementsAre("bridge", "long"));
  const auto& scores = result.hits[0].scores;
  EXPECT_TRUE(scores.words);
  EXPECT_EQ(scores.words_rank, 1U);
  EXPECT_FALSE(scores.cosine || scores.fused || scores.reranked || scores.diverse);
  EXPECT_EQ(result.hits[0].document.score, *scores.words);
}

TEST_F(Retrieve, GivesPassagesWithTheirNeighbours) {
  const Retriever retriever(corpus(library()), {}, pool_);
  const auto result = search(retriever, "old bridge fell down");
  ASSERT_EQ(ids(retriever, result).front(), "long");
  const auto& hit = result.hits.front();
  const auto text = retriever.corpus().document(hit.document).text;
  const auto passage = text.substr(hit.begin, hit.end - hit.begin);
  EXPECT_THAT(passage, testing::HasSubstr("The old bridge fell down."));
  EXPECT_LE(passage.size(), 2048U);
  EXPECT_LT(hit.context_begin, hit.begin);
  EXPECT_GT(hit.context_end, hit.end);
  EXPECT_LE(hit.context_end - hit.context_begin, 3U * 2048U + 2U);
}

TEST_F(Retrieve, FusesWordsAndVectors) {
  const Retriever retriever(corpus(library()), {embedder_, nullptr}, pool_);
  RetrievalOptions options;
  options.vectors = VectorUse::full;
  const auto result = search(retriever, "red bridge", options);
  // `crossing` has none of the words.
  EXPECT_THAT(ids(retriever, result), testing::Contains("crossing"));
  EXPECT_EQ(ids(retriever, result).front(), "bridge");
  const auto& first = result.hits.front().scores;
  EXPECT_DOUBLE_EQ(*first.fused, 1.0 / (60 + static_cast<double>(first.words_rank)) +
                                     1.0 / (60 + static_cast<double>(first.cosine_rank)));
  options.words = false;
  const auto vectors = search(retriever, "red bridge", options);
  EXPECT_FALSE(vectors.hits.front().scores.words);
  EXPECT_EQ(vectors.hits.front().document.score, *vectors.hits.front().scores.cosine);
}

TEST_F(Retrieve, LazyVectorsAreOfWhatTheWordsFind) {
  const Retriever retriever(corpus(library()), {embedder_, nullptr}, pool_);
  const auto result = search(retriever, "red bridge");
  EXPECT_THAT(ids(retriever, result), testing::Not(testing::Contains("crossing")));
  EXPECT_EQ(result.embedded, 2U);  // `bridge` and one passage of `long`
  EXPECT_EQ(search(retriever, "red bridge").embedded, 0U);
}

TEST_F(Retrieve, VectorsStayInTheStore) {
  const auto store = build(library());
  const std::array inputs{store};
  const auto opened = [&] { return std::make_shared<const Corpus>(Corpus::open(inputs, {})); };
  {
    const Retriever retriever(opened(), {embedder_, nullptr}, pool_);
    EXPECT_GT(io::run_to_end(loop_, retriever.embed_all()), 5U);
  }
  const auto before = embedder_->embedded;
  const Retriever retriever(opened(), {embedder_, nullptr}, pool_);
  RetrievalOptions options;
  options.vectors = VectorUse::full;
  EXPECT_EQ(search(retriever, "red bridge", options).embedded, 0U);
  EXPECT_EQ(embedder_->embedded, before + 1);  // the query
  EXPECT_EQ(io::run_to_end(loop_, retriever.embed_all()), 0U);
}

TEST_F(Retrieve, RanksPassagesThatRepeatEachOtherOnce) {
  const auto text = sentences("bridge", 15);
  auto changed = text;
  changed.replace(changed.find("reads more"), 10, "hears more");
  const Retriever retriever(
      corpus({document("new", text, "2022-01-01"), document("old", changed, "2019-01-01"),
              document("other", "A bridge of another kind.")}),
      {embedder_, nullptr}, pool_);
  for (const auto use : {VectorUse::none, VectorUse::lazy, VectorUse::full}) {
    RetrievalOptions options;
    options.vectors = use;
    const auto result = search(retriever, "reads of the bridge", options);
    ASSERT_EQ(result.hits.size(), 2U);
    const auto found = ids(retriever, result);
    const auto place = std::ranges::find_if(found, [](const auto& id) { return id != "other"; });
    const auto& hit = result.hits[static_cast<std::size_t>(place - found.begin())];
    ASSERT_EQ(hit.also_in.size(), 1U);
    // Where the first is too late its copy is found.
    options.documents.before = core::Date::parse("2020-01-01");
    const auto early = search(retriever, "reads of the bridge", options);
    EXPECT_THAT(ids(retriever, early), testing::UnorderedElementsAre("old", "other"));
    ASSERT_EQ(early.excluded.size(), 1U);
    EXPECT_THAT(early.excluded.front().reason, testing::HasSubstr("2022-01-01"));
  }
}

TEST_F(Retrieve, RerankerReadsTheFirst) {
  const Retriever retriever(corpus(library()), {embedder_, reranker_}, pool_);
  RetrievalOptions options;
  options.vectors = VectorUse::full;
  options.documents.top = 2;
  options.candidates = 3;
  const auto result = search(retriever, "red bridge", options);
  EXPECT_LE(reranker_->asked, 6U);  // of two lists of three
  ASSERT_EQ(result.hits.size(), 2U);
  for (const auto& hit : result.hits) {
    EXPECT_TRUE(hit.scores.fused && hit.scores.reranked);
    EXPECT_EQ(hit.document.score, *hit.scores.reranked);
  }
  EXPECT_GE(*result.hits[0].scores.reranked, *result.hits[1].scores.reranked);
  reranker_->asked = 0;
  options.rerank = false;
  EXPECT_FALSE(search(retriever, "red bridge", options).hits.front().scores.reranked);
  EXPECT_EQ(reranker_->asked, 0U);
}

TEST_F(Retrieve, PicksWhatDiffers) {
  std::vector<Document> documents;
  for (int i = 0; i < 5; ++i)
    documents.push_back(document("b" + std::to_string(i),
                                 "The bridge, the bridge " + std::to_string(i) + " is red."));
  documents.push_back(document("tower", "The tower beside the bridge."));
  const Retriever retriever(corpus(documents), {embedder_, nullptr}, pool_);
  RetrievalOptions options;
  options.documents.top = 2;
  const auto plain = search(retriever, "the red bridge", options);
  EXPECT_THAT(ids(retriever, plain), testing::Not(testing::Contains("tower")));
  options.diversity = 0.1;
  const auto result = search(retriever, "the red bridge", options);
  EXPECT_THAT(ids(retriever, result), testing::Contains("tower"));
  EXPECT_TRUE(result.hits.front().scores.diverse);
}

TEST_F(Retrieve, OneCollectionAlone) {
  auto documents = library();
  documents[0].collection = "text";
  documents[4].collection = "image_text";
  const Retriever retriever(corpus(documents), {embedder_, nullptr}, pool_);
  for (const auto use : {VectorUse::none, VectorUse::lazy, VectorUse::full}) {
    RetrievalOptions options;
    options.vectors = use;
    options.collection = Collection::image_text;
    for (const auto& id : ids(retriever, search(retriever, "red bridge", options)))
      EXPECT_EQ(id, "long");
  }
}

TEST_F(Retrieve, AnEmptyCorpusAndAnEmptyQueryFindNothing) {
  const Retriever empty(corpus({}), {embedder_, reranker_}, pool_);
  EXPECT_TRUE(search(empty, "red bridge").hits.empty());
  const Retriever retriever(corpus(library()), {}, pool_);
  EXPECT_TRUE(search(retriever, "").hits.empty());
}

TEST_F(Retrieve, ManySearchesAtATime) {
  const Retriever retriever(corpus(library()), {embedder_, reranker_}, pool_);
  std::vector<std::vector<std::string>> found(40);
  std::size_t done = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    boost::asio::co_spawn(
        loop_,
        [](const Retriever& with, std::vector<std::string>& into,
           std::size_t& count) -> awaitable<void> {
          RetrievalOptions options;
          options.vectors = VectorUse::full;
          const auto result = co_await with.search("red bridge", options);
          into = ids(with, result);
          ++count;
        }(retriever, found[i], done),
        [](std::exception_ptr error) { EXPECT_FALSE(error); });
  loop_.restart();
  loop_.run();
  EXPECT_EQ(done, found.size());
  for (const auto& one : found) EXPECT_EQ(one, found.front());
}

TEST_F(Retrieve, PicturesByATextAndByAPicture) {
  std::string lines;
  std::map<std::size_t, std::string> by_parity;
  for (int i = 0; i < 6; ++i) {
    const auto bytes = test::png(test::pattern(60 + i, 50));
    test::write(folder_ / ("set/p" + std::to_string(i) + ".png"), bytes);
  }
  BuildOptions options;
  options.read.program = test::program();
  const std::array inputs{folder_ / "set"};
  build_store(inputs, folder_ / "pictures", options);
  const std::array stores{folder_ / "pictures"};
  const auto opened = std::make_shared<const Corpus>(Corpus::open(stores, {}));
  ASSERT_EQ(opened->pictures(), 6U);
  vision::PictureReaders readers(test::program());
  const PictureRetriever retriever(opened, embedder_, readers, pool_);
  CorpusSearch search;
  search.top = 3;
  const auto result = io::run_to_end(loop_, retriever.by_text("the bridge", search));
  ASSERT_EQ(result.hits.size(), 3U);
  EXPECT_EQ(embedder_->embedded, 7U);
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_GE(result.hits[i - 1].document.score, result.hits[i].document.score);
  const auto same =
      io::run_to_end(loop_, retriever.by_picture(opened->picture_bytes(result.hits[0]), search));
  EXPECT_NEAR(same.hits.front().document.score, 1, 0.001);
  EXPECT_EQ(embedder_->embedded, 8U);  // what was made was kept
}

TEST(RetrievalPresets, AreThePapers) {
  const auto villain = retrieval_preset("villain");
  ASSERT_TRUE(villain);
  EXPECT_EQ(villain->options.candidates, 100U);
  EXPECT_EQ(villain->options.documents.top, 10U);
  EXPECT_TRUE(villain->each_collection);
  EXPECT_FALSE(villain->options.words);
  EXPECT_EQ(villain->embedding, "mixedbread-ai/mxbai-embed-large-v1");
  const auto defame = retrieval_preset("defame");
  EXPECT_TRUE(defame->reranking.empty());
  EXPECT_EQ(defame->options.vectors, VectorUse::full);
  EXPECT_FALSE(retrieval_preset("other"));
}

}  // namespace
}  // namespace assay::retrieval
