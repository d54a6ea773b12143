#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/core/json.h"
#include "support/support.h"
#include "vision/encode.h"
#include "vision/encoders.h"
#include "vision/scenes.h"

// Claims with pictures, checked by the built program.
namespace assay {
namespace {

using core::Json;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* false_claim =
    "This photo shows a flooded street in Jakarta, Indonesia, on 3 January 2020.";
constexpr const char* true_claim = "A flooded street in Bangkok, Thailand, in October 2011.";

std::string figure(const std::string& file, const std::string& caption) {
  return "<figure><img src='" + file + "' width='640' height='480'><figcaption>" + caption +
         "</figcaption></figure>";
}

std::string page(const std::string& title, const std::string& date, const std::string& body) {
  return "<html><head><title>" + title +
         "</title><meta property='article:published_time' content='" + date +
         "'></head><body><article><h1>" + title + "</h1>" + body +
         "<p>The water rose for days, and thousands of people left their houses in boats, the "
         "office for disasters said. Trains stood still, and shops remained closed for weeks.</p>"
         "</article></body></html>";
}

class Pictures : public testing::Test {
 protected:
  void SetUp() override {
    original_ = test::make_scene(1, 1, 800, 600);
    test::write(corpus() / "flood.html",
                page("Water in the streets", "2011-10-20",
                     figure("flood.jpg", "A flooded street in Bangkok, Thailand, October 2011")));
    test::write(corpus() / "flood.jpg", vision::encode_jpeg(original_, 92));
    test::write(corpus() / "walk.html",
                page("A walk", "2012-01-02",
                     figure("walk.png", "A dry street in Jakarta, Indonesia, January 2012")));
    test::write(corpus() / "walk.png", vision::encode_png(test::make_scene(1, 2, 800, 600)));
  }

  fs::path corpus() const { return dir_ / "corpus"; }
  fs::path picture(const std::string& name, const std::string& bytes) const {
    test::write(dir_ / name, bytes);
    return dir_ / name;
  }
  test::Ran run(std::vector<std::string> arguments) const {
    return test::assay(std::move(arguments), {"XDG_CACHE_HOME=" + (dir_ / "cache").string(),
                                              "HOME=" + dir_.path().string()});
  }
  test::Ran check(const std::string& claim, const fs::path& image, const std::string& out = "run",
                  std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"check",    claim,
                                       "--image",  image.string(),
                                       "--corpus", corpus().string(),
                                       "--out",    (dir_ / out).string(),
                                       "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(std::move(arguments));
  }
  // The evidence that was found by a reverse search.
  Json found(const std::string& out = "run") const {
    std::istringstream in(test::read(dir_ / out / "record.jsonl"));
    for (std::string line; std::getline(in, line);) {
      const auto entry = Json::parse(line);
      if (entry["type"] == "evidence" && entry["value"]["source"].contains("match"))
        return entry["value"];
    }
    return {};
  }

  test::TempDir dir_;
  vision::Picture original_;
};

TEST_F(Pictures, EachEditIsSeenThrough) {
  for (const auto& edit : test::edits()) {
    const auto image = picture("post.jpg", vision::encode_jpeg(edit.apply(original_, 7), 80));
    const auto ran = check(false_claim, image);
    ASSERT_EQ(ran.status, 0) << edit.name << ran.err;
    const auto result = Json::parse(ran.out);
    EXPECT_EQ(result["verdict"], "refuted") << edit.name << ran.out;
    EXPECT_THAT(result["justification"].get<std::string>(), HasSubstr("Bangkok")) << edit.name;
    const auto evidence = found();
    ASSERT_TRUE(evidence.is_object()) << edit.name;
    EXPECT_EQ(evidence["source"]["document"], "flood.html") << edit.name;
    EXPECT_EQ(evidence["source"]["match"]["query"], 1);
    EXPECT_EQ(evidence["images"][0]["caption"],
              "A flooded street in Bangkok, Thailand, October 2011");
    fs::remove_all(dir_ / "run");
  }
}

TEST_F(Pictures, TheCaptionThatAgreesSupports) {
  const auto ran = check(true_claim, picture("post.jpg", vision::encode_jpeg(original_, 60)));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "supported") << ran.out;
}

TEST_F(Pictures, APictureThatWasNotFoundSupportsNothing) {
  const auto other = test::make_scene(5, 9, 800, 600);
  const auto ran = check(true_claim, picture("post.jpg", vision::encode_jpeg(other, 80)));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "not enough evidence") << ran.out;
}

TEST_F(Pictures, AnAddedObjectIsOutlined) {
  auto edited = original_;
  test::paste_object(edited, 480, 120, 160, 140, 3);
  const auto ran = check(false_claim, picture("post.png", vision::encode_png(edited)));
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto match = found()["source"]["match"];
  ASSERT_TRUE(match.contains("differences")) << match;
  const auto box = match["differences"][0]["in_query"];
  // Shares of 800 × 600: the object's middle lies in the box, and the box isn't the whole picture.
  EXPECT_LT(box[0].get<double>(), 0.7);
  EXPECT_GT(box[0].get<double>() + box[2].get<double>(), 0.7);
  EXPECT_LT(box[1].get<double>(), 0.31);
  EXPECT_GT(box[1].get<double>() + box[3].get<double>(), 0.31);
  EXPECT_LT(box[2].get<double>() * box[3].get<double>(), 0.2);
}

