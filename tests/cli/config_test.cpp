#include "cli/config.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using models::ModelSpec;

class ConfigTest : public testing::Test {
 protected:
  ConfigTest() { fs::current_path(folder_.path()); }
  ~ConfigTest() override { fs::current_path(before_); }

  Config load(const std::string& given = "") {
    return load_config(given, [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      if (found == variables_.end()) return std::nullopt;
      return found->second;
    });
  }
  std::string error_of(const std::string& text) {
    test::write(folder_ / "x.toml", text);
    return error([&] { load("x.toml"); });
  }
  template <class Work>
  static std::string error(Work work) {
    try {
      work();
    } catch (const core::InputError& e) {
      return e.what();
    } catch (const core::UsageError& e) {
      return std::string("usage: ") + e.what();
    }
    return "no error";
  }

  fs::path before_ = fs::current_path();
  test::TempDir folder_;
  std::map<std::string, std::string> variables_;
};

TEST_F(ConfigTest, TheExampleSaysAllThatThereIs) {
  const auto file = test::source_dir() / "docs/assay.example.toml";
  const auto config = load(file.string());
  EXPECT_EQ(config.model, "openai:gpt-4o");
  EXPECT_EQ(config.stages.size(), stage_names().size());
  EXPECT_EQ(config.stages.at("judge"), "anthropic:claude-opus-5-5");
  EXPECT_EQ(config.prompts, file.parent_path() / "prompts");
  EXPECT_EQ(config.budget, 0.5);
  EXPECT_EQ(config.deadline, 120);
  EXPECT_EQ(config.max_turns, 3);
  EXPECT_EQ(config.results, 3U);
  EXPECT_EQ(config.images_per_page, 32U);
  EXPECT_EQ(config.hub, "https://hub.example.org");
  EXPECT_EQ(config.retry.tries, 6);
  EXPECT_EQ(config.retry.first, std::chrono::milliseconds(500));
  EXPECT_EQ(config.retry.longest, std::chrono::seconds(30));
  EXPECT_EQ(config.retry.longest_asked, std::chrono::seconds(120));
  EXPECT_EQ(config.answers, file.parent_path() / "answers.sqlite");
  EXPECT_TRUE(config.keep_answers);
  EXPECT_TRUE(config.embedding && config.reranking && config.classification);
  EXPECT_EQ(config.search.provider, "brave");
  EXPECT_EQ(config.search.news, "serper");
  EXPECT_EQ(config.search.images, "serper");
  EXPECT_EQ(config.search.reverse, "google-vision");
  EXPECT_EQ(config.search.factcheck, "google-factcheck");
  EXPECT_EQ(config.search.results, 10U);
  EXPECT_EQ(config.search.language, "en");
  EXPECT_EQ(config.search.country, "us");
  EXPECT_EQ(config.search.urls.at("searxng"), "http://127.0.0.1:8888");
  EXPECT_EQ(config.search.prices.at("serper"), 0.0003);
  const auto gpt = config.settings(ModelSpec::parse("openai:gpt-4o"));
  EXPECT_EQ(gpt.temperature, 0.01);
  EXPECT_EQ(gpt.top_p, 0.9);
  EXPECT_EQ(gpt.max_tokens, 4096);
  EXPECT_EQ(gpt.calls, 64U);
  EXPECT_EQ(gpt.timeout, std::chrono::seconds(180));
  const auto qwen = ModelSpec::parse("openai:Qwen/Qwen2.5-VL-7B-Instruct@http://127.0.0.1:8000/v1");
  EXPECT_EQ(config.settings(qwen).context, 32768);
  const auto all = catalogue(config);
  EXPECT_EQ(all.find(qwen)->context, 32768);
  EXPECT_EQ(all.find(qwen)->prices->out, 0.4);
  EXPECT_EQ(all.find(qwen)->vision, true);  // which the catalogue knows
  const auto other = ModelSpec::parse("openai:Qwen/Qwen2.5-VL-7B-Instruct@http://127.0.0.1:9");
  EXPECT_EQ(all.find(other)->context, 128000);
}

TEST_F(ConfigTest, WhereItIsFound) {
  EXPECT_TRUE(load().file.empty());
  EXPECT_FALSE(load().model);
  variables_["XDG_CONFIG_HOME"] = (folder_ / "config").string();
  fs::create_directories(folder_ / "config/assay");
  test::write(folder_ / "config/assay/assay.toml", "max_turns = 1");
  EXPECT_EQ(load().max_turns, 1);
  test::write(folder_ / "assay.toml", "max_turns = 2");
  EXPECT_EQ(load().max_turns, 2);
  test::write(folder_ / "x.toml", "max_turns = 4");
  EXPECT_EQ(load("x.toml").max_turns, 4);
  EXPECT_NE(error([&] { load("none.toml"); }).find("none.toml': No such file"), std::string::npos);
}

