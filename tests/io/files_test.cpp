#include "io/files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "assay/core/error.h"
#include "io/blobs.h"
#include "io/sha256.h"
#include "support/support.h"

namespace assay::io {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Files, WritesWholeOrNotAtAll) {
  const test::TempDir dir;
  write_file(dir / "a", "one");
  write_file(dir / "a", "two");
  EXPECT_EQ(read_file(dir / "a", 10), "two");
  EXPECT_THROW(write_file(dir / "missing" / "a", "x"), core::InputError);
  EXPECT_EQ(entries(dir.path()), 1U);
}

TEST(Files, ReadsNoMoreThanAllowed) {
  const test::TempDir dir;
  test::write(dir / "a", "12345");
  EXPECT_EQ(read_file(dir / "a", 5), "12345");
  EXPECT_THROW(read_file(dir / "a", 4), core::InputError);
  EXPECT_THROW(read_file(dir.path(), 4), core::InputError);
  EXPECT_THROW(read_file("/dev/zero", 1000), core::InputError);
}

TEST(Files, ReplacesAFolderInOneStep) {
  const test::TempDir dir;
  test::write(dir / "store" / "old", "1");
  {
    const TemporaryFolder built(dir / "store");
    test::write(built.path() / "new", "2");
    replace_folder(built.path(), dir / "store");
  }
  EXPECT_TRUE(fs::exists(dir / "store" / "new"));
  EXPECT_FALSE(fs::exists(dir / "store" / "old"));
  EXPECT_EQ(entries(dir.path()), 1U);
}

TEST(Files, ShowsPathsOnOneLine) {
  EXPECT_EQ(shown("plain é"), "plain é");
  EXPECT_EQ(shown("a\nb\x1b[0m"), "a\\x0ab\\x1b[0m");
  EXPECT_EQ(shown("\xff\xc3"), "\\xff\\xc3");
}

TEST(Blobs, KeepsBytesUnderTheirHash) {
  const test::TempDir dir;
  const Blobs blobs(dir / "blobs");
  const auto name = blobs.keep("hello");
  EXPECT_EQ(name, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
  EXPECT_EQ(blobs.keep("hello"), name);
  EXPECT_EQ(blobs.read(name), "hello");
  EXPECT_EQ(blobs.keep(""), sha256(""));
  test::write(blobs.path(name), "jello");
  EXPECT_THROW(blobs.read(name), core::InputError);
  EXPECT_THROW(blobs.read("../../etc/passwd"), core::InputError);
}

}  // namespace
}  // namespace assay::io
