#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/index/builder.h"
#include "retrieval/index/format.h"
#include "retrieval/index/index.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using assay::test::TempDir;

// Long lists and short ones, phrases and languages.
void build(const fs::path& folder) {
  IndexBuilder builder(folder);
  std::mt19937_64 random(1);
  for (int i = 0; i < 700; ++i) {
    std::string text = "the common words stand in each of these documents";
    for (int k = 0; k < 12; ++k)
      text += " word" + std::string(1, static_cast<char>('a' + random() % 26));
    if (i % 3 == 0) text += " every third";
    if (i == 99) text += " needle 北京市";
    builder.add("title " + std::to_string(i), text);
  }
  builder.finish();
}

const std::vector<std::string>& queries() {
  static const std::vector<std::string> all = {
      "common words",   "needle", "\"common words stand\"", "\"every third\" needle",
      "worda wordb 17", "北京",   "\"third title\""};
  return all;
}

void search_all(const fs::path& folder) {
  const Index index = Index::open(folder);
  for (const auto& query : queries()) index.search(index.parse(query));
}

std::string message(const fs::path& folder) {
  try {
    Index::open(folder);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(IndexFiles, AreAsTheFormatSays) {
  const TempDir folder;
  build(folder.path());
  for (const auto name : section_files) EXPECT_TRUE(fs::exists(folder.path() / name)) << name;
  EXPECT_EQ(fs::file_size(folder.path() / header_file), sizeof(Header));
  EXPECT_NO_THROW(Index::open(folder.path()).verify());
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) files += entry.exists() ? 1 : 0;
  EXPECT_EQ(files, section_count + 1);
}

TEST(IndexFiles, AreMissed) {
  const TempDir folder;
  EXPECT_TRUE(holds(message(folder.path()), "fulltext.header")) << message(folder.path());
  build(folder.path());
  fs::remove(folder.path() / "fulltext.postings");
  EXPECT_TRUE(holds(message(folder.path()), "fulltext.postings")) << message(folder.path());
}

TEST(IndexFiles, AreNotReadWhereTheyAreCutShort) {
  const TempDir folder;
  build(folder.path());
  for (const auto name : {section_files[0], section_files[1], section_files[2], section_files[3],
                          section_files[4], header_file}) {
    const fs::path file = folder.path() / name;
    const std::string bytes = assay::test::read(file);
    for (const std::size_t size : {std::size_t{0}, std::size_t{5}, bytes.size() - 1}) {
      assay::test::write(file, bytes.substr(0, size));
      const auto what = message(folder.path());
      EXPECT_TRUE(holds(what, name) && holds(what, "cut short")) << what;
    }
    assay::test::write(file, bytes + "x");
    EXPECT_TRUE(holds(message(folder.path()), name));
    assay::test::write(file, bytes);
  }
  EXPECT_NO_THROW(Index::open(folder.path()));
}

TEST(IndexFiles, OfANewerVersionAreNotRead) {
  const TempDir folder;
  build(folder.path());
  const fs::path file = folder.path() / header_file;
  std::string bytes = assay::test::read(file);
  bytes[offsetof(Header, version)] = 9;
  assay::test::write(file, bytes);
  const auto what = message(folder.path());
  EXPECT_TRUE(holds(what, "version 9") && holds(what, "newer assay")) << what;
  assay::test::write(file, "something else altogether, and not short");
  EXPECT_TRUE(holds(message(folder.path()), "not a full-text index"));
}

TEST(IndexFiles, DamageToTheHeaderIsSeen) {
  const TempDir folder;
  build(folder.path());
  const fs::path file = folder.path() / header_file;
  const std::string bytes = assay::test::read(file);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    assay::test::write(file, damaged);
    EXPECT_THROW(Index::open(folder.path()), core::InputError) << at;
  }
}

TEST(IndexFiles, DamageElsewhereNeverCrashesASearch) {
  const TempDir folder;
  build(folder.path());
  std::mt19937_64 random(2);
  for (const auto name : section_files) {
    const fs::path file = folder.path() / name;
    const std::string bytes = assay::test::read(file);
    for (int round = 0; round < 60; ++round) {
      std::string damaged = bytes;
      const std::size_t changes = round % 3 == 0 ? 1 : bytes.size() / 20;
      for (std::size_t i = 0; i <= changes; ++i) {
        const std::size_t at = random() % bytes.size();
        damaged[at] = round % 2 == 0 ? static_cast<char>(random()) : '\xFF';
      }
      assay::test::write(file, damaged);
      ASSERT_NO_THROW(search_all(folder.path())) << name << " " << round;
      if (damaged != bytes)
        ASSERT_THROW(Index::open(folder.path()).verify(), core::InputError) << name << " " << round;
    }
    assay::test::write(file, bytes);
  }
}

TEST(IndexFiles, AreRemovedWhereTheBuildDoesNotEnd) {
  const TempDir folder;
  {
    IndexOptions options;
    options.memory_bytes = 1;
    IndexBuilder builder(folder.path(), options);
    for (int i = 0; i < 200; ++i)
      builder.add("title", std::string(3000, 'a') + " words of some text");
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(IndexFiles, AreNotWrittenOverOthers) {
  const TempDir folder;
  build(folder.path());
  EXPECT_THROW(build(folder.path()), core::InputError);
  EXPECT_NO_THROW(Index::open(folder.path()).verify());
}

}  // namespace
}  // namespace assay::retrieval
