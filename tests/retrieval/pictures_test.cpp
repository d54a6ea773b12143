#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "retrieval/corpus.h"
#include "retrieval/store/build.h"
#include "retrieval/store/report.h"
#include "retrieval/store/store.h"
#include "support/support.h"
#include "vision/encoders.h"
#include "vision/picture_reader.h"
#include "vision/scenes.h"

// Pictures of a corpus: how they get in, and how they are found.
namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string photo(std::uint32_t layout) {
  return test::jpeg(test::make_scene(layout, 1, 320, 240));
}

BuildOptions options(unsigned jobs = 0) {
  BuildOptions options;
  options.read.program = test::program();
  options.read.jobs = jobs;
  options.now = *core::Timestamp::parse("2026-01-02T03:04:05.000Z");
  return options;
}

BuildResult build(const std::vector<fs::path>& inputs, const fs::path& target,
                  const BuildOptions& how = options()) {
  return build_store(inputs, target, how);
}

Corpus open(const fs::path& input, const test::TempDir& folder) {
  CorpusOptions how;
  how.cache = folder / "cache";
  how.program = test::program();
  const std::array inputs{input};
  return Corpus::open(inputs, how);
}

vision::Fingerprint look(const std::string& bytes) {
  vision::PictureReader reader(test::program());
  return vision::fingerprint(reader.read(bytes).picture);
}

// `ID` of each document that shows the picture, in order; empty where it isn't found.
std::vector<std::string> shown_by(const Corpus& corpus, const std::string& bytes,
                                  const CorpusSearch& search = {}) {
  std::vector<std::string> ids;
  const auto found = corpus.find_picture(look(bytes), search);
  if (found.matches.empty()) return ids;
  for (const auto& shown : found.matches[0].shown_by)
    ids.push_back(corpus.document(shown.document).id);
  return ids;
}

const std::string words_of_page =
    "<p>The old bridge was closed on Monday after the river rose by more than three metres within "
    "a few hours, and the town asked everybody to stay at home until the water had gone.</p>";

std::string page(const std::string& images, const std::string& head = "") {
  return "<!doctype html><html><head><title>The flood</title>" + head +
         "</head><body><article><h1>The flood</h1>" + words_of_page + images + words_of_page +
         "<p>Nobody was hurt, the mayor said, and trains are to run again from Thursday on.</p>"
         "</article></body></html>";
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : digits[bits >> (18 - 6 * k) & 63];
  }
  return text;
}

Document only_document(const fs::path& store) {
  const auto opened = Store::open(store);
  EXPECT_EQ(opened.documents(), 1U);
  return opened.document(0);
}

