// How well pages are read, on real ones (not part of the project; skipped where they are missing).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/support.h"
#include "web/article.h"
#include "web/clean_text.h"

namespace assay::web {
namespace {

TEST(ExtractionScore, ReachesItsTargets) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto folder = *shared / "data" / "extraction";
  double found = 0, wanted = 0, wrong = 0, dates = 0, dated = 0, titles = 0, titled = 0;
  for (const auto& page : nlohmann::json::parse(test::read(folder / "annotations.json"))) {
    Article article;
    try {
      article = extract_article(test::read(folder / "html" / page.at("file").get<std::string>()));
    } catch (const Unreadable&) {
    }
    const auto text = one_line(article.text);
    const auto holds = [&](const nlohmann::json& s) {
      return text.find(one_line(s.get<std::string>())) != text.npos;
    };
    for (const auto& s : page.at("with")) ++wanted, found += holds(s);
    for (const auto& s : page.at("without")) wrong += holds(s);
    if (page.contains("date")) {
      ++dated;
      dates +=
          article.published && article.published->to_string() == page["date"].get<std::string>();
    }
    if (page.contains("title")) {
      ++titled;
      titles += article.title == one_line(page["title"].get<std::string>());
    }
  }
  const double precision = found / (found + wrong);
  const double recall = found / wanted;
  EXPECT_GE(2 * precision * recall / (precision + recall), 0.93);
  EXPECT_GE(dates / dated, 0.87);
  EXPECT_GE(titles / titled, 0.89);
}

}  // namespace
}  // namespace assay::web
