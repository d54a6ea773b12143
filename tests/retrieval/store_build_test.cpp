#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/store/build.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/lock.h"
#include "retrieval/store/store.h"
#include "support/mounts.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using testing::HasSubstr;

BuildOptions options() {
  BuildOptions options;
  options.read.program = test::program();
  options.version = "test";
  options.now = *core::Timestamp::parse("2026-01-02T03:04:05.000Z");
  return options;
}

BuildResult build(const std::vector<fs::path>& inputs, const fs::path& target,
                  const BuildOptions& with = options()) {
  return build_store(inputs, target, with);
}

template <class Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

std::string build_error(const std::vector<fs::path>& inputs, const fs::path& target,
                        const BuildOptions& with = options()) {
  return error_of([&] { build(inputs, target, with); });
}

// Nothing but these stands in the folder: no temporary file was left.
void expect_only(const fs::path& folder, std::vector<std::string> names) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder))
    found.push_back(entry.path().filename().string());
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(names));
}

const std::string two_lines =
    "{\"id\":\"a\",\"text\":\"The bridge opened in 1937.\",\"date\":\"2020-01-02\"}\n"
    "{\"text\":\"Die Brücke wurde im Jahr 1937 für den Verkehr freigegeben.\"}\n";

TEST(BuildStore, KeepsEveryDocument) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  const auto result = build({folder / "in.jsonl"}, folder / "store");
  EXPECT_FALSE(result.unchanged);
  const auto store = Store::open(folder / "store");
  ASSERT_EQ(store.documents(), 2U);
  EXPECT_EQ(store.document(0).id, "a");
  EXPECT_EQ(store.document(0).text, "The bridge opened in 1937.");
  EXPECT_EQ(store.document(0).date, core::Date::of(2020, 1, 2));
  EXPECT_EQ(store.source_bytes(0), store.text(0));
  EXPECT_EQ(store.document(1).id, "in.jsonl:2");
  EXPECT_EQ(store.document(1).language, "de");
  const auto& manifest = store.manifest();
  EXPECT_EQ(manifest.undated, 1U);
  EXPECT_EQ(manifest.first_date, core::Date::of(2020, 1, 2));
  EXPECT_EQ(manifest.last_date, core::Date::of(2020, 1, 2));
  EXPECT_EQ(manifest.built.to_string(), "2026-01-02T03:04:05.000Z");
  ASSERT_EQ(manifest.made_from.size(), 1U);
  EXPECT_EQ(manifest.made_from[0].kind, "json_lines");
  EXPECT_EQ(manifest.made_from[0].documents, 2U);
  expect_only(folder.path(), {"in.jsonl", "store"});
}

TEST(BuildStore, KeepsTheBytesOfFilesSoThatTheirTextCanBeMadeAgain) {
  const test::TempDir folder;
  const std::string page =
      "<html><head><title>A bridge</title></head><body><article><p>The bridge opened in 1937 after "
      "four years of work, and more than two hundred thousand people walked over it.</p></article>"
      "</body></html>";
  test::write(folder / "in/page.html", page);
  test::write(folder / "in/a note.txt", "The bridge is 2.7 km long.\n");
  build({folder / "in"}, folder / "store");
  const auto store = Store::open(folder / "store");
  ASSERT_EQ(store.documents(), 2U);
  EXPECT_EQ(store.document(0).id, "a note.txt");
  EXPECT_EQ(store.document(0).extractor, "text/1");
  const auto document = store.document(1);
  EXPECT_EQ(document.id, "page.html");
  EXPECT_EQ(document.extractor, "article/2");
  EXPECT_EQ(document.media_type, "html");
  EXPECT_EQ(store.source_bytes(1), page);
  EXPECT_EQ(web::read_here(web::MediaType::html, page).text, document.text);
}

