#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "assay/core/json.h"
#include "support/support.h"
#include "vision/encoders.h"
#include "vision/scenes.h"

// The built program: pictures in `assay index build`, `search` and `info`.
namespace assay {
namespace {

namespace fs = std::filesystem;
using core::Json;
using test::assay;
using testing::HasSubstr;
using testing::Not;

std::string photo(std::uint32_t layout) { return test::jpeg(test::make_scene(layout, 1)); }

// A page in an archive, with the photograph that it shows and one that nobody refers to.
void make_archive(const fs::path& folder) {
  test::write(
      folder / "2014/flood.html",
      "<!doctype html><html><head><title>Flood in Prague</title>"
      "<meta property=\"article:published_time\" content=\"2014-06-03\"></head><body>"
      "<article><h1>Flood in Prague</h1><p>The Vltava rose by three metres within a day, and "
      "the oldest bridge of the town had to be closed to everybody on Monday.</p>"
      "<figure><img src=\"../photos/bridge%201.jpg\" alt=\"a bridge\"><figcaption>The closed "
      "bridge on Monday</figcaption></figure><p>Nobody was hurt, and the water is expected to "
      "go down before the end of the week, the mayor of the town told our paper.</p>"
      "</article></body></html>");
  test::write(folder / "photos/bridge 1.jpg", photo(1));
  test::write(folder / "photos/Old harbour.jpg", photo(2));
}

TEST(IndexPictures, AreFoundByWordsAndByLooks) {
  const test::TempDir folder;
  make_archive(folder / "in");
  const auto store = (folder / "store").string();
  const auto built = assay({"index", "build", "--out", store, (folder / "in").string()});
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(built.out, HasSubstr("2 documents, 2 pictures"));
  EXPECT_THAT(built.err, Not(HasSubstr("left out")));
  const auto info = assay({"index", "info", store});
  EXPECT_THAT(info.out, HasSubstr("pictures     2, "));

  const auto words = assay({"index", "search", store, "--images", "closed bridge"});
  EXPECT_EQ(words.status, 0);
  EXPECT_THAT(words.out, HasSubstr("  1. 640 x 480 (score"));
  EXPECT_THAT(words.out, HasSubstr("2014/flood.html  2014-06-03  Flood in Prague"));
  EXPECT_THAT(words.out, HasSubstr("The closed bridge on Monday"));

  test::write(folder / "query.jpg",
              test::jpeg(test::cropped(test::make_scene(1, 1), 60, 40, 520, 400)));
  const auto query = (folder / "query.jpg").string();
  const auto looks = assay({"index", "search", store, "--image", query, "--json"});
  ASSERT_EQ(looks.status, 0) << looks.err;
  const auto hits = Json::parse(looks.out).at("hits");
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_THAT(hits[0].at("how").get<std::string>(), HasSubstr("cropped"));
  EXPECT_EQ(hits[0].at("pages").at(0).at("caption"), "The closed bridge on Monday");
  EXPECT_EQ(hits[0].at("pages").at(0).at("date"), "2014-06-03");
  EXPECT_EQ(hits[0].at("picture").at("media_type"), "image/jpeg");

  const auto late =
      assay({"index", "search", store, "--image", query, "--before", "2014-01-01", "--json"});
  const auto dropped = Json::parse(late.out);
  EXPECT_TRUE(dropped.at("hits").empty());
  EXPECT_EQ(dropped.at("excluded").at(0).at("id"), "2014/flood.html");

  // Built again from the same it is left as it is; from another picture it is not.
  const auto build = [&] {
    return assay({"index", "build", "--out", store, (folder / "in").string()});
  };
  EXPECT_THAT(build().out, HasSubstr("unchanged"));
  test::write(folder / "in/photos/bridge 1.jpg", photo(3));
  EXPECT_THAT(build().out, Not(HasSubstr("unchanged")));
  EXPECT_THAT(assay({"index", "search", store, "--image", query}).out,
              HasSubstr("nothing was found"));
}

TEST(IndexPictures, SayInOneLineWhatIsWrong) {
  const test::TempDir folder;
  make_archive(folder / "in");
  test::write(folder / "in/photos/bridge 1.jpg", "no picture");
  const auto store = (folder / "store").string();
  const auto strict =
      assay({"index", "build", "--strict", "--out", store, (folder / "in").string()});
  EXPECT_EQ(strict.status, 1);
  EXPECT_EQ(std::ranges::count(strict.err, '\n'), 1) << strict.err;
  EXPECT_THAT(strict.err, HasSubstr("bridge 1.jpg' can't be read: it is no JPEG"));
  EXPECT_FALSE(fs::exists(store));
  const auto built = assay({"index", "build", "--out", store, (folder / "in").string()});
  EXPECT_EQ(built.status, 0);
  EXPECT_THAT(built.err, HasSubstr("bridge 1.jpg: it is no JPEG"));
  EXPECT_THAT(built.err, HasSubstr("left out: 1 picture that can't be read"));
  EXPECT_THAT(assay({"index", "info", store}).out, HasSubstr("1 more unreadable"));
  const auto error = [&](const std::vector<std::string>& arguments, int status) {
    auto all = std::vector<std::string>{"index", "search", store};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const auto ran = assay(all);
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    return ran.err;
  };
  EXPECT_THAT(error({"--image", (folder / "in/photos/bridge 1.jpg").string()}, 1),
              HasSubstr("can't be used as a picture"));
  EXPECT_THAT(error({"--image", (folder / "missing").string()}, 1), HasSubstr("missing"));
  EXPECT_THAT(error({"--image", "x", "words"}, 2), HasSubstr("either"));
  EXPECT_THAT(error({"--images"}, 2), HasSubstr("either"));
}

TEST(IndexPictures, AStoreOfAnOlderVersionIsToBeBuiltAnew) {
  const test::TempDir folder;
  make_archive(folder / "in");
  const auto store = folder / "store";
  const std::vector<std::string> build{"index", "build", "--out", store.string(),
                                       (folder / "in").string()};
  ASSERT_EQ(assay(build).status, 0);
  auto manifest = Json::parse(test::read(store / "manifest.json"));
  manifest["version"] = 1;
  manifest.erase("pictures");
  test::write(store / "manifest.json", manifest.dump());
  const auto ran = assay({"index", "search", store.string(), "words"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("made by an older version of assay"));
  EXPECT_THAT(ran.err, HasSubstr("build it again"));
  EXPECT_EQ(assay(build).status, 0);  // in its place
  EXPECT_EQ(assay({"index", "search", store.string(), "bridge"}).status, 0);
}

TEST(IndexPictures, AKilledBuildLeavesTheStoreAsItWas) {
  const test::TempDir folder;
  make_archive(folder / "in");
  const auto store = folder / "store";
  const std::vector<std::string> build{"index", "build", "--out", store.string(),
                                       (folder / "in").string()};
  ASSERT_EQ(assay(build).status, 0);
  const auto before = test::read(store / "manifest.json");
  for (std::uint32_t i = 0; i < 60; ++i)
    test::write(folder / ("in/photos/" + std::to_string(i) + ".png"),
                test::png(test::make_scene(i, 2, 400, 300)));
  const auto leftovers = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      if (entry.path().filename().string().starts_with(".store."))
        names.push_back(entry.path().filename().string());
    return names;
  };
  auto program = test::program().string();
  std::vector<std::string> arguments{program};
  arguments.insert(arguments.end(), build.begin(), build.end());
  std::vector<char*> raw;
  for (auto& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  pid_t child = 0;
  ASSERT_EQ(::posix_spawn(&child, program.c_str(), nullptr, nullptr, raw.data(), environ), 0);
  // As soon as it has begun, which is when its folder has its lock: a younger folder without one
  // is left alone, since it may be about to get it.
  const auto begun = [&] {
    const auto names = leftovers();
    return names.size() == 1 && fs::exists(folder / names.front() / "building.lock");
  };
  for (int i = 0; i < 12'000 && !begun(); ++i)  // a minute, on a busy machine
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(begun());
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "it was done before it could be killed";
  EXPECT_EQ(test::read(store / "manifest.json"), before);
  ASSERT_EQ(assay(build).status, 0);
  EXPECT_THAT(assay({"index", "info", store.string()}).out, HasSubstr("pictures     62, "));
  EXPECT_THAT(leftovers(), testing::IsEmpty());
}

}  // namespace
}  // namespace assay
