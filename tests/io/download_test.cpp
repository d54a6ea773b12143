#include "io/download.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "support/await.h"
#include "support/loopback_server.h"
#include "support/mounts.h"
#include "support/support.h"

namespace assay::io {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;

// A file that a server gives away in parts.
struct Served {
  std::string bytes;
  std::string tag = "\"v1\"";
  std::size_t cuts = 0;  // so many answers end half-way
  bool ranges = true;
};

Reply serve(Served& file, const Asked& asked) {
  Reply reply;
  reply.headers = {{"ETag", file.tag}};
  reply.body = file.bytes;
  const auto range = asked.header("Range");
  const bool same = asked.header("If-Range").value_or(file.tag) == file.tag;
  if (range && file.ranges && same) {
    const auto first = std::stoul(range->substr(6));
    if (first >= file.bytes.size()) {
      reply.status = 416;
      reply.body.clear();
      return reply;
    }
    reply.status = 206;
    reply.body = file.bytes.substr(first);
    reply.headers.emplace_back("Content-Range", "bytes " + std::to_string(first) + "-" +
                                                    std::to_string(file.bytes.size() - 1) + "/" +
                                                    std::to_string(file.bytes.size()));
  }
  if (file.cuts > 0) {
    --file.cuts;
    reply.fault = Fault::half_body;
  }
  return reply;
}

std::string many_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  unsigned state = 1;
  for (char& c : bytes) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

class DownloadTest : public testing::Test {
 protected:
  DownloadRequest request(const LoopbackServer& server) {
    DownloadRequest request;
    request.url = server.url("/m.gguf");
    request.target = target_;
    request.pause = 1ms;
    request.tries = 3;
    request.sha256 = sha256(file_.bytes);
    request.progress = [this](const DownloadProgress& progress) { seen_.push_back(progress.done); };
    return request;
  }
  Downloaded fetch(DownloadRequest request) {
    return test::await(loop_, download(client_, std::move(request)));
  }
  std::string error(DownloadRequest request) {
    try {
      fetch(std::move(request));
    } catch (const core::InputError& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
      return e.what();
    }
    return "no error";
  }
  LoopbackServer::Handler handler() {
    return [this](const Asked& asked) { return serve(file_, asked); };
  }