TEST(BuildStore, TakesSeveralInputsAndStores) {
  const test::TempDir folder;
  test::write(folder / "a.jsonl", two_lines);
  test::write(folder / "b.jsonl",
              "{\"id\":\"b\",\"text\":\"Another one.\",\"url\":\"http://b\"}\n");
  build({folder / "a.jsonl"}, folder / "first");
  build({folder / "first", folder / "b.jsonl"}, folder / "both");
  const auto store = Store::open(folder / "both");
  ASSERT_EQ(store.documents(), 3U);
  EXPECT_EQ(store.document(0), Store::open(folder / "first").document(0));
  EXPECT_EQ(store.document(2).url, "http://b");
  // The same content by another way has the same fingerprint.
  build({folder / "a.jsonl", folder / "b.jsonl"}, folder / "direct");
  EXPECT_EQ(Store::open(folder / "direct").manifest().fingerprint, store.manifest().fingerprint);
  EXPECT_NE(Store::open(folder / "first").manifest().fingerprint, store.manifest().fingerprint);
}

TEST(BuildStore, ReadsASingleDocument) {
  const test::TempDir folder;
  test::write(folder / "note.md", "# Title\n\nSome words about a bridge.\n");
  build({folder / "note.md"}, folder / "store");
  EXPECT_EQ(Store::open(folder / "store").document(0).id, "note.md");
}

TEST(BuildStore, ReadsAPipeOnce) {
  const test::TempDir folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::jthread writer([&] { test::write(folder / "pipe", two_lines); });
  EXPECT_EQ(build({folder / "pipe"}, folder / "store").manifest.documents, 2U);
  EXPECT_EQ(Store::open(folder / "store").document(1).id, "pipe:2");
}

TEST(BuildStore, MakesIdsUnique) {
  const test::TempDir folder;
  test::write(folder / "a.jsonl",
              "{\"id\":\"x\",\"text\":\"one\"}\n{\"id\":\"x\",\"text\":\"two\"}\n"
              "{\"id\":\"x\",\"text\":\"one\"}\n");
  const auto left = build({folder / "a.jsonl"}, folder / "store").manifest.left_out;
  EXPECT_EQ(left.repeated, 1U);
  EXPECT_EQ(left.renamed, 1U);
  const auto store = Store::open(folder / "store");
  ASSERT_EQ(store.documents(), 2U);
  EXPECT_EQ(store.document(1).id, "x#2");
  EXPECT_EQ(store.document(1).text, "two");
}

TEST(BuildStore, DoesNothingWhereNothingChanged) {
  const test::TempDir folder;
  test::write(folder / "in/a.txt", "Some words.\n");
  const auto first = build({folder / "in"}, folder / "store");
  const auto time = fs::last_write_time(folder / "store/manifest.json");
  const auto again = build({folder / "in"}, folder / "store");
  EXPECT_TRUE(again.unchanged);
  EXPECT_EQ(again.manifest.recipe, first.manifest.recipe);
  EXPECT_EQ(fs::last_write_time(folder / "store/manifest.json"), time);
  test::write(folder / "in/b.txt", "More words.\n");
  EXPECT_FALSE(build({folder / "in"}, folder / "store").unchanged);
  EXPECT_EQ(Store::open(folder / "store").documents(), 2U);
}

TEST(BuildStore, ABadLineIsAnErrorThatNamesItAndWritesNothing) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", "{\"text\":\"a\"}\n\n{\"txt\":\"b\"}\n{\"text\":\"c\"}\n");
  EXPECT_THAT(build_error({folder / "in.jsonl"}, folder / "store"),
              HasSubstr("in.jsonl' line 3: no 'text'"));
  expect_only(folder.path(), {"in.jsonl"});
  auto skipping = options();
  skipping.read.skip_bad = true;
  const auto left = build({folder / "in.jsonl"}, folder / "store", skipping).manifest.left_out;
  EXPECT_EQ(left.bad_lines, 1U);
  ASSERT_EQ(left.problems.size(), 1U);
  EXPECT_THAT(left.problems[0].where, HasSubstr("in.jsonl line 3"));
  EXPECT_EQ(Store::open(folder / "store").documents(), 2U);
  EXPECT_EQ(Store::open(folder / "store").document(1).id, "in.jsonl:4");
  // What --skip-bad made does not pass for what a build without it would make.
  EXPECT_THAT(build_error({folder / "in.jsonl"}, folder / "store"), HasSubstr("line 3"));
  EXPECT_EQ(Store::open(folder / "store").documents(), 2U);
}

