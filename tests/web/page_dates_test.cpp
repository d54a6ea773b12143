#include "web/page_dates.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::web {
namespace {

std::string found(std::string_view text, bool month_first = false) {
  const auto date = find_date(text, month_first);
  return date ? date->to_string() : "none";
}

TEST(FindDate, ReadsTheUsualForms) {
  for (const char* text : {"2020-03-02",
                           "2020-03-02T10:11:12Z",
                           "2. März 2020",
                           "02.03.2020, 10:00 Uhr",
                           "2.3.20",
                           "March 2, 2020",
                           "Mar. 2nd, 2020",
                           "Monday, 2 March 2020",
                           "2nd of March 2020",
                           "2 mars 2020",
                           "2 de marzo de 2020",
                           "2 marzo 2020",
                           "2 марта 2020 г.",
                           "2020年3月2日",
                           "2020. 3. 2",
                           "20200302",
                           "Mon, 02 Mar 2020 08:00:00 GMT",
                           "2 marca 2020",
                           "Am 2. MÄRZ 2020 veröffentlicht",
                           "2020/03/02",
                           "2-Mar-2020",
                           "2 Mart 2020",
                           "2 مارس 2020"})
    EXPECT_EQ(found(text), "2020-03-02") << text;
}

TEST(FindDate, KnowsWhichIsTheMonth) {
  EXPECT_EQ(found("03/02/2020"), "2020-02-03");
  EXPECT_EQ(found("03/02/2020", true), "2020-03-02");
  EXPECT_EQ(found("03/25/2020"), "2020-03-25");
  EXPECT_EQ(found("25/03/2020", true), "2020-03-25");
}

TEST(FindDate, IsNotFooled) {
  for (const char* text :
       {"", "in 2020", "March 2020", "31.02.2020", "1.2.3", "call 0221-2020-03", "12/2020",
        "version 10.4.1899", "99.99.2020", "1234567890123456789012345", "5 of 20 in March"})
    EXPECT_EQ(found(text), "none") << text;
}

TEST(DateInUrl, ReadsFullDatesOnly) {
  const auto in_url = [](std::string_view url) {
    const auto date = date_in_url(url);
    return date ? date->to_string() : "none";
  };
  EXPECT_EQ(in_url("https://a.org/2020/03/02/x"), "2020-03-02");
  EXPECT_EQ(in_url("https://a.org/2020/3/2/x"), "2020-03-02");
  EXPECT_EQ(in_url("https://a.org/news-2020-03-02.html"), "2020-03-02");
  EXPECT_EQ(in_url("https://a.org/20200302/x"), "2020-03-02");
  EXPECT_EQ(in_url("https://web.archive.org/web/20190717140047/https://a.org/2014/01/27/x"),
            "2014-01-27");
  EXPECT_EQ(in_url("https://web.archive.org/web/20190717140047/https://a.org/x"), "none");
  EXPECT_EQ(in_url("https://a.org/2020/03/x"), "none");
  EXPECT_EQ(in_url("https://a.org/id/12020030299"), "none");
  EXPECT_EQ(in_url(""), "none");
}

}  // namespace
}  // namespace assay::web