  asio::io_context loop_{1};
  HttpClient client_{loop_.get_executor()};
  test::TempDir folder_;
  fs::path target_ = folder_ / "models/m.gguf";
  Served file_{many_bytes(3'000'000)};
  std::vector<std::uint64_t> seen_;
};

TEST_F(DownloadTest, FetchesOnce) {
  const LoopbackServer server(handler());
  const auto done = fetch(request(server));
  EXPECT_EQ(done.bytes, 3'000'000U);
  EXPECT_EQ(done.sha256, sha256(file_.bytes));
  EXPECT_FALSE(done.was_there);
  EXPECT_EQ(test::read(target_), file_.bytes);
  EXPECT_FALSE(fs::exists(target_.string() + ".part"));
  EXPECT_FALSE(fs::exists(target_.string() + ".part.etag"));
  EXPECT_GT(seen_.size(), 2U);
  EXPECT_EQ(seen_.back(), 3'000'000U);
  EXPECT_TRUE(fetch(request(server)).was_there);
  EXPECT_EQ(server.asked().size(), 1U);
  test::write(target_, "other");
  EXPECT_NE(error(request(server)).find("is there and is another file"), std::string::npos);
}

TEST_F(DownloadTest, GoesOnWhereTheConnectionWasCut) {
  file_.cuts = 5;
  const LoopbackServer server(handler());
  EXPECT_EQ(fetch(request(server)).bytes, 3'000'000U);
  EXPECT_EQ(test::read(target_), file_.bytes);
  EXPECT_EQ(server.asked().size(), 6U);
  EXPECT_EQ(server.asked().at(1).header("Range"), "bytes=1500000-");
  EXPECT_EQ(server.asked().at(1).header("If-Range"), "\"v1\"");
}

TEST_F(DownloadTest, TheNextRunGoesOn) {
  file_.cuts = 1;
  {
    int calls = 0;
    const LoopbackServer failing([&](const Asked& asked) {
      if (++calls == 1) return serve(file_, asked);
      Reply reply;
      reply.status = 503;
      return reply;
    });
    const auto line = error(request(failing));
    EXPECT_NE(line.find("1.5 MB are kept, and the same command goes on from there"),
              std::string::npos)
        << line;
  }
  EXPECT_EQ(fs::file_size(target_.string() + ".part"), 1'500'000U);
  const LoopbackServer server(handler());
  EXPECT_EQ(fetch(request(server)).bytes, 3'000'000U);
  EXPECT_EQ(test::read(target_), file_.bytes);
  EXPECT_EQ(server.asked().size(), 1U);
}

TEST_F(DownloadTest, AFileThatChangedIsBegunAnew) {
  file_.cuts = 1;
  int calls = 0;
  const LoopbackServer server([&](const Asked& asked) {
    if (++calls == 2) {
      file_.bytes = many_bytes(2'000'000);
      file_.tag = "\"v2\"";
    }
    return serve(file_, asked);
  });
  auto one = request(server);
  one.sha256.clear();
  EXPECT_EQ(fetch(one).bytes, 2'000'000U);
  EXPECT_EQ(test::read(target_), file_.bytes);
}

TEST_F(DownloadTest, AServerWithoutRangesIsAskedAnew) {
  file_.cuts = 1;
  file_.ranges = false;
  const LoopbackServer server(handler());
  EXPECT_EQ(fetch(request(server)).bytes, 3'000'000U);
  EXPECT_EQ(test::read(target_), file_.bytes);
}

TEST_F(DownloadTest, AWrongChecksumLeavesNothing) {
  const LoopbackServer server(handler());
  auto one = request(server);
  one.sha256 = std::string(64, 'a');
  const auto line = error(one);
  EXPECT_NE(line.find("should have aaaa"), std::string::npos) << line;
  EXPECT_TRUE(fs::is_empty(folder_ / "models"));
}

TEST_F(DownloadTest, AWrongSizeIsRefusedAtTheStart) {
  const LoopbackServer server(handler());
  auto one = request(server);
  one.size = 5;
  EXPECT_NE(error(one).find("has 3000000 bytes and should have 5"), std::string::npos);
  one = request(server);
  one.most = 1000;
  EXPECT_NE(error(one).find("longer than 1000 bytes"), std::string::npos);
}

TEST_F(DownloadTest, AServerThatSendsAnotherPartIsRefused) {
  file_.cuts = 1;
  int calls = 0;
  const LoopbackServer server([&](const Asked& asked) {
    Reply reply = serve(file_, asked);
    if (++calls == 2)
      for (auto& [name, value] : reply.headers)
        if (name == "Content-Range") value = "bytes 7-2999999/3000000";
    return reply;
  });
  EXPECT_NE(error(request(server)).find("another part than asked"), std::string::npos);
}

TEST_F(DownloadTest, WhatTheServerRefusesIsTold) {
  for (const auto& [status, words] :
       {std::pair{404, "no such file there"}, std::pair{401, "not open to everybody"},
        std::pair{500, "status 500 (tried 3 times)"}}) {
    const LoopbackServer server([&, code = status](const Asked&) {
      Reply reply;
      reply.status = code;
      reply.body = "<html>";
      return reply;
    });
    EXPECT_NE(error(request(server)).find(words), std::string::npos);
    EXPECT_FALSE(fs::exists(target_));
  }
}

TEST_F(DownloadTest, ASilentServerIsGivenUp) {
  const LoopbackServer server([this](const Asked&) {
    Reply reply;
    reply.body = file_.bytes;
    reply.fault = Fault::hang;
    return reply;
  });
  auto one = request(server);
  one.tries = 1;
  one.stall = 1000ms;
  const auto line = error(one);
  EXPECT_NE(line.find("nothing came for 1 s"), std::string::npos) << line;
}

TEST_F(DownloadTest, OfTwoAtOnceOneWaitsForNobody) {
  const LoopbackServer server(handler());
  fs::create_directories(target_.parent_path());
  const int other = ::open((target_.string() + ".part").c_str(), O_RDWR | O_CREAT, 0644);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  EXPECT_NE(error(request(server)).find("another process is fetching"), std::string::npos);
  ::close(other);
}

TEST_F(DownloadTest, AFullDiskIsToldBeforeAndMeanwhile) {
  const test::Mount disk(folder_ / "models", "size=1m");
  if (!disk.mounted()) GTEST_SKIP() << disk.why();
  {
    const LoopbackServer server(handler());
    const auto line = error(request(server));
    EXPECT_NE(line.find("it needs 3.0 MB more, 1.0 MB are free"), std::string::npos) << line;
  }
  // One that does not say how much there is.
  const LoopbackServer server([](const Asked&) {
    Reply reply;
    reply.body = std::string(300'000, 'x');
    reply.fault = Fault::endless_body;
    return reply;
  });
  const auto line = error(request(server));
  EXPECT_NE(line.find("No space left on device"), std::string::npos) << line;
}

TEST_F(DownloadTest, SecretsStayWithTheFirstServer) {
  const LoopbackServer store(handler());
  const LoopbackServer hub([&](const Asked&) {
    Reply reply;
    reply.status = 302;
    // By another name, so that it is another server.
    reply.headers.emplace_back("Location",
                               "http://localhost:" + std::to_string(store.port()) + "/m.gguf");
    return reply;
  });
  auto one = request(hub);
  one.headers.push_back({"Authorization", "Bearer secret", true});
  EXPECT_EQ(fetch(one).bytes, 3'000'000U);
  EXPECT_EQ(hub.asked().at(0).header("Authorization"), "Bearer secret");
  EXPECT_EQ(store.asked().at(0).header("Authorization"), std::nullopt);
}

}  // namespace
}  // namespace assay::io