TEST(BuildStore, ALineThatIsNotUtf8IsBad) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", "{\"text\":\"a\"}\n{\"text\":\"\xE9t\xE9\"}\n");
  EXPECT_THAT(build_error({folder / "in.jsonl"}, folder / "store"), HasSubstr("line 2: not UTF-8"));
}

TEST(BuildStore, OneBrokenDocumentAmongManyIsCounted) {
  const test::TempDir folder;
  for (int i = 0; i < 20; ++i)
    test::write(folder / ("in/" + std::to_string(i) + ".txt"), "words " + std::to_string(i));
  test::write(folder / "in/broken.pdf", "%PDF-1.4\nnothing of a PDF");
  test::write(folder / "in/deep.html", [] {
    std::string page = "<html><body>";
    for (int i = 0; i < 100'000; ++i) page += "<div>";
    return page + "x";
  }());
  const auto manifest = build({folder / "in"}, folder / "store").manifest;
  EXPECT_EQ(manifest.documents, 20U);
  EXPECT_EQ(manifest.left_out.unreadable, 2U);
  ASSERT_EQ(manifest.left_out.problems.size(), 2U);
  EXPECT_THAT(manifest.left_out.problems[0].where, HasSubstr("broken.pdf"));
  EXPECT_FALSE(manifest.left_out.problems[0].reason.empty());
  auto strict = options();
  strict.read.strict = true;
  EXPECT_THAT(build_error({folder / "in"}, folder / "other", strict), HasSubstr("broken.pdf"));
  EXPECT_FALSE(fs::exists(folder / "other"));
  EXPECT_THAT(build_error({folder / "in"}, folder / "store", strict), HasSubstr("broken.pdf"));
}

TEST(BuildStore, NothingButABrokenDocumentIsAnError) {
  const test::TempDir folder;
  test::write(folder / "in/broken.pdf", "%PDF-1.4\nnothing of a PDF");
  EXPECT_THAT(build_error({folder / "in"}, folder / "store"),
              testing::AllOf(HasSubstr("holds no document"), HasSubstr("broken.pdf")));
  EXPECT_THAT(build_error({folder / "in/broken.pdf"}, folder / "store"),
              HasSubstr("holds no document"));
  EXPECT_FALSE(fs::exists(folder / "store"));
}

TEST(BuildStore, AnEmptyInputIsAnError) {
  const test::TempDir folder;
  fs::create_directory(folder / "empty");
  test::write(folder / "empty.jsonl", "\n\n");
  test::write(folder / "blank.jsonl", "{\"text\":\" \"}\n");
  test::write(folder / "pictures/a.png", "\x89PNG");
  test::write(folder / "others/a.zip", "PK\x03\x04");
  EXPECT_THAT(build_error({folder / "empty"}, folder / "store"), HasSubstr("HTML"));
  EXPECT_THAT(build_error({folder / "empty.jsonl"}, folder / "store"), HasSubstr("holds no"));
  EXPECT_THAT(build_error({folder / "blank.jsonl"}, folder / "store"), HasSubstr("no text"));
  EXPECT_THAT(build_error({folder / "others"}, folder / "store"), HasSubstr("other kinds"));
  EXPECT_THAT(build_error({folder / "pictures"}, folder / "store"),
              HasSubstr("1 picture could not be read, first "));
  EXPECT_THAT(build_error({folder / "missing"}, folder / "store"), HasSubstr("does not exist"));
  EXPECT_THAT(build_error({folder / "others/a.zip"}, folder / "store"), HasSubstr("no corpus"));
  EXPECT_FALSE(fs::exists(folder / "store"));
}

TEST(BuildStore, LeavesAloneWhatIsNoStore) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  test::write(folder / "mine/file", "x");
  test::write(folder / "file", "x");
  EXPECT_THAT(build_error({folder / "in.jsonl"}, folder / "mine"), HasSubstr("not an Assay store"));
  EXPECT_THAT(build_error({folder / "in.jsonl"}, folder / "file"), HasSubstr("no folder"));
  EXPECT_EQ(test::read(folder / "mine/file"), "x");
  fs::create_directory(folder / "empty");
  build({folder / "in.jsonl"}, folder / "empty");
  EXPECT_EQ(Store::open(folder / "empty").documents(), 2U);
  fs::create_directory_symlink("empty", folder / "link");
  test::write(folder / "b.jsonl", "{\"text\":\"b\"}");
  build({folder / "b.jsonl"}, folder / "link/");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(Store::open(folder / "empty").documents(), 1U);
}