TEST_F(Pictures, KeptBytesStayAsTheyWere) {
  const auto bytes = vision::encode_jpeg(original_, 77);
  ASSERT_EQ(check(false_claim, picture("post.jpg", bytes)).status, 0);
  const auto original = test::read(corpus() / "flood.jpg");
  std::size_t same = 0;
  for (const auto& file : fs::recursive_directory_iterator(dir_ / "run" / "blobs"))
    if (file.is_regular_file()) {
      const auto kept = test::read(file.path());
      same += kept == bytes || kept == original ? 1 : 0;
    }
  EXPECT_EQ(same, 2U);
}

TEST_F(Pictures, TheSameCommandAgainMakesNothingNew) {
  const auto image = picture("post.jpg", vision::encode_jpeg(original_, 77));
  ASSERT_EQ(check(false_claim, image).status, 0);
  const auto first = test::read(dir_ / "run" / "record.jsonl");
  ASSERT_EQ(check(false_claim, image).status, 0);
  EXPECT_EQ(test::read(dir_ / "run" / "record.jsonl"), first);
  // Another picture under the same name is another claim.
  picture("post.jpg", vision::encode_jpeg(test::make_scene(5, 9), 77));
  ASSERT_EQ(check(false_claim, image).status, 0);
  EXPECT_NE(test::read(dir_ / "run" / "record.jsonl"), first);
  EXPECT_TRUE(fs::exists(dir_ / "run" / "record.1.jsonl"));
}

TEST_F(Pictures, ABrokenScanIsUsedUpToTheBreakAndSaidSo) {
  const auto whole = vision::encode_jpeg(original_, 90);
  const auto ran = check(false_claim, picture("post.jpg", whole.substr(0, whole.size() * 8 / 10)));
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted") << ran.out;
  EXPECT_THAT(test::read(dir_ / "run" / "record.jsonl"),
              HasSubstr("was used as far as it could be read"));
}

// One clear line, a status of 1, and no folder for the run.
TEST_F(Pictures, WhatIsNoPictureIsRefused) {
  const auto jpeg = vision::encode_jpeg(original_, 90);
  struct Bad {
    std::string name, bytes, said;
  };
  std::string promising = test::png_header(60'000, 60'000, 8, 2);
  const std::vector<Bad> bad{{"empty.jpg", "", "empty"},
                             {"text.jpg", "This is no picture, whatever its name says.", "picture"},
                             {"page.png", "<html><body>404</body></html>", "picture"},
                             {"cut.jpg", jpeg.substr(0, 40), ""},
                             {"huge.png", promising, "60000"},
                             {"pdf.jpg", "%PDF-1.4\n%...", "picture"},
                             {"quote's \"name\".png", "nothing", "picture"},
                             {"two\nlines.png", "nothing", "picture"},
                             {std::string("latin-\xE9.png"), "nothing", "picture"}};
  for (const auto& [name, bytes, said] : bad) {
    const auto ran = check(false_claim, picture(name, bytes));
    EXPECT_EQ(ran.status, 1) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_THAT(ran.err, HasSubstr(said)) << name;
    EXPECT_TRUE(ran.err.starts_with("assay: ")) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name << ran.err;
    EXPECT_FALSE(fs::exists(dir_ / "run")) << name;
  }
  EXPECT_EQ(check(false_claim, dir_ / "missing.jpg").status, 1);
  EXPECT_EQ(check(false_claim, dir_ / "").status, 1);
  EXPECT_THAT(check(false_claim, "https://example.org/a.jpg").err, HasSubstr("save the picture"));
  EXPECT_THAT(check(false_claim, "data:image/png;base64,AAAA").err, HasSubstr("can't be used"));
  EXPECT_THAT(check(false_claim, "data:image/png;base64,*").err, HasSubstr("assay: picture 1"));
}

TEST_F(Pictures, APipeIsNoPicture) {
  const auto pipe = dir_ / "pipe.jpg";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto ran = check(false_claim, pipe);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("is no file"));
}

TEST_F(Pictures, EachOfManyIsSearchedFor) {
  std::vector<std::string> more;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const auto name = "other" + std::to_string(i) + ".jpg";
    more.insert(
        more.end(),
        {"--image",
         picture(name, vision::encode_jpeg(test::make_scene(20 + i, 3, 320, 240))).string()});
  }
  more.insert(more.end(),
              {"--image", picture("post.jpg", vision::encode_jpeg(original_)).string()});
  const auto first = picture("first.jpg", vision::encode_jpeg(test::make_scene(40, 3, 320, 240)));
  const auto ran = check(false_claim, first, "run", more);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted") << ran.out;
  EXPECT_EQ(found()["source"]["match"]["query"], 8);
}

