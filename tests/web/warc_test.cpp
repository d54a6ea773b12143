#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>

#include "assay/core/error.h"
#include "support/support.h"
#include "web/archive/warc_reader.h"
#include "web/archive/warc_writer.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;

Exchange exchange(const std::string& url, const std::string& body, std::int64_t at = 0) {
  Exchange one;
  one.url = url;
  one.at.milliseconds = 1'700'000'000'000 + at;
  one.request = {{"User-Agent", "Assay/1"}, {"Authorization", "Bearer sk-secret", true}};
  one.status = 200;
  one.headers = {
      {"Content-Type", "text/html"}, {"Content-Encoding", "br"}, {"Content-Length", "3"}};
  one.body = body;
  return one;
}

class WarcTest : public testing::Test {
 protected:
  std::vector<WarcRecord> records() const {
    WarcReader reader(file_);
    std::vector<WarcRecord> all;
    while (auto record = reader.next()) all.push_back(std::move(*record));
    return all;
  }

  test::TempDir folder_;
  const fs::path file_ = folder_ / "run/pages.warc.gz";
};

TEST_F(WarcTest, KeepsAnExchange) {
  const std::string body("<p>caf\xC3\xA9\0 \r\n\r\n</p>", 18);
  WarcPlace place;
  {
    WarcWriter writer(file_, "assay 1");
    place = writer.add(exchange("http://a.example/x?y", body));
  }
  const auto all = records();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].type(), "warcinfo");
  EXPECT_EQ(all[1].type(), "response");
  EXPECT_EQ(all[1].payload(), body);
  EXPECT_EQ(all[1].field("WARC-Target-URI"), "http://a.example/x?y");
  EXPECT_EQ(all[1].field("warc-date"), "2023-11-14T22:13:20.000Z");
  EXPECT_EQ(all[1].field("WARC-Payload-Digest"), warc_digest(body));
  EXPECT_EQ(all[1].field("WARC-Block-Digest"), warc_digest(all[1].block));
  EXPECT_NE(all[1].http_head().find("X-Archive-Orig-Content-Encoding: br"), std::string::npos);
  EXPECT_TRUE(all[1].http_head().starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(all[1].field("WARC-Record-ID"), place.record);
  EXPECT_EQ(all[1].offset, place.offset);
  EXPECT_EQ(all[2].type(), "request");
  EXPECT_EQ(all[2].field("WARC-Concurrent-To"), place.record);
  EXPECT_TRUE(all[2].block.starts_with("GET /x?y HTTP/1.1\r\nHost: a.example\r\n"));
  EXPECT_EQ(all[2].block.find("sk-secret"), std::string::npos);
  WarcReader reader(file_);
  reader.seek(place.offset);
  EXPECT_EQ(reader.next()->payload(), body);
}

TEST_F(WarcTest, TheDigestIsThatOfOtherPrograms) {
  EXPECT_EQ(warc_digest("abc"), "sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====");
}

TEST_F(WarcTest, TheSameAgainIsARevisit) {
  WarcWriter writer(file_, "assay 1");
  const auto first = writer.add(exchange("http://a.example/", "same"));
  const auto again = writer.add(exchange("http://b.example/", "same", 1));
  EXPECT_EQ(writer.add(exchange("http://a.example/", "same")), first);
  writer.add(exchange("http://c.example/", ""));
  writer.add(exchange("http://d.example/", ""));
  const auto all = records();
  ASSERT_EQ(all.size(), 9U);
  EXPECT_EQ(all[3].type(), "revisit");
  EXPECT_EQ(all[3].offset, again.offset);
  EXPECT_EQ(all[3].payload(), "");
  EXPECT_EQ(all[3].field("WARC-Refers-To"), first.record);
  EXPECT_EQ(all[3].field("WARC-Refers-To-Target-URI"), "http://a.example/");
  EXPECT_EQ(all[7].type(), "response");
}

