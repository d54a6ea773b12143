#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/documents/folder.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names(const FolderListing& listing) {
  std::vector<std::string> names;
  for (const auto& file : listing.files) names.push_back(file.relative);
  return names;
}

TEST(ListFolder, GoesDownAndSorts) {
  const test::TempDir folder;
  for (const char* name : {"b.html", "a/z.txt", "a/b/c.md", "Z.pdf"})
    test::write(folder / name, "x");
  const std::vector<std::string> expected{"Z.pdf", "a/b/c.md", "a/z.txt", "b.html"};
  EXPECT_EQ(names(list_folder(folder.path())), expected);
}

TEST(ListFolder, TakesAnyName) {
  const test::TempDir folder;
  const std::vector<std::string> expected{"a 'quoted\" name.txt", "line\nbreak.txt",
                                          "\xFF\xFE.txt"};
  for (const auto& name : expected) test::write(folder / name, "x");
  EXPECT_EQ(names(list_folder(folder.path())), expected);
}

TEST(ListFolder, CountsWhatIsHiddenOrSpecial) {
  const test::TempDir folder;
  test::write(folder / "a.txt", "x");
  test::write(folder / ".hidden", "x");
  test::write(folder / ".git/config", "x");
  fs::create_symlink("nowhere", folder / "dangling");
  ASSERT_EQ(::mkfifo((folder / "pipe.txt").c_str(), 0600), 0);
  const auto listing = list_folder(folder.path());
  EXPECT_EQ(names(listing), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(listing.hidden, 2U);
  EXPECT_EQ(listing.special, 2U);
}

TEST(ListFolder, EndsOnLoopsOfLinks) {
  const test::TempDir folder;
  test::write(folder / "sub/a.txt", "x");
  fs::create_directory_symlink("..", folder / "sub/up");
  fs::create_directory_symlink("sub", folder / "again");
  fs::create_symlink("self", folder / "self");
  const auto listing = list_folder(folder.path());
  ASSERT_EQ(listing.files.size(), 1U);
  EXPECT_TRUE(listing.files[0].relative == "sub/a.txt" ||
              listing.files[0].relative == "again/a.txt");
}

TEST(ListFolder, LeavesStoresOut) {
  const test::TempDir folder;
  test::write(folder / "a.txt", "x");
  test::write(folder / "s/manifest.json", "{\"format\":\"assay-store\"}");
  test::write(folder / "s/readme.txt", "x");
  EXPECT_EQ(names(list_folder(folder.path())), std::vector<std::string>{"a.txt"});
}

TEST(ListFolder, RefusesWhatIsNoFolder) {
  const test::TempDir folder;
  EXPECT_THROW(list_folder(folder / "missing"), core::InputError);
}

TEST(LoadFile, KnowsDocumentsByNameAndContent) {
  const test::TempDir folder;
  test::write(folder / "page.html", "<p>x");
  test::write(folder / "page", "<!doctype html><p>x");
  test::write(folder / "notes", "some words\n");
  test::write(folder / "picture.png", "not really");
  test::write(folder / "mislabelled.txt", "\xFF\xD8\xFF\xE0");
  test::write(folder / "unnamed", "GIF89a");
  test::write(folder / "archive.zip", "PK\x03\x04");
  test::write(folder / "more.jsonl", "{\"text\":\"x\"}\n");
  test::write(folder / "report", "%PDF-1.4\n");
  EXPECT_EQ(load_file(folder / "page.html")->type, web::MediaType::html);
  EXPECT_EQ(load_file(folder / "page")->type, web::MediaType::html);
  EXPECT_EQ(load_file(folder / "notes")->type, web::MediaType::text);
  EXPECT_EQ(load_file(folder / "report")->type, web::MediaType::pdf);
  // By its name, or by its first bytes whatever its name.
  for (const char* name : {"picture.png", "mislabelled.txt", "unnamed"}) {
    EXPECT_TRUE(load_file(folder / name)->picture) << name;
    EXPECT_EQ(load_file(folder / name)->bytes, "");
  }
  EXPECT_FALSE(load_file(folder / "archive.zip"));
  EXPECT_FALSE(load_file(folder / "page.html")->picture);
  EXPECT_FALSE(load_file(folder / "more.jsonl"));
}

TEST(LoadFile, ReadsItWholeAndBoundsIt) {
  const test::TempDir folder;
  const std::string text(100'000, 'x');
  test::write(folder / "a.txt", text);
  EXPECT_EQ(load_file(folder / "a.txt")->bytes, text);
  test::write(folder / "long.txt", "x");
  fs::resize_file(folder / "long.txt", longest_file + 1);  // sparse
  EXPECT_THROW(load_file(folder / "long.txt"), core::InputError);
  EXPECT_THROW(load_file(folder / "missing.txt"), core::InputError);
  ASSERT_EQ(::mkfifo((folder / "pipe.txt").c_str(), 0600), 0);
  EXPECT_THROW(load_file(folder / "pipe.txt"), core::InputError);
}

}  // namespace
}  // namespace assay::retrieval