TEST(Pictures, OfAPageAreFoundBesideIt) {
  const test::TempDir folder;
  const auto bytes = photo(1);
  test::write(folder / "in/img/the bridge.jpg", bytes);
  test::write(folder / "in/page.html",
              page("<figure><img src=\"img/the%20bridge.jpg?w=300#top\" alt=\"a bridge\">"
                   "<figcaption>The bridge on Monday</figcaption></figure>"));
  const auto result = build({folder / "in"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 1U);
  EXPECT_EQ(result.manifest.picture_bytes, bytes.size());
  EXPECT_EQ(result.manifest.left_out.other, 0U);
  const auto document = only_document(folder / "store");
  ASSERT_EQ(document.images.size(), 1U);
  const auto& image = document.images[0];
  EXPECT_EQ(image.reference, "img/the bridge.jpg");
  EXPECT_EQ(image.caption, "The bridge on Monday");
  EXPECT_EQ(image.alt, "a bridge");
  EXPECT_THAT(image.nearby, HasSubstr("until the water had gone. The old bridge was closed"));
  EXPECT_EQ(image.sha256, io::sha256(bytes));
  EXPECT_EQ(image.media_type, "image/jpeg");
  EXPECT_EQ(image.width, 320);
  EXPECT_EQ(image.height, 240);
  EXPECT_EQ(image.note, "");
  const auto corpus = open(folder / "store", folder);
  EXPECT_EQ(corpus.pictures(), 1U);
  EXPECT_THAT(shown_by(corpus, bytes), ElementsAre("page.html"));
  EXPECT_EQ(corpus.picture_bytes({{0, 0, 0}, 0}), bytes);
  EXPECT_THROW(corpus.picture_bytes({{0, 0, 0}, 1}), InputError);
}

TEST(Pictures, OfASavedPageAreFoundByTheirNames) {
  const test::TempDir folder;
  test::write(
      folder / "in/page.html",
      page("<img src=\"https://host.example/x/lead-9.jpg?size=2\" alt=\"one\">"
           "<img src=\"https://host.example/x/gone.jpg\" alt=\"two\">"
           "<img src=\"https://host.example/a/1.jpg\"><img src=\"https://b.example/1.jpg\">",
           "<link rel=\"canonical\" href=\"https://host.example/flood\">"));
  test::write(folder / "in/page_files/lead-9.jpg", photo(1));
  test::write(folder / "in/page_files/1.jpg", photo(2));
  const auto result = build({folder / "in"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 1U);
  EXPECT_EQ(result.manifest.not_at_hand, 3U);  // one gone, and two that one name may stand for
  const auto document = only_document(folder / "store");
  ASSERT_EQ(document.images.size(), 4U);
  EXPECT_EQ(document.images[0].reference, "https://host.example/x/lead-9.jpg?size=2");
  EXPECT_EQ(document.images[0].sha256, io::sha256(photo(1)));
  EXPECT_EQ(document.images[1].sha256, "");
  EXPECT_EQ(document.images[1].note, "not at hand");
}

TEST(Pictures, OfSeveralPagesAreNotTakenForEachOthers) {
  const test::TempDir folder;
  for (const char* name : {"a", "b"})
    test::write(folder / (std::string("in/") + name + ".html"),
                page("<img src=\"https://" + std::string(name) + ".example/lead.jpg\">"));
  test::write(folder / "in/lead.jpg", photo(1));
  build({folder / "in"}, folder / "store");
  EXPECT_THAT(shown_by(open(folder / "store", folder), photo(1)), ElementsAre("lead.jpg"));
}

TEST(Pictures, LazyPagesNameTheRealOneElsewhere) {
  const test::TempDir folder;
  test::write(folder / "in/page.html", page("<img src=\"spacer.gif\" data-src=\"real.jpg\">"
                                            "<img src=\"data:image/gif;base64," +
                                            base64(test::gif(test::pattern(1, 1), 1)) +
                                            "\" data-src=\"other.jpg\"><img src=\"spacer.gif\">"));
  test::write(folder / "in/spacer.gif", test::gif(test::pattern(4, 4), 1));
  test::write(folder / "in/real.jpg", photo(1));
  test::write(folder / "in/other.jpg", photo(2));
  const auto result = build({folder / "in"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 2U);
  EXPECT_EQ(only_document(folder / "store").images.size(), 2U);  // a spacer is no picture
}

TEST(Pictures, OfMarkdownAndBesideTexts) {
  const test::TempDir folder;
  test::write(folder / "in/note.md",
              "# A note\n\nThe water rose.\n\n![the old bridge](pics/<a b>.jpg)\n\n"
              "![harbour](<pics/c d.jpg> \"The harbour at night\")\n\n"
              "```\n![none](code.jpg)\n```\n\n<img src=\"pics/e.jpg\" alt=\"a square\">\n");
  test::write(folder / "in/pics/c d.jpg", photo(1));
  test::write(folder / "in/pics/e.jpg", photo(2));
  test::write(folder / "in/code.jpg", photo(3));
  test::write(folder / "in/crowd.txt", "A crowd on the square in May 2014.\n");
  test::write(folder / "in/crowd.jpg", photo(4));
  test::write(folder / "in/scan.png.txt", "A scanned letter.\n");
  test::write(folder / "in/scan.png", test::png(test::make_scene(5, 1, 320, 240)));
  build({folder / "in"}, folder / "store");
  const auto corpus = open(folder / "store", folder);
  EXPECT_EQ(corpus.pictures(), 5U);
  EXPECT_THAT(shown_by(corpus, photo(1)), ElementsAre("note.md"));
  EXPECT_THAT(shown_by(corpus, photo(2)), ElementsAre("note.md"));
  EXPECT_THAT(shown_by(corpus, photo(3)), ElementsAre("code.jpg"));  // stands alone
  EXPECT_THAT(shown_by(corpus, photo(4)), ElementsAre("crowd.txt"));
  const auto found = corpus.search_pictures("harbour night", {});
  ASSERT_FALSE(found.hits.empty());
  const auto document = corpus.document(found.hits[0].document);
  const auto& image = document.images.at(found.hits[0].image);
  EXPECT_EQ(image.caption, "The harbour at night");
  EXPECT_EQ(image.alt, "harbour");
  EXPECT_EQ(image.reference, "pics/c d.jpg");
}

TEST(Pictures, AloneAreDocumentsThemselves) {
  const test::TempDir folder;
  test::JpegOptions how;
  how.exif = test::exif(1, "2019:05:06 07:08:09");
  const auto bytes = test::jpeg(test::make_scene(1, 1, 320, 240), how);
  test::write(folder / "in/Flood_in-Prague.2002.JPG", bytes);
  test::write(folder / "in/icon.png", test::png(test::pattern(16, 16)));
  const auto result = build({folder / "in"}, folder / "store");
  EXPECT_EQ(result.manifest.left_out.other, 0U);
  const auto document = only_document(folder / "store");
  EXPECT_EQ(document.id, "Flood_in-Prague.2002.JPG");
  EXPECT_EQ(document.title, "Flood in Prague 2002");
  EXPECT_EQ(document.text, "Flood in Prague 2002\n\nTaken on 2019-05-06.\n");
  EXPECT_EQ(document.media_type, "picture");
  EXPECT_EQ(document.extractor, "picture/1");
  EXPECT_EQ(document.date, std::nullopt);  // of publication: not known
  EXPECT_EQ(document.images.at(0).taken, core::Date::of(2019, 5, 6));
  EXPECT_EQ(Store::open(folder / "store").source_bytes(0), bytes);
  // A picture that is named itself is a corpus, too.
  build({folder / "in/Flood_in-Prague.2002.JPG"}, folder / "one");
  EXPECT_EQ(only_document(folder / "one"), document);
}

TEST(Pictures, OfJsonLinesAreFilesAndDataUrls) {
  const test::TempDir folder;
  const auto data = "data:image/png;base64," + base64(test::png(test::make_scene(2, 1, 320, 240)));
  test::write(folder / "pics/a b%20.jpg", photo(1));
  test::write(folder / "in.jsonl",
              R"({"id":"a","text":"Words.","images":[{"file":"pics/a b%20.jpg","caption":"One",)"
              R"("url":"https://host.example/a.jpg"},"https://host.example/b.jpg"]})"
              "\n"
              R"({"id":"b","text":"More words.","images":[{"src":")" +
                  data + R"(","alt":"Two"}]})" + "\n");
  const auto result = build({folder / "in.jsonl"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 2U);
  EXPECT_EQ(result.manifest.not_at_hand, 1U);
  const auto store = Store::open(folder / "store");
  EXPECT_EQ(store.document(0).images.at(0).reference, "pics/a b%20.jpg");
  EXPECT_EQ(store.document(0).images.at(0).sha256, io::sha256(photo(1)));
  EXPECT_EQ(store.document(0).images.at(0).nearby, "Words.");
  EXPECT_EQ(store.document(0).images.at(1).sha256, "");
  EXPECT_EQ(store.document(1).images.at(0).reference, "data:image/png");
  EXPECT_EQ(store.document(1).images.at(0).media_type, "image/png");
  EXPECT_EQ(store.metadata(1).find("base64"), std::string::npos);
}