TEST_F(ConfigTest, TheEnvironmentWeighsMore) {
  test::write(folder_ / "assay.toml",
              "model = \"openai:a\"\nbudget = 1\nhub = \"http://h\"\n[cache]\nanswers = \"f\"\n");
  EXPECT_EQ(load().answers, fs::path("f"));
  variables_ = {{"ASSAY_MODEL", "openai:b"},     {"ASSAY_BUDGET", "2.5"},
                {"ASSAY_HUB_URL", "http://g//"}, {"ASSAY_CACHE", "off"},
                {"ASSAY_DEADLINE", "9"},         {"ASSAY_EMBEDDING_MODEL", "openai:e"},
                {"ASSAY_RERANKING_MODEL", ""}};
  const auto config = load();
  EXPECT_EQ(config.model, "openai:b");
  EXPECT_EQ(config.budget, 2.5);
  EXPECT_EQ(config.hub, "http://g");
  EXPECT_FALSE(config.keep_answers);
  EXPECT_EQ(config.deadline, 9);
  EXPECT_EQ(config.embedding, "openai:e");
  EXPECT_FALSE(config.reranking);
  variables_ = {{"ASSAY_BUDGET", "much"}};
  EXPECT_EQ(error([&] { load(); }),
            "usage: the environment variable ASSAY_BUDGET must be a number from 0 to 1000000");
  variables_ = {{"ASSAY_MODEL", "gpt"}};
  EXPECT_TRUE(error([&] { load(); }).starts_with("usage: the environment variable ASSAY_MODEL "));
}

TEST_F(ConfigTest, MistakesAreOneLineWithTheirPlace) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"modle = \"x\"", "x.toml:1: modle is no known key; known are model, "},
      {"\nmodel = 7", "x.toml:2: model must be a text"},
      {"model = \"gpt-4o\"", "x.toml:1: model names no model ("},
      {"[stages]\njudge = 7", "x.toml:2: judge must be a text"},
      {"[stages]\njuge = \"openai:x\"",
       "x.toml:2: juge is no known key; known are plan, summarize, develop, judge, justify, "
       "extract"},
      {"[models.\"openai:x\"]\ntimeout = 0", "x.toml:2: timeout must be from 0.001 to"},
      {"[models.\"openai:x\"]\ntop_p = 1.5", "x.toml:2: top_p must be from 0 to 1"},
      {"[models.\"openai:x\"]\nfoo = 1", "x.toml:2: foo is no known key"},
      {"[models.\"gpt\"]\ntop_p = 1", "x.toml:1: [models.\"…\"] names no model"},
      {"[models.\"openai:x\".prices]\nin = 1", "x.toml:1: out is missing"},
      {"models = 1", "x.toml:1: models must be a table"},
      {"budget = -1", "x.toml:1: budget must be from 0 to 1000000"},
      {"max_turns = 0", "x.toml:1: max_turns must be at least 1"},
      {"hub = \"example.org\"", "x.toml:1: hub must be an http or https address"},
      {"[cache]\nanswers = 3", "x.toml:2: answers must be a text"},
      {"[embedding]\nmodell = \"x\"", "x.toml:2: modell is no known key; known are model"},
      {"model = ", "x.toml:1: "},
      {std::string(300 << 10, '#'), "longer than 262144 bytes"},
  };
  for (const auto& [text, start] : cases) {
    const auto line = error_of(text);
    EXPECT_NE(line.find(start), std::string::npos) << text.substr(0, 80) << "\n" << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST_F(ConfigTest, SearchServicesFromFileAndEnvironment) {
  test::write(
      folder_ / "assay.toml",
      "[search]\nprovider = 'brave'\nnews = 'searxng'\n[search.urls]\nsearxng = 'http://f'\n");
  EXPECT_EQ(load().search.provider, "brave");
  variables_ = {{"ASSAY_SEARCH", "wikipedia"},      {"ASSAY_SEARCH_NEWS", ""},
                {"ASSAY_SEARCH_IMAGES", "none"},    {"ASSAY_SEARCH_REVERSE", "serper"},
                {"ASSAY_SEARCH_FACTCHECK", "none"}, {"ASSAY_SEARCH_LANGUAGE", "de"},
                {"ASSAY_SEARCH_COUNTRY", "at"},     {"ASSAY_SEARXNG_URL", "http://e"}};
  const auto search = load().search;
  EXPECT_EQ(search.provider, "wikipedia");
  EXPECT_EQ(search.news, "searxng");  // an empty variable says nothing
  EXPECT_EQ(search.images, "none");
  EXPECT_EQ(search.reverse, "serper");
  EXPECT_EQ(search.factcheck, "none");
  EXPECT_EQ(search.language, "de");
  EXPECT_EQ(search.country, "at");
  EXPECT_EQ(search.urls.at("searxng"), "http://e");
  variables_ = {{"ASSAY_SEARCH", "bing"}};
  EXPECT_TRUE(error([&] { load(); }).starts_with("usage: the environment variables ASSAY_SEARCH"))
      << error([&] { load(); });
  variables_.clear();
  const auto wrong = error_of("[search]\nprovider = 'bing'\n");
  EXPECT_TRUE(wrong.starts_with("x.toml:") && wrong.find("'bing' is no service") != wrong.npos)
      << wrong;
  EXPECT_NE(error_of("[search]\nserper_key = 'abc'\n").find("looks like a key"), std::string::npos);
  EXPECT_NE(error_of("[search]\nspeed = 1\n").find("speed"), std::string::npos);
  EXPECT_NE(error_of("[search.prices]\nbrave = 'much'\n").find("brave"), std::string::npos);
}

TEST_F(ConfigTest, KeysAreRefusedAndNotShown) {
  for (const std::string text :
       {"openai_api_key = \"abc-SECRET\"", "[models.\"openai:x\"]\napi_key = \"abc-SECRET\"",
        "[cache]\nanswers = \"sk-SECRET\"", "model = \"sk-SECRET\"", "[stages]\ntoken = \"SECRET\"",
        "[embedding]\nAPIKEY = \"SECRET\""}) {
    const auto line = error_of(text);
    EXPECT_NE(line.find("keys come from the environment"), std::string::npos) << line;
    EXPECT_EQ(line.find("SECRET"), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace assay::cli