TEST(BuildStore, OthersMayReadIt) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  fs::create_directory(folder / "plain");
  build({folder / "in.jsonl"}, folder / "store");
  EXPECT_EQ(fs::status(folder / "store").permissions(), fs::status(folder / "plain").permissions());
}

TEST(BuildStore, RemovesWhatKilledBuildsLeft) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  test::write(folder / ".store.AAAAAA/building.lock", "");
  test::write(folder / ".store.AAAAAA/store/documents.text", "x");
  test::write(folder / ".store.BBBBBB/building.lock", "");
  test::write(folder / ".store.CCCCCC/mine", "x");
  fs::create_directory(folder / ".store.DDDDDD");
  fs::create_directory(folder / ".store.EEEEEE");
  test::write(folder / ".store.FFFFFF/building.lock.new", "");
  for (const auto* old : {".store.CCCCCC", ".store.DDDDDD", ".store.FFFFFF"})
    fs::last_write_time(folder / old, fs::file_time_type::clock::now() - std::chrono::hours(1));
  const auto going_on = FileLock::wait(folder / ".store.BBBBBB/building.lock");
  build({folder / "in.jsonl"}, folder / "store");
  expect_only(folder.path(),
              {"in.jsonl", "store", ".store.BBBBBB", ".store.CCCCCC", ".store.EEEEEE"});
}

TEST(BuildStore, AFullDiskLeavesTheOlderStore) {
  const test::TempDir folder;
  const test::Mount disk(folder / "disk", "size=1m");
  if (!disk.mounted()) GTEST_SKIP() << disk.why();
  test::write(folder / "in.jsonl", two_lines);
  std::string lines;
  for (int i = 0; i < 400; ++i) lines += "{\"text\":\"" + std::string(6000, 'a') + "\"}\n";
  test::write(folder / "large.jsonl", lines);
  build({folder / "in.jsonl"}, folder / "disk/store");
  EXPECT_THAT(build_error({folder / "large.jsonl"}, folder / "disk/store"),
              HasSubstr("No space left on device"));
  EXPECT_EQ(Store::open(folder / "disk/store").document(0).id, "a");
  expect_only(folder / "disk", {"store"});
}

TEST(BuildStore, AFolderThatCannotBeWrittenIsAnError) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  test::Mount disk(folder / "disk", "size=1m");
  if (!disk.mounted()) GTEST_SKIP() << disk.why();
  build({folder / "in.jsonl"}, folder / "disk/store");
  disk.make_read_only();
  test::write(folder / "b.jsonl", "{\"text\":\"b\"}");
  EXPECT_THAT(build_error({folder / "b.jsonl"}, folder / "disk/new"),
              HasSubstr("Read-only file system"));
  EXPECT_THAT(build_error({folder / "b.jsonl"}, folder / "disk/store"),
              HasSubstr("Read-only file system"));
  // Reading needs no more, nor does a build that has nothing to do.
  EXPECT_EQ(Store::open(folder / "disk/store").documents(), 2U);
  EXPECT_TRUE(build({folder / "in.jsonl"}, folder / "disk/store").unchanged);
}

TEST(Store, OfANewerVersionSaysSo) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  build({folder / "in.jsonl"}, folder / "store");
  auto manifest = test::read(folder / "store/manifest.json");
  const std::string version = "\"version\": " + std::to_string(store_version);
  manifest.replace(manifest.find(version), version.size(), "\"version\": 99");
  test::write(folder / "store/manifest.json", manifest);
  EXPECT_THAT(error_of([&] { Store::open(folder / "store"); }), HasSubstr("newer version"));
  EXPECT_THAT(build_error({folder / "store"}, folder / "other"), HasSubstr("newer version"));
  test::write(folder / "store/manifest.json", R"({"format":"assay-store","version":99})");
  EXPECT_THAT(error_of([&] { Store::open(folder / "store"); }), HasSubstr("newer version"));
}

