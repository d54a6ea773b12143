#include "io/toml.h"

#include <gtest/gtest.h>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::io {
namespace {

template <class Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

TomlTable table(const std::string& text) { return TomlTable::parse(text, "x.toml"); }

TEST(Toml, ReadsValues) {
  const auto toml = table(
      "a = \"text\"\nb = 7\nc = 0.5\nd = true\ne = 2025-03-01\nf = [\"x\", \"y\"]\n"
      "[t]\nu = 1\n[[r]]\nv = 1\n[[r]]\nv = 2\n");
  EXPECT_EQ(toml.text("a"), "text");
  EXPECT_EQ(toml.whole("b"), 7);
  EXPECT_EQ(toml.number("b", 0, 10), 7.0);
  EXPECT_EQ(toml.number("c", 0, 1), 0.5);
  EXPECT_EQ(toml.flag("d"), true);
  EXPECT_EQ(toml.date("e")->to_string(), "2025-03-01");
  EXPECT_EQ(toml.texts("f"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(toml.table("t")->whole("u"), 1);
  EXPECT_EQ(toml.tables("r").at(1).whole("v"), 2);
  EXPECT_EQ(toml.text("none"), std::nullopt);
  EXPECT_FALSE(toml.table("none"));
  toml.require_all_read("all");
}

TEST(Toml, WhatIsWrongIsOneLineWithItsPlace) {
  EXPECT_EQ(error_of([] { table("\n\na = 7\n").text("a"); }),
            "x.toml:3: a must be a text in quotes");
  EXPECT_EQ(error_of([] { table("a = 7").flag("a"); }), "x.toml:1: a must be true or false");
  EXPECT_EQ(error_of([] { table("a = 1.5").whole("a"); }), "x.toml:1: a must be a whole number");
  EXPECT_EQ(error_of([] { table("a = -1").whole("a"); }), "x.toml:1: a must be at least 0");
  EXPECT_EQ(error_of([] { table("a = 3").number("a", 0, 2.5); }),
            "x.toml:1: a must be from 0 to 2.5");
  EXPECT_EQ(error_of([] { table("a = nan").number("a", 0, 2); }),
            "x.toml:1: a must be from 0 to 2");
  EXPECT_EQ(error_of([] { table("a = \"x\"").number("a", 0, 2); }), "x.toml:1: a must be a number");
  EXPECT_EQ(error_of([] { table("a = \"x\"").date("a"); }),
            "x.toml:1: a must be a date (YYYY-MM-DD)");
  EXPECT_EQ(error_of([] { table("a = 1").table("a"); }), "x.toml:1: a must be a table");
  EXPECT_EQ(error_of([] { table("a = [1]").texts("a"); }), "x.toml:1: a must be a list of texts");
  EXPECT_EQ(error_of([] { table("a = 1\nb = 2").require_all_read("c, d"); }),
            "x.toml:1: a is no known key; known are c, d");
}

TEST(Toml, WhatIsNoTomlIsRefused) {
  for (const std::string text : {"a = ", "a = 1\na = 2", "[", "a = \"\xff\"", "\x01"}) {
    const auto error = error_of([&] { table(text); });
    EXPECT_TRUE(error.starts_with("x.toml:")) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  const auto deep = error_of([] { table("a = " + std::string(100'000, '[')); });
  EXPECT_TRUE(deep.starts_with("x.toml:1: ")) << deep;
}

TEST(Toml, FilesAreBounded) {
  const test::TempDir folder;
  test::write(folder / "x.toml", "a = 1 # " + std::string(100, 'x'));
  EXPECT_EQ(TomlTable::read(folder / "x.toml").whole("a"), 1);
  EXPECT_NE(error_of([&] { TomlTable::read(folder / "x.toml", 50); }).find("longer than 50"),
            std::string::npos);
  EXPECT_NE(error_of([&] { TomlTable::read(folder / "none"); }).find("No such file"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::io