// Whatever a document says, nothing outside of what was named is read.
TEST(Pictures, NeverLieOutsideOfTheCorpus) {
  const test::TempDir folder;
  test::write(folder / "secret.jpg", photo(1));
  test::write(folder / "in/inside.jpg", photo(2));
  fs::create_symlink(folder / "secret.jpg", folder / "in/link.jpg");
  fs::create_directory_symlink(folder.path(), folder / "in/up");
  const auto secret = (folder / "secret.jpg").string();
  const std::vector<std::string> ways{"../secret.jpg",    "%2e%2e/secret.jpg",  "..%2Fsecret.jpg",
                                      "..\\secret.jpg",   "x/../../secret.jpg", secret,
                                      "file://" + secret, "file:" + secret,     "link.jpg",
                                      "up/secret.jpg",    "secret.jpg%00.jpg"};
  std::string images;
  std::string lines;
  for (const auto& way : ways) {
    images += "<p>And one more.</p><img src=\"" + way + "\">";
    std::string escaped;
    for (const char c : way) escaped += c == '\\' ? std::string("\\\\") : std::string(1, c);
    lines += "{\"text\":\"x\",\"images\":[\"" + escaped + "\"]}\n";
  }
  test::write(folder / "in/page.html", page(images + "<img src=\"./x/..//inside.jpg\">"));
  test::write(folder / "in/in.jsonl", lines + "{\"text\":\"x\",\"images\":[\"inside.jpg\"]}\n");
  for (const char* input : {"in", "in/page.html", "in/in.jsonl"}) {
    build({folder / input}, folder / "store");
    const auto corpus = open(folder / "store", folder);
    EXPECT_EQ(corpus.pictures(), 1U) << input;
    EXPECT_THAT(shown_by(corpus, photo(1)), IsEmpty()) << input;
    EXPECT_THAT(shown_by(corpus, photo(2)), testing::SizeIs(1)) << input;
  }
  // A file inside may be named by its whole path.
  test::write(folder / "in/whole.jsonl",
              "{\"text\":\"x\",\"images\":[\"" + (folder / "in/inside.jpg").string() + "\"]}\n");
  EXPECT_EQ(build({folder / "in/whole.jsonl"}, folder / "store").manifest.pictures, 1U);
}

