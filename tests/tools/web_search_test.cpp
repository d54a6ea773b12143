#include "tools/web_search.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "io/record_file.h"
#include "support/support.h"
#include "tools/toolbox.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

retrieval::Document document(const std::string& id, const std::string& text, const char* date) {
  retrieval::Document made;
  made.id = id;
  made.url = "https://example.org/" + id;
  made.title = id;
  made.text = text;
  made.extractor = "jsonl/1";
  if (date != nullptr) made.date = core::Date::parse(date);
  return made;
}

std::shared_ptr<const retrieval::Corpus> corpus() {
  std::vector<retrieval::Document> documents;
  documents.push_back(document("old", "The bridge opened in 1937.", "2001-01-01"));
  documents.push_back(document("new", "The bridge opened in 1937, a check found.", "2021-06-01"));
  documents.push_back(document("undated", "A bridge that opened.", nullptr));
  return std::make_shared<retrieval::Corpus>(retrieval::Corpus::of(std::move(documents)));
}

// Fails in the ways a tool can.
class FailingTool : public Tool {
 public:
  std::string name() const override { return "failing"; }
  std::string version() const override { return "1"; }
  std::string options() const override { return ""; }
  awaitable<Findings> perform(Request) const override {
    throw std::runtime_error("the service is down");
    co_return Findings{};
  }
};

struct World {
  test::TempDir dir;
  io::SystemClock clock;
  io::Pool pool{2};
  io::RecordFile record{
      dir.path(), {{}, core::Json::object(), "test"}, clock, io::Blobs(dir / "blobs"), {}};

  std::vector<core::ToolResult> perform(const Toolbox& toolbox, std::vector<core::Action> actions) {
    boost::asio::io_context loop(1);
    std::vector<core::ToolResult> results;
    core::Plan plan;
    plan.actions = std::move(actions);
    boost::asio::co_spawn(loop, toolbox.perform(record, 1, plan),
                          [&](std::exception_ptr e, std::vector<core::ToolResult> r) {
                            EXPECT_FALSE(e);
                            results = std::move(r);
                          });
    loop.run();
    return results;
  }
  std::vector<core::ToolResult> search(CorpusSearchOptions options, const std::string& query) {
    return perform(Toolbox({std::make_shared<CorpusWebSearch>(corpus(), options, pool, clock)}),
                   {{"web_search", {query}, ""}});
  }
};

std::vector<std::string> found(const core::ToolResult& result) {
  std::vector<std::string> ids;
  for (const auto& source : result.sources) ids.push_back(source.document);
  std::sort(ids.begin(), ids.end());
  return ids;
}

using Ids = std::vector<std::string>;

TEST(WebSearch, KeepsWhatItFinds) {
  World world;
  const auto result = world.search({}, "bridge opened 1937").front();
  EXPECT_EQ(found(result), (Ids{"new", "old", "undated"}));
  for (const auto& source : result.sources) {
    const auto text = world.record.blobs().read(source.text_blob);
    EXPECT_NE(text.find("bridge"), std::string::npos);
    EXPECT_EQ(source.extractor, "jsonl/1");
    EXPECT_TRUE(source.retrieved.has_value());
  }
}

TEST(WebSearch, DropsWhatCameLater) {
  World world;
  CorpusSearchOptions options;
  options.before = core::Date::of(2021, 6, 1);
  const auto result = world.search(options, "bridge opened 1937").front();
  EXPECT_EQ(found(result), (Ids{"old", "undated"}));
  ASSERT_EQ(result.excluded.size(), 1U);
  EXPECT_EQ(result.excluded.front().source.document, "new");
  EXPECT_NE(result.excluded.front().reason.find("2021-06-01"), std::string::npos);
}

TEST(WebSearch, DropsTheUndatedOnRequest) {
  World world;
  CorpusSearchOptions options;
  options.require_date = true;
  EXPECT_EQ(found(world.search(options, "bridge opened 1937").front()), (Ids{"new", "old"}));
}

TEST(Toolbox, AFailureIsAnOutcomeOfItsOwn) {
  World world;
  const Toolbox toolbox({std::make_shared<FailingTool>(),
                         std::make_shared<CorpusWebSearch>(corpus(), CorpusSearchOptions{},
                                                           world.pool, world.clock)});
  const auto results = world.perform(
      toolbox,
      {{"failing", {"x"}, ""}, {"geolocate", {"[image:1]"}, ""}, {"web_search", {"bridge"}, ""}});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].error, "the service is down");
  EXPECT_NE(results[1].error.find("geolocate"), std::string::npos);
  EXPECT_TRUE(results[2].error.empty());
  EXPECT_FALSE(results[2].sources.empty());
  EXPECT_EQ(world.record.record().tool_results().size(), 3U);
}

}  // namespace
}  // namespace assay::tools
