#include "procedures/new_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/support.h"

namespace assay::procedures {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const char* const story =
    "The council met on Monday and agreed to build a new bridge over the river. Work begins in "
    "spring, the mayor said, and the old bridge will be closed for twelve weeks. Shops on both "
    "banks fear for their trade.";

class NewSourcesTest : public testing::Test {
 protected:
  core::Source source(const std::string& id, const std::string& text) {
    core::Source made;
    made.document = id;
    made.text_blob = blobs_.keep(text);
    return made;
  }
  core::Source showing(core::Source page, int query, const std::string& caption) {
    page.match.emplace();
    page.match->query = query;
    page.images.resize(1);
    page.images[0].number = 9;
    page.images[0].caption = caption;
    return page;
  }
  void result(std::vector<core::Source> sources) {
    core::ToolResult made;
    made.sources = std::move(sources);
    core::Entry entry;
    entry.type = core::EntryType::tool_result;
    entry.value = core::Json(made).dump();
    record_.append(std::move(entry));
  }
  std::vector<std::string> fresh(std::size_t results) {
    found_ = new_sources(record_, blobs_, results);
    std::vector<std::string> ids;
    for (const auto& one : found_.fresh) ids.push_back(one.source.document);
    return ids;
  }

  test::TempDir dir_;
  io::Blobs blobs_{dir_ / "blobs"};
  core::Record record_;
  NewSources found_;
};

TEST_F(NewSourcesTest, TheSameDocumentAndTheSameTextAreReadOnce) {
  result({source("a", "one text"), source("b", "another text")});
  result({source("a", "one text"), source("c", "another text"), source("d", "a third text")});
  EXPECT_THAT(fresh(2), ElementsAre("a", "b", "d"));
  EXPECT_THAT(fresh(1), ElementsAre("d"));
  EXPECT_EQ(found_.fresh[0].action, 1U);
  EXPECT_THAT(found_.repeats, IsEmpty());
}

TEST_F(NewSourcesTest, APageThatIsNearlyTheSameIsShownWithTheFirst) {
  result({source("first", story), source("copy", std::string(story) + " Read more."),
          source("other", "Nothing of the kind happened anywhere.")});
  EXPECT_THAT(fresh(1), ElementsAre("first", "other"));
  ASSERT_EQ(found_.repeats.size(), 1U);
  EXPECT_EQ(found_.repeats[0].source.document, "copy");
  EXPECT_TRUE(same_source(found_.repeats[0].first, source("first", story)));
  EXPECT_EQ(found_.repeats[0].reason, "nearly the same text");
}

TEST_F(NewSourcesTest, AnotherNumberIsAnotherStory) {
  std::string other = story;
  other.replace(other.find("Monday"), 6, "10 May");
  result({source("first", story), source("second", other)});
  EXPECT_THAT(fresh(1), ElementsAre("first", "second"));
}

TEST_F(NewSourcesTest, APageIsNewWhereItIsFoundForAPicture) {
  result({source("page", story)});
  result({showing(source("page", story), 1, "A bridge")});
  EXPECT_THAT(fresh(1), ElementsAre("page"));
  // And once more for the same picture it isn't, nor for its text.
  result({showing(source("page", story), 1, "A bridge"), source("page", story)});
  EXPECT_THAT(fresh(1), IsEmpty());
}

TEST_F(NewSourcesTest, PagesWithOtherCaptionsSayOtherThings) {
  result({showing(source("a", "Pictures."), 1, "A bridge in Rome in the year after the flood"),
          showing(source("b", "Pictures of the week."), 1, "A bridge in Oslo")});
  EXPECT_THAT(fresh(1), ElementsAre("a", "b"));
}

TEST_F(NewSourcesTest, OfOneAgencyTextInSeveralDressesTheFirstIsReadInWhicheverTurn) {
  const std::string more =
      "The council will vote again in June, when the bids of three companies are in. Critics call "
      "the plan too dear and want the old bridge repaired instead. ";
  result({source("first", "From our wires. " + std::string(story) + " " + more)});
  result({source("dressed", "Sign up for our letter! " + std::string(story) +
                                " Did you like it? Tell your friends."),
          source("other", "A cat sat on the mat and looked at the rain for a whole day long.")});
  EXPECT_EQ(fresh(1), std::vector<std::string>{"other"});
  ASSERT_EQ(found_.repeats.size(), 1U);
  EXPECT_EQ(found_.repeats[0].first.document, "first");
  EXPECT_EQ(found_.repeats[0].reason, "the same text, cut short or with other words around it");
  // What a page shows a picture for may say of it what it likes.
  result({showing(source("picture", story), 1, "A bridge")});
  EXPECT_EQ(fresh(1), std::vector<std::string>{"picture"});
}

}  // namespace
}  // namespace assay::procedures