TEST_F(Pictures, UnusualPicturesAreRead) {
  const auto shown = test::resized(original_, 640, 480);
  const std::vector<std::pair<std::string, std::string>> pictures{
      {"sixteen.png", test::png(shown, {.sixteen = true})},
      {"profile.jpg", test::jpeg(shown, {.profile = "no profile at all"})},
      {"cmyk.jpg", test::cmyk_jpeg(shown, false, true)},
      {"frames.gif", test::gif(shown, 3)},
      {"a.webp", test::webp(shown, false)},
      {"a.heic", test::heic(shown)},
      {"a.avif", test::avif(shown)},
      {"a.bmp", test::bmp(shown)},
      {"a.tiff", test::tiff(shown, 8, true)},
      {"png under another name.jpg", test::png(shown)},
      {"a name 'with' \"quotes\".jpg", test::jpeg(shown)},
      {std::string("latin-\xE9.jpg"), test::jpeg(shown)}};
  for (const auto& [name, bytes] : pictures) {
    const auto ran = check(false_claim, picture(name, bytes));
    ASSERT_EQ(ran.status, 0) << name << ran.err;
    EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted") << name << ran.out;
    fs::remove_all(dir_ / "run");
  }
}

TEST_F(Pictures, OfABatchEachClaimHasItsOwn) {
  picture("post.jpg", vision::encode_jpeg(original_, 70));
  picture("bad.jpg", "no picture");
  std::ofstream(dir_ / "claims.jsonl")
      << Json{{"id", "a"}, {"claim", false_claim}, {"images", {"post.jpg"}}} << "\n"
      << Json{{"id", "b"}, {"claim", false_claim}, {"images", {"bad.jpg"}}} << "\n"
      << Json{{"id", "c"}, {"claim", true_claim}, {"images", {"post.jpg"}}} << "\n";
  const auto ran = run({"check", "--batch", (dir_ / "claims.jsonl").string(), "--corpus",
                        corpus().string(), "--out", (dir_ / "run").string()});
  EXPECT_EQ(ran.status, 1) << ran.err;
  std::istringstream in(test::read(dir_ / "run" / "results.jsonl"));
  std::vector<Json> results;
  for (std::string line; std::getline(in, line);) results.push_back(Json::parse(line));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["verdict"], "refuted") << results[0];
  EXPECT_THAT(results[1]["error"].get<std::string>(), HasSubstr("bad.jpg"));
  EXPECT_EQ(results[2]["verdict"], "supported") << results[2];
}

TEST_F(Pictures, AClaimsOwnEvidenceMayShowPictures) {
  picture("post.jpg", vision::encode_jpeg(original_, 70));
  picture("found.png", vision::encode_png(original_));
  const Json evidence{{"text", "Water everywhere."},
                      {"date", "2011-10-20"},
                      {"images", {{{"path", "found.png"}, {"caption", "A street in Bangkok"}}}}};
  std::ofstream(dir_ / "claims.jsonl")
      << Json{{"claim", "A street in Jakarta"}, {"images", {"post.jpg"}}, {"evidence", {evidence}}}
      << "\n";
  const auto ran =
      run({"check", "--batch", (dir_ / "claims.jsonl").string(), "--out", (dir_ / "run").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(test::read(dir_ / "run" / "results.jsonl"))["verdict"], "refuted");
}

TEST_F(Pictures, APostBringsItsPictures) {
  picture("post.jpg", vision::encode_jpeg(original_, 70));
  std::ofstream(dir_ / "post.json") << Json{{"text", false_claim},
                                            {"images", {"post.jpg"}},
                                            {"date", "2020-01-04"},
                                            {"author", "somebody"}};
  const auto ran = run({"check", "--post", (dir_ / "post.json").string(), "--corpus",
                        corpus().string(), "--out", (dir_ / "run").string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted") << ran.out;
  const auto record = test::read(dir_ / "run" / "record.jsonl");
  EXPECT_THAT(record, HasSubstr("\"speaker\":\"somebody\""));
  EXPECT_THAT(record, HasSubstr("\"before\":\"2020-01-04\""));
  EXPECT_EQ(
      run({"check", "--post", (dir_ / "post.jpg").string(), "--corpus", corpus().string()}).status,
      1);
}

TEST_F(Pictures, PagesOfTheClaimsDayAndLaterAreLeftOut) {
  const auto image = picture("post.jpg", vision::encode_jpeg(original_, 70));
  const auto ran = check(true_claim, image, "run", {"--before", "2011-01-01"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "not enough evidence") << ran.out;
  EXPECT_TRUE(found().is_null());
  EXPECT_THAT(test::read(dir_ / "run" / "record.jsonl"), HasSubstr("not before 2011-01-01"));
}

}  // namespace
}  // namespace assay
