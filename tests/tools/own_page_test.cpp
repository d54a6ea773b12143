#include "tools/own_page.h"

#include <gtest/gtest.h>

#include "web/sites/site_lists.h"

namespace assay::tools {
namespace {

const std::string text =
    "The bridge over the river has been closed since Monday, the city said. Nobody knows when it "
    "will be opened again, and the buses take another way.";

OwnPage page() {
  return {{"https://example.org/bridge?utm_source=x", "https://example.org/bridge"},
          text,
          std::make_shared<const web::SiteLists>()};
}

TEST(OwnPage, IsKnownByItsAddressesAndTheirCopies) {
  const auto own = page();
  for (const auto* address :
       {"https://example.org/bridge", "http://www.example.org/bridge/#top",
        "https://example.org/bridge?utm_source=y&fbclid=z",
        "https://web.archive.org/web/20210101000000/https://example.org/bridge",
        "https://archive.ph/2021/https://example.org/bridge"})
    EXPECT_TRUE(own.is_it({address}, "")) << address;
  for (const auto* address :
       {"https://example.org/bridge2", "https://example.com/bridge", "https://example.org/",
        "https://web.archive.org/web/2021/https://example.com/bridge", "no address", ""})
    EXPECT_FALSE(own.is_it({address}, "")) << address;
  EXPECT_TRUE(own.is_it({"https://short.example/x", "https://example.org/bridge"}, ""));
}

TEST(OwnPage, IsKnownByItsText) {
  const auto own = page();
  EXPECT_TRUE(own.is_it({"https://mirror.example/x"}, text + " "));
  EXPECT_FALSE(own.is_it({"https://news.example/x"},
                         "The bridge was opened again on Monday after a week of repairs."));
}

TEST(OwnPage, AShortTextTellsNothing) {
  const OwnPage own({"https://example.org/x"}, "Hello.", std::make_shared<const web::SiteLists>());
  EXPECT_FALSE(own.is_it({"https://mirror.example/x"}, "Hello."));
}

TEST(OwnPage, ItsIdentityTellsPagesApart) {
  const auto lists = std::make_shared<const web::SiteLists>();
  const OwnPage one({"https://example.org/x"}, text, lists);
  const OwnPage other({"https://example.org/y"}, text, lists);
  const OwnPage bare({"https://example.org/x"}, "", lists);
  EXPECT_NE(one.identity(), other.identity());
  EXPECT_NE(one.identity(), bare.identity());
}

}  // namespace
}  // namespace assay::tools
