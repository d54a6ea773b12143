#include <gtest/gtest.h>

#include <cmath>

#include "demo_report.h"
#include "html_pages.h"
#include "support/support.h"
#include "vision/decode.h"

// The pages as headless Chromium shows them (Debian: chromium): verdict and both pictures are
// there, in both themes, at the width of a desktop and of a phone.
namespace assay::report::test {
namespace {

struct Look {
  const char* name;
  int width, height;
  bool dark;
};

void PrintTo(const Look& look, std::ostream* out) { *out << look.name; }

class Browser : public testing::Test {
 protected:
  void SetUp() override {
    if (assay::test::run({"/bin/sh", "-c", "command -v chromium"}).status != 0)
      GTEST_SKIP() << "Chromium is not installed (Debian package chromium; scripts/setup installs "
                      "it)";
  }

  vision::Picture take(const std::string& page, const Look& look) {
    const auto file = folder_ / "page.html";
    const auto shot = folder_ / "page.png";
    assay::test::write(file, page);
    const auto ran = assay::test::run(
        {"/usr/bin/env", "timeout", "120", "chromium", "--headless", "--no-sandbox",
         "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--user-data-dir=" + (folder_ / "profile").string(),
         std::string("--blink-settings=preferredColorScheme=") + (look.dark ? "0" : "1"),
         "--window-size=" + std::to_string(look.width) + "," + std::to_string(look.height),
         "--screenshot=" + shot.string(), "file://" + file.string()},
        {"HOME=" + folder_.path().string()});
    if (!std::filesystem::exists(shot)) {
      ADD_FAILURE() << "no screenshot; status " << ran.status << "\n" << ran.err;
      return {};
    }
    const auto bytes = assay::test::read(shot);
    keep_for_people(std::string(look.name) + ".png", bytes);
    return vision::decode(bytes).picture;
  }

  assay::test::TempDir folder_;
};

class Screenshot : public Browser, public testing::WithParamInterface<Look> {};

bool is_near(const std::uint8_t* pixel, Colour colour, int distance) {
  return std::abs(pixel[0] - colour.red) <= distance &&
         std::abs(pixel[1] - colour.green) <= distance &&
         std::abs(pixel[2] - colour.blue) <= distance;
}

int count(const vision::Picture& picture, Colour colour, int rows, int distance = 12) {
  int found = 0;
  for (int y = 0; y < std::min(rows, picture.height); ++y)
    for (int x = 0; x < picture.width; ++x)
      found += is_near(picture.row(y) + 3 * static_cast<std::ptrdiff_t>(x), colour, distance);
  return found;
}

TEST_P(Screenshot, ShowsTheVerdictAndBothPictures) {
  const auto& look = GetParam();
  const auto picture = take(demo_page(), look);
  ASSERT_FALSE(picture.empty());
  EXPECT_EQ(picture.width, look.width);
  // The verdict's word and its banner are at the top, in the colours of a refuted claim.
  const Colour word = look.dark ? Colour{0xff, 0x9d, 0x96} : Colour{0xa0, 0x16, 0x1c};
  const Colour banner = look.dark ? Colour{0x2c, 0x14, 0x16} : Colour{0xfb, 0xea, 0xe8};
  const Colour page = look.dark ? Colour{0x13, 0x15, 0x19} : Colour{0xf5, 0xf4, 0xf0};
  EXPECT_GT(count(picture, word, 160, 4), 600 + 8 * look.width);  // more than its bar alone
  EXPECT_GT(count(picture, banner, 300, 2), 100 * look.width);
  EXPECT_GT(count(picture, page, picture.height, 2), 200 * look.width);
  // The claim's picture is shown twice, the found one beside it once; each sun is a disc.
  const int claimed = count(picture, claimed_sun, picture.height);
  const int found = count(picture, found_sun, picture.height);
  EXPECT_GT(claimed, found + found / 2);
  EXPECT_GT(found, 3000);
  // The regions are outlined: their line is this red in both themes.
  EXPECT_GT(count(picture, {0xc2, 0x00, 0x1b}, picture.height, 6), 800);
}

TEST_F(Browser, ThePolicyLetsTheIndexSearch) {
  // The script shows its search field, so it was run: its hash is the policy's.
  assay::test::write(folder_ / "page.html", demo_index());
  const auto ran = assay::test::run(
      {"/usr/bin/env", "timeout", "120", "chromium", "--headless", "--no-sandbox", "--disable-gpu",
       "--disable-dev-shm-usage", "--user-data-dir=" + (folder_ / "profile").string(), "--dump-dom",
       "file://" + (folder_ / "page.html").string()},
      {"HOME=" + folder_.path().string()});
  EXPECT_NE(ran.out.find("<div id=\"search\">"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("<button class=\"sort\">Confidence</button>"), std::string::npos);
}

TEST_P(Screenshot, ShowsTheIndexOfABatch) {
  const auto& look = GetParam();
  const auto picture =
      take(demo_index(), {look.dark ? "index-dark" : "index", look.width, 900, look.dark});
  ASSERT_FALSE(picture.empty());
  const Colour good = look.dark ? Colour{0x82, 0xd8, 0xa7} : Colour{0x0a, 0x63, 0x38};
  const Colour bad = look.dark ? Colour{0xff, 0x9d, 0x96} : Colour{0xa0, 0x16, 0x1c};
  // The chart: a quarter of its width is each.
  EXPECT_GT(count(picture, good, 400, 4), look.width * 3);
  EXPECT_GT(count(picture, bad, 400, 4), look.width * 3);
}

INSTANTIATE_TEST_SUITE_P(Looks, Screenshot,
                         testing::Values(Look{"desktop", 1100, 2600, false},
                                         Look{"desktop_dark", 1100, 2600, true},
                                         Look{"phone", 390, 3400, false},
                                         Look{"phone_dark", 390, 3400, true}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace assay::report::test