// A GIF header that promises far more than there is memory, and so on.
std::vector<std::pair<std::string, std::string>> bad_pictures() {
  auto truncated = photo(6);
  truncated.resize(20);
  std::string bomb = test::png_header(30'000, 30'000, 8, 2);
  return {{"empty.jpg", ""},
          {"text.jpg", "this is no picture"},
          {"truncated.jpg", truncated},
          {"huge.png", test::png_header(60'000, 60'000, 8, 2)},
          {"bomb.png", bomb + test::png_chunk("IDAT", std::string(4096, '\0'))},
          {"header only.gif", "GIF89a"}};
}

TEST(Pictures, ThatCannotBeReadAreListedAndTheRestIsKept) {
  const test::TempDir folder;
  std::string images;
  for (const auto& [name, bytes] : bad_pictures()) {
    test::write(folder / ("in/" + name), bytes);
    images += "<p>Another one.</p><img src=\"" + name + "\">";
  }
  test::write(folder / "in/good.jpg", photo(1));
  test::write(folder / "in/page.html",
              page(images + "<img src=\"data:image/png;base64,!!!!\" alt=\"x\">"
                            "<img src=\"data:image/png;base64,AAAA\" alt=\"y\">"
                            "<img src=\"good.jpg\">"));
  const auto result = build({folder / "in"}, folder / "store");
  const auto& left = result.manifest.left_out;
  EXPECT_EQ(result.manifest.pictures, 1U);
  EXPECT_EQ(left.unreadable, 0U);
  // Both data URLs are of one page and one type.
  EXPECT_EQ(left.pictures, bad_pictures().size() + 1);
  EXPECT_EQ(left.problems.size(), left.pictures);
  std::string lines;
  for (const auto& line : left_out_lines(left)) lines += line + "\n";
  EXPECT_THAT(lines, HasSubstr("huge.png: its header promises 60000 x 60000 pixels"));
  EXPECT_THAT(lines, HasSubstr("picture data:image/png: the data URL's base64 is broken"));
  EXPECT_THAT(lines, HasSubstr("pictures that can't be read"));
  const auto document = only_document(folder / "store");
  EXPECT_EQ(document.images.size(), bad_pictures().size() + 3);
  EXPECT_THAT(document.images[0].note, HasSubstr("empty"));
  auto strict = options();
  strict.read.strict = true;
  EXPECT_THROW(build({folder / "in"}, folder / "store", strict), InputError);
  EXPECT_EQ(Store::open(folder / "store").manifest().pictures, 1U);  // as it was
}