TEST_F(WarcTest, GoesOnWhereAnEarlierRunEnded) {
  WarcPlace first;
  {
    WarcWriter writer(file_, "assay 1");
    first = writer.add(exchange("http://a.example/", "one"));
    writer.add(exchange("http://b.example/", "two"));
  }
  // A kill in the middle of a record.
  const auto whole = test::read(file_);
  for (const std::size_t cut : {whole.size() - 1, whole.size() - 100, first.offset + 20, 3UL}) {
    test::write(file_, whole.substr(0, cut));
    WarcWriter writer(file_, "assay 1");
    writer.add(exchange("http://a.example/", "one"));
    writer.add(exchange("http://b.example/", "two"));
    const auto all = records();
    EXPECT_GE(all.size(), 4U);
    EXPECT_EQ(all[1].payload(), "one");
  }
}

TEST_F(WarcTest, OneWritesAtATime) {
  const WarcWriter writer(file_, "assay 1");
  EXPECT_THROW(WarcWriter(file_, "assay 1"), core::InputError);
}

TEST_F(WarcTest, AResourceIsKept) {
  WarcWriter writer(file_, "assay 1");
  const auto place = writer.add_resource("http://a.example/", {}, "image/png", "\x89PNG");
  WarcReader reader(file_);
  reader.seek(place.offset);
  const auto record = reader.next();
  EXPECT_EQ(record->type(), "resource");
  EXPECT_EQ(record->block, "\x89PNG");
}

TEST_F(WarcTest, DamageIsSaid) {
  test::write(file_, "no gzip at all");
  WarcReader reader(file_);
  EXPECT_THROW(reader.next(), BadWarc);
  for (const char* text :
       {"", "WARC/1.1\r\n\r\n", "WARC/1.1\r\nContent-Length: 9\r\n\r\nabc\r\n\r\n",
        "WARC/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "WARC/1.1\r\nContent-Length: 3\r\n\r\nabcd\r\n\r\n",
        "WARC/1.1\r\nnonsense\r\nContent-Length: 0\r\n\r\n\r\n\r\n"})
    EXPECT_THROW(parse_warc_record(text), BadWarc) << text;
}

TEST_F(WarcTest, ABombIsRefused) {
  {
    WarcWriter writer(file_, "assay 1");
    writer.add(exchange("http://a.example/", std::string(20 << 20, 'x')));
  }
  EXPECT_LT(fs::file_size(file_), 100'000U);
  WarcReader reader(file_, {.record = 1 << 20});
  EXPECT_TRUE(reader.next());
  EXPECT_THROW(reader.next(), BadWarc);
}

// Another reader, from a package (scripts/models fetches it).
TEST_F(WarcTest, AnotherProgramReadsIt) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* named = std::getenv("ASSAY_TEST_MODELS");
  const char* home = std::getenv("HOME");
  const auto packages =
      (named ? fs::path(named)
             : (cache ? fs::path(cache) : fs::path(home ? home : "/nonexistent") / ".cache") /
                   "assay" / "test-models") /
      "python";
  if (!fs::exists(packages / "warcio"))
    GTEST_SKIP() << "warcio is not here (run scripts/models): " << packages;
  {
    WarcWriter writer(file_, "assay 1");
    writer.add(exchange("http://a.example/", "<p>one</p>"));
    writer.add(exchange("http://b.example/", "<p>one</p>", 1));
    writer.add_resource("http://a.example/", {}, "image/png", "\x89PNG");
  }
  const std::vector<std::string> environment{"PYTHONPATH=" + packages.string()};
  const auto check =
      test::run({"python3", "-m", "warcio.cli", "check", "-v", file_.string()}, environment);
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  EXPECT_NE(check.out.find("digest pass"), std::string::npos) << check.out;
  const auto index =
      test::run({"python3", "-m", "warcio.cli", "index", file_.string()}, environment);
  EXPECT_EQ(index.status, 0) << index.err;
  EXPECT_EQ(std::count(index.out.begin(), index.out.end(), '\n'), 6) << index.out;
  EXPECT_NE(index.out.find("revisit"), std::string::npos) << index.out;
}

}  // namespace
}  // namespace assay::web