TEST(Store, WhatIsNoneSaysSo) {
  const test::TempDir folder;
  EXPECT_THAT(error_of([&] { Store::open(folder / "missing"); }), HasSubstr("does not exist"));
  EXPECT_THAT(error_of([&] { Store::open(folder.path()); }), HasSubstr("not an Assay store"));
  test::write(folder / "web/manifest.json", R"({"name":"a web application"})");
  EXPECT_THAT(error_of([&] { Store::open(folder / "web"); }), HasSubstr("not an Assay store"));
}

void use(const Store& store) {
  for (std::uint32_t number = 0; number < store.documents(); ++number) {
    store.document(number);
    store.source_bytes(number);
  }
  store.index().search(store.index().parse("bridge 1937"));
}

TEST(Store, CutShortAnywhereIsOneError) {
  const test::TempDir folder;
  test::write(folder / "in/page.html",
              "<html><title>T</title><body><p>The bridge opened in 1937, they say.</p></body>");
  test::write(folder / "in/a.txt", "The bridge is long and red.\n");
  build({folder / "in"}, folder / "store");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "store"))
    if (entry.is_regular_file()) files.push_back(entry.path());
  ASSERT_GE(files.size(), 6U);
  for (const auto& file : files) {
    const auto whole = test::read(file);
    if (whole.empty()) continue;
    for (const auto length :
         std::array{std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1}) {
      // A manifest without its last line end says the same.
      if (file.filename() == manifest_name && length == whole.size() - 1) continue;
      test::write(file, whole.substr(0, length));
      EXPECT_THAT(error_of([&] { use(Store::open(folder / "store")); }),
                  HasSubstr("damaged or cut short"))
          << file << " of length " << length;
    }
    fs::remove(file);
    EXPECT_NE(error_of([&] { use(Store::open(folder / "store")); }), "no error") << file;
    test::write(file, whole);
  }
  use(Store::open(folder / "store"));
}

// A manifest that agrees with cut files: each part still checks what it reads.
TEST(Store, CutShortIsFoundWithoutTheManifest) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  build({folder / "in.jsonl"}, folder / "store");
  auto manifest = read_manifest(folder / "store");
  for (const auto& [name, size] : manifest.files) {
    const auto path = folder / "store" / name;
    const auto whole = test::read(path);
    if (whole.empty()) continue;
    for (const auto length : std::array{std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
      test::write(path, whole.substr(0, length));
      auto agreeing = manifest;
      agreeing.files[name] = length;
      write_manifest(folder / "store", agreeing);
      EXPECT_NE(error_of([&] { use(Store::open(folder / "store")); }), "no error")
          << name << " of length " << length;
    }
    test::write(path, whole);
  }
}

TEST(Store, ATableOfNonsenseIsAnError) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  build({folder / "in.jsonl"}, folder / "store");
  const auto whole = test::read(folder / "store/documents.table");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x81);
    test::write(folder / "store/documents.table", damaged);
    const bool harmless = at >= 16 && (at - 16) % 32 >= 24;  // dates and what is reserved
    const auto error = error_of([&] { use(Store::open(folder / "store")); });
    if (harmless)
      EXPECT_EQ(error, "no error");
    else if (error != "no error")
      EXPECT_THAT(error, HasSubstr("damaged"));
  }
}

TEST(Store, StaysWholeWhileItIsBuiltAnew) {
  const test::TempDir folder;
  test::write(folder / "in.jsonl", two_lines);
  build({folder / "in.jsonl"}, folder / "store");
  const auto old = Store::open(folder / "store");
  test::write(folder / "in.jsonl", "{\"text\":\"b\"}");
  build({folder / "in.jsonl"}, folder / "store");
  use(old);
  EXPECT_EQ(old.document(0).id, "a");
  EXPECT_EQ(Store::open(folder / "store").documents(), 1U);
}

}  // namespace
}  // namespace assay::retrieval