TEST(Pictures, ThatBreakOffAreUsedUpToTheBreak) {
  const test::TempDir folder;
  const auto whole = test::jpeg(test::make_scene(1, 1, 800, 600));
  const auto broken = whole.substr(0, whole.size() * 7 / 8);
  test::write(folder / "in/broken.jpg", broken);
  test::write(folder / "in/many.gif", test::gif(test::pattern(48, 40), 10'000));
  test::write(folder / "in/mislabelled.png", photo(3));
  test::write(folder / "in/a text.txt", photo(4));  // by its bytes a picture
  const auto result = build({folder / "in"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 4U);
  EXPECT_THAT(left_out_lines(result.manifest.left_out), IsEmpty());
  const auto corpus = open(folder / "store", folder);
  const auto found = corpus.find_picture(look(whole), {});
  ASSERT_EQ(found.matches.size(), 1U);
  const auto document = corpus.document(found.matches[0].shown_by[0].document);
  EXPECT_EQ(document.id, "broken.jpg");
  EXPECT_THAT(document.images[0].note, HasSubstr("breaks off"));
  EXPECT_THAT(shown_by(corpus, photo(3)), ElementsAre("mislabelled.png"));
  EXPECT_THAT(shown_by(corpus, photo(4)), ElementsAre("a text.txt"));
}

TEST(Pictures, MayHaveAnyName) {
  const test::TempDir folder;
  const std::vector<std::string> names{"a 'b\" c.jpg", "line\nbreak.jpg", "\xFF\xFE.jpg"};
  for (std::uint32_t i = 0; i < names.size(); ++i)
    test::write(folder / ("in/" + names[i]), photo(i + 1));
  test::write(folder / "in/page.html",
              page("<img src=\"a 'b&quot; c.jpg\"><img src=\"line%0Abreak.jpg\">"
                   "<img src=\"%FF%FE.jpg\">"));
  EXPECT_EQ(build({folder / "in"}, folder / "store").manifest.documents, 1U);
  const auto document = only_document(folder / "store");
  ASSERT_EQ(document.images.size(), 3U);
  for (std::uint32_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(document.images[i].sha256, io::sha256(photo(i + 1)));
  EXPECT_EQ(document.images[1].reference, "line\\x0abreak.jpg");
  EXPECT_EQ(document.images[2].reference, "\\xff\\xfe.jpg");
}

TEST(Pictures, ShownBySeveralDocumentsAreKeptOnceOldestFirst) {
  const test::TempDir folder;
  test::write(folder / "a.jpg", photo(1));
  test::write(folder / "b.jpg", photo(1));
  test::write(folder / "in.jsonl",
              R"({"id":"undated","text":"x","images":["a.jpg"]})"
              "\n"
              R"({"id":"new","text":"x","date":"2022-01-01","images":["b.jpg"]})"
              "\n"
              R"({"id":"old","text":"x","date":"2014-01-01","images":[)"
              R"({"file":"a.jpg","caption":"the harbour"},"a.jpg"]})"
              "\n");
  const auto result = build({folder / "in.jsonl"}, folder / "store");
  EXPECT_EQ(result.manifest.pictures, 1U);
  EXPECT_EQ(result.manifest.picture_bytes, photo(1).size());
  const auto corpus = open(folder / "store", folder);
  EXPECT_THAT(shown_by(corpus, photo(1)), ElementsAre("old", "new", "undated"));
  const auto found = corpus.search_pictures("harbour", {});
  ASSERT_EQ(found.hits.size(), 1U);
  EXPECT_EQ(corpus.document(found.hits[0].document).id, "old");
}

TEST(Pictures, FollowTheDatesOfTheirDocuments) {
  const test::TempDir folder;
  test::write(folder / "a.jpg", photo(1));
  test::write(folder / "b.jpg", photo(2));
  test::write(folder / "in.jsonl",
              R"({"id":"early","text":"x","date":"2014-01-01","images":[)"
              R"({"file":"a.jpg","caption":"a ship"}]})"
              "\n"
              R"({"id":"late","text":"x","date":"2022-01-01","images":[)"
              R"({"file":"a.jpg","caption":"a ship"},{"file":"b.jpg","caption":"a ship"}]})"
              "\n");
  const auto corpus = open(folder / "in.jsonl", folder);
  CorpusSearch search;
  search.before = core::Date::of(2020, 1, 1);
  EXPECT_THAT(shown_by(corpus, photo(1), search), ElementsAre("early"));
  const auto gone = corpus.find_picture(look(photo(2)), search);
  EXPECT_THAT(gone.matches, IsEmpty());
  ASSERT_EQ(gone.excluded.size(), 1U);
  EXPECT_EQ(corpus.document(gone.excluded[0].hit).id, "late");
  EXPECT_EQ(gone.excluded[0].reason, "published on 2022-01-01, not before 2020-01-01");
  const auto words = corpus.search_pictures("ship", search);
  ASSERT_EQ(words.hits.size(), 1U);
  EXPECT_EQ(corpus.document(words.hits[0].document).id, "early");
  ASSERT_EQ(words.excluded.size(), 1U);
  search.before.reset();
  EXPECT_EQ(corpus.search_pictures("ship", search).hits.size(), 2U);
}

TEST(Pictures, AreTheSameWhateverTheNumberOfThreads) {
  const test::TempDir folder;
  std::string lines;
  for (std::uint32_t i = 0; i < 24; ++i) {
    const auto name = "p" + std::to_string(i % 9) + ".jpg";
    if (i < 9) test::write(folder / ("in/" + name), photo(i));
    test::write(folder / ("in/page" + std::to_string(i) + ".html"),
                page("<img src=\"" + name + "\"><p>x</p><img src=\"p" +
                     std::to_string((i * 5 + 1) % 9) + ".jpg\">"));
  }
  build({folder / "in"}, folder / "one", options(1));
  build({folder / "in"}, folder / "four", options(4));
  const auto store = Store::open(folder / "one");
  for (const auto& [name, size] : store.manifest().files)
    EXPECT_EQ(test::read(folder / "one" / name), test::read(folder / "four" / name)) << name;
  EXPECT_EQ(store.manifest().fingerprint, Store::open(folder / "four").manifest().fingerprint);
}

// A store knows that it was made from the same pictures, and from others.
TEST(Pictures, ChangeWhatAStoreWasMadeFrom) {
  const test::TempDir folder;
  const std::vector<std::string> inputs{"in", "in/page.html", "in/in.jsonl"};
  for (const auto& input : inputs) {
    test::write(folder / "in/a.jpg", photo(1));
    test::write(folder / "in/page.html", page("<img src=\"a.jpg\"><img src=\"b.jpg\">"));
    test::write(folder / "in/in.jsonl", "{\"text\":\"x\",\"images\":[\"a.jpg\",\"b.jpg\"]}\n");
    fs::remove(folder / "in/b.jpg");
    EXPECT_FALSE(build({folder / input}, folder / "store").unchanged) << input;
    const auto before = Store::open(folder / "store").manifest().fingerprint;
    EXPECT_TRUE(build({folder / input}, folder / "store").unchanged) << input;
    test::write(folder / "in/a.jpg", photo(2));
    EXPECT_FALSE(build({folder / input}, folder / "store").unchanged) << input;
    EXPECT_NE(Store::open(folder / "store").manifest().fingerprint, before) << input;
    test::write(folder / "in/b.jpg", photo(3));
    EXPECT_FALSE(build({folder / input}, folder / "store").unchanged) << input;
    EXPECT_TRUE(build({folder / input}, folder / "store").unchanged) << input;
    EXPECT_EQ(Store::open(folder / "store").manifest().pictures, 2U) << input;
  }
}

TEST(Pictures, GoFromStoreToStore) {
  const test::TempDir folder;
  test::write(folder / "a.jpg", photo(1));
  test::write(folder / "a.jsonl", "{\"id\":\"a\",\"text\":\"x\",\"images\":[\"a.jpg\"]}\n");
  test::write(folder / "b.jsonl", "{\"id\":\"b\",\"text\":\"y\",\"images\":[\"a.jpg\"]}\n");
  build({folder / "a.jsonl"}, folder / "first");
  build({folder / "first", folder / "b.jsonl"}, folder / "both");
  fs::remove(folder / "a.jpg");
  const auto corpus = open(folder / "both", folder);
  EXPECT_EQ(corpus.pictures(), 1U);
  EXPECT_THAT(shown_by(corpus, photo(1)), ElementsAre("a", "b"));
  // Two stores that hold the same picture are searched as one.
  CorpusOptions how;
  const std::vector<fs::path> inputs{folder / "first", folder / "both"};
  const auto two = Corpus::open(inputs, how);
  EXPECT_EQ(two.pictures(), 1U);
  const auto found = two.find_picture(look(photo(1)), {});
  ASSERT_EQ(found.matches.size(), 1U);
  EXPECT_EQ(found.matches[0].shown_by.size(), 3U);
  EXPECT_EQ(two.search_pictures("x", {}).hits.size(), 1U);
}

TEST(Pictures, OfDocumentsInMemory) {
  const test::TempDir folder;
  test::write(folder / "pics/a.jpg", photo(1));
  test::write(folder / "outside.jpg", photo(2));
  std::vector<Document> documents(2);
  documents[0].id = "a";
  documents[0].text = "Words about a ship.";
  documents[0].images.resize(3);
  documents[0].images[0].reference = "a.jpg";
  documents[0].images[0].caption = "A ship in the harbour";
  documents[0].images[1].reference = "../outside.jpg";
  documents[0].images[2].reference = "data:image/jpeg;base64," + base64(photo(3));
  documents[1].id = "b";
  documents[1].text = "Other words.";
  const auto corpus = Corpus::of(documents, PictureOptions{folder / "pics", test::program()});
  EXPECT_EQ(corpus.pictures(), 2U);
  EXPECT_THAT(shown_by(corpus, photo(1)), ElementsAre("a"));
  EXPECT_THAT(shown_by(corpus, photo(3)), ElementsAre("a"));
  EXPECT_THAT(shown_by(corpus, photo(2)), IsEmpty());
  EXPECT_EQ(corpus.picture_bytes({{0, 0, 0}, 0}), photo(1));
  const auto found = corpus.search_pictures("harbour", {});
  ASSERT_EQ(found.hits.size(), 1U);
  EXPECT_EQ(found.hits[0].image, 0U);
  EXPECT_THAT(corpus.document({0, 0, 0}).images[1].note, HasSubstr("outside"));
  EXPECT_EQ(corpus.document({0, 0, 0}).images[2].reference, "data:image/jpeg");
  // Without the program no picture is read, and no data URL is kept.
  const auto blind = Corpus::of(documents);
  EXPECT_EQ(blind.pictures(), 0U);
  EXPECT_EQ(blind.document({0, 0, 0}).images[2].reference, "data:image/jpeg");
  EXPECT_NE(blind.fingerprint(), corpus.fingerprint());
  EXPECT_THAT(blind.find_picture(look(photo(1)), {}).matches, IsEmpty());
}

TEST(Pictures, AreFoundAgainAsTheyWereChanged) {
  const test::TempDir folder;
  for (std::uint32_t i = 0; i < 8; ++i)
    test::write(folder / ("in/" + std::to_string(i) + ".jpg"),
                test::jpeg(test::make_scene(i, 1, 1400, 1050)));
  const auto corpus = open(folder / "in", folder);
  const auto scene = test::make_scene(1, 1, 1400, 1050);
  for (const auto& edit : test::edits())
    EXPECT_THAT(shown_by(corpus, test::jpeg(edit.apply(scene, 1))), ElementsAre("1.jpg"))
        << edit.name;
}

TEST(Pictures, CostNothingWhereThereAreNone) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl",
              "{\"text\":\"x\",\"images\":[\"https://host.example/a.jpg\"]}\n");
  build({folder / "in.jsonl"}, folder / "store");
  const auto store = Store::open(folder / "store");
  for (const auto& [name, size] : store.manifest().files)
    EXPECT_FALSE(name.starts_with("pictures.") || name.starts_with("showings.")) << name;
}

TEST(Pictures, OfADamagedStoreAreNotRead) {
  const test::TempDir folder;
  test::write(folder / "in/a.jpg", photo(1));
  build({folder / "in"}, folder / "store");
  for (const char* name : {"pictures.table", "showings.table", "pictures.shown"}) {
    const auto whole = test::read(folder / "store" / name);
    auto damaged = whole;
    damaged[0] = 'X';
    test::write(folder / "store" / name, damaged);
    EXPECT_THROW(Store::open(folder / "store"), InputError) << name;
    damaged = whole;
    for (std::size_t i = 16; i < damaged.size(); ++i) damaged[i] = '\xEE';
    test::write(folder / "store" / name, damaged);
    EXPECT_THROW(
        {
          const auto store = Store::open(folder / "store");
          store.pictures()->showing(0);
          store.pictures()->shown(0);
        },
        InputError)
        << name;
    test::write(folder / "store" / name, whole);
  }
  fs::remove(folder / "store/pictures.bytes");
  EXPECT_THROW(Store::open(folder / "store"), InputError);
}

}  // namespace
}  // namespace assay::retrieval
