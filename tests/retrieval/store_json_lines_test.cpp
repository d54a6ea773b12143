#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/documents/json_lines.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

Document parse(std::string_view json) { return DocumentParser().parse(json, "default"); }

std::string reason(std::string_view json) {
  try {
    parse(json);
  } catch (const BadLine& error) {
    return error.what();
  }
  return "good";
}

TEST(DocumentParser, ReadsEveryField) {
  const auto document =
      parse(R"({"id":"a","url":"http://u","title":"T","text":"x\u00e9\ny","date":"2020-02-03",)"
            R"("images":["p.jpg",{"url":"http://i","caption":"C"},{"src":"s","alt":"A"}],)"
            R"("publisher":"P","author":"W","language":"de","more":[1,{"x":null}]})");
  EXPECT_EQ(document.id, "a");
  EXPECT_EQ(document.url, "http://u");
  EXPECT_EQ(document.title, "T");
  EXPECT_EQ(document.text, "x\xC3\xA9\ny");
  EXPECT_EQ(document.date, core::Date::of(2020, 2, 3));
  EXPECT_EQ(document.publisher, "P");
  EXPECT_EQ(document.author, "W");
  EXPECT_EQ(document.language, "de");
  EXPECT_EQ(document.extractor, "jsonl/1");
  std::vector<DocumentImage> images(3);
  images[0].reference = "p.jpg";
  images[1].reference = "http://i";
  images[1].caption = "C";
  images[2].reference = "s";
  images[2].alt = "A";
  EXPECT_EQ(document.images, images);
}

TEST(DocumentParser, AllButTextMayBeAbsentOrNull) {
  EXPECT_EQ(parse(R"({"text":"x"})").id, "default");
  const auto document =
      parse(R"({"id":null,"url":null,"title":null,"text":"x","date":null,"images":null})");
  EXPECT_EQ(document.id, "default");
  EXPECT_EQ(document.date, std::nullopt);
  EXPECT_TRUE(document.images.empty());
  EXPECT_EQ(parse(R"({"text":"x","date":""})").date, std::nullopt);
  EXPECT_EQ(parse(R"({"text":"x","id":42})").id, "42");
}

TEST(DocumentParser, SaysWhyALineIsBad) {
  EXPECT_EQ(reason("{"), "not JSON");
  EXPECT_EQ(reason(R"({"text":"x"} {"text":"y"})"), "not JSON");
  EXPECT_EQ(reason("[1]"), "not a JSON object");
  EXPECT_EQ(reason("{}"), "no 'text'");
  EXPECT_EQ(reason(R"({"text":null})"), "no 'text'");
  EXPECT_EQ(reason(R"({"text":1})"), "'text' is not a text");
  EXPECT_EQ(reason(R"({"text":"x","title":["y"]})"), "'title' is not a text");
  EXPECT_EQ(reason(R"({"text":"x","date":"2021-02-30"})"), "'date' is not a date: '2021-02-30'");
  EXPECT_EQ(reason(R"({"text":"x","date":"a\nb"})"), "'date' is not a date: 'a\\x0ab'");
  EXPECT_EQ(reason(R"({"text":"x","date":20200101})"), "'date' is not a text");
  EXPECT_EQ(reason(R"({"text":"x","images":"p.jpg"})"), "'images' is not a list");
  EXPECT_EQ(reason(R"({"text":"x","images":[{}]})"),
            "an image has no 'url', 'file', 'path' or 'src'");
  EXPECT_EQ(reason("{\"text\":\"\xFF\"}"), "not UTF-8");
  EXPECT_EQ(reason(R"({"text":"\ud800"})"),
            "not JSON: a string holds an escape that is no character");
  EXPECT_EQ(reason(std::string(5000, '[') + std::string(5000, ']')), "nested too deep");
}

TEST(DocumentParser, IsUsableAfterABadLine) {
  DocumentParser parser;
  EXPECT_THROW(parser.parse("{\"text\":", "d"), BadLine);
  EXPECT_THROW(parser.parse(std::string(5 << 20, 'x'), "d"), BadLine);
  EXPECT_EQ(parser.parse(R"({"text":"x"})", "d").text, "x");
}

struct Line {
  std::uint64_t number;
  std::string text;
  bool operator==(const Line&) const = default;
};

std::vector<Line> lines_of(const std::filesystem::path& path) {
  LineReader reader(path);
  std::vector<Line> lines;
  while (const auto block = reader.next()) {
    if (block->too_long) lines.push_back({block->first_line, "too long"});
    std::uint64_t number = block->first_line;
    for (std::string_view rest = block->bytes; !rest.empty(); ++number) {
      const auto end = std::min(rest.find('\n'), rest.size());
      lines.push_back({number, std::string(rest.substr(0, end))});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return lines;
}

TEST(LineReader, GivesEveryLineWithItsNumber) {
  const test::TempDir folder;
  std::string bytes;
  std::vector<Line> expected;
  // Lengths around the size of a block, so that lines straddle its end in every way.
  std::uint64_t number = 0;
  for (const std::size_t length : {0UL, 1UL, 524'287UL, 524'288UL, 1UL, 1'048'575UL, 1'048'576UL,
                                   1'048'577UL, 0UL, 3'000'000UL, 7UL}) {
    std::string line(length, static_cast<char>('a' + number));
    expected.push_back({++number, line});
    bytes += line + "\n";
  }
  test::write(folder / "lines", bytes);
  EXPECT_EQ(lines_of(folder / "lines"), expected);
  test::write(folder / "open", bytes + "last");
  expected.push_back({++number, "last"});
  EXPECT_EQ(lines_of(folder / "open"), expected);
}

TEST(LineReader, DropsAByteOrderMark) {
  const test::TempDir folder;
  test::write(folder / "lines", "\xEF\xBB\xBF{}\n");
  const std::vector<Line> expected{{1, "{}"}};
  EXPECT_EQ(lines_of(folder / "lines"), expected);
}

TEST(LineReader, PassesOverALineThatIsTooLong) {
  const test::TempDir folder;
  test::write(folder / "lines", "a\n" + std::string(longest_line + (2 << 20), 'x') + "\nb\n");
  const std::vector<Line> expected{{1, "a"}, {2, "too long"}, {3, "b"}};
  const auto lines = lines_of(folder / "lines");
  // The first line may come in one block with the beginning of the long one, or before it.
  EXPECT_EQ(lines, expected);
}

TEST(LineReader, DigestIsThatOfTheBytes) {
  const test::TempDir folder;
  const std::string bytes = "\xEF\xBB\xBF" + std::string(2'000'000, 'x') + "\ny";
  test::write(folder / "lines", bytes);
  LineReader reader(folder / "lines");
  while (reader.next()) {
  }
  EXPECT_EQ(reader.digest(), io::sha256(bytes));
  EXPECT_EQ(reader.bytes_read(), bytes.size());
}

TEST(LineReader, RefusesAFolder) {
  const test::TempDir folder;
  EXPECT_THROW(LineReader(folder.path()), core::InputError);
  EXPECT_THROW(LineReader(folder / "missing"), core::InputError);
}

}  // namespace
}  // namespace assay::retrieval
