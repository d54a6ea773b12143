#include "io/download.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "io/sha256.h"

namespace assay::io {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using core::InputError;

constexpr std::size_t longest_tag = 1000;

std::string with_unit(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> units{"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1000 && unit + 1 < units.size(); ++unit) value /= 1000;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return text.data();
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

// `bytes 100-199/1000`
struct Range {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> total;
};
std::optional<Range> content_range(const HttpResponse& head) {
  const auto header = head.header("Content-Range");
  if (!header || !header->starts_with("bytes ")) return std::nullopt;
  const auto text = header->substr(6);
  const auto dash = text.find('-');
  const auto slash = text.find('/');
  if (dash == std::string_view::npos || slash == std::string_view::npos) return std::nullopt;
  const auto first = number_in(text.substr(0, dash));
  if (!first) return std::nullopt;
  return Range{*first, number_in(text.substr(slash + 1))};
}

// The file that has not all its bytes yet, held against other processes.
class Part {
 public:
  explicit Part(fs::path target)
      : target_(std::move(target)),
        path_(target_.string() + ".part"),
        tag_path_(target_.string() + ".part.etag") {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file_ < 0) fail("write");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw InputError("another process is fetching '" + shown(target_) + "'");
    }
    size_ = static_cast<std::uint64_t>(std::max<off_t>(0, ::lseek(file_, 0, SEEK_END)));
    std::error_code none;
    if (fs::exists(tag_path_, none)) tag_ = read_file(tag_path_, longest_tag);
    if (tag_.empty() && size_ > 0) restart("");  // of what version it is can't be told
  }
  ~Part() { ::close(file_); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  std::uint64_t size() const { return size_; }
  const std::string& tag() const { return tag_; }
  const fs::path& path() const { return path_; }

  // Begins anew, with what `tag` names.
  void restart(const std::string& tag) {
    if (::ftruncate(file_, 0) != 0 || ::lseek(file_, 0, SEEK_SET) != 0) fail("write");
    size_ = 0;
    tag_ = tag;
    std::error_code ignored;
    if (tag.empty())
      fs::remove(tag_path_, ignored);
    else
      write_file(tag_path_, tag);
  }
  void append(std::string_view bytes) {
    write_all(file_, bytes, path_);
    size_ += bytes.size();
  }
  void remove() {
    std::error_code ignored;
    fs::remove(path_, ignored);
    fs::remove(tag_path_, ignored);
  }
  void finish() {
    if (::fsync(file_) != 0 && errno != EINVAL) fail("write");
    if (::rename(path_.c_str(), target_.c_str()) != 0) fail("write");
    std::error_code ignored;
    fs::remove(tag_path_, ignored);
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw InputError(std::string("cannot ") + what + " '" + shown(path_) +
                     "': " + std::generic_category().message(errno));
  }

  fs::path target_;
  fs::path path_;
  fs::path tag_path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  std::string tag_;
};

struct State {
  explicit State(DownloadRequest what) : request(std::move(what)), part(request.target) {}

  DownloadRequest request;
  Part part;
  std::optional<std::uint64_t> total;  // as the server says
  bool begun = false;                  // has a byte of the present answer come?

  std::string shown_target() const { return "'" + shown(request.target) + "'"; }
};

// A tag by which the server can be asked whether it is still the same file.
std::string strong_tag(const HttpResponse& head) {
  const std::string tag(head.header("ETag").value_or(""));
  return tag.starts_with("W/") || tag.size() > longest_tag ? std::string() : tag;
}

void require_space(const State& state) {
  std::error_code error;
  const auto space =
      fs::space(state.request.target.parent_path().empty() ? fs::path(".")
                                                           : state.request.target.parent_path(),
                error);
  if (error || !state.total || *state.total <= state.part.size()) return;
  const auto needed = *state.total - state.part.size();
  if (needed > space.available)
    throw InputError("no space for " + state.shown_target() + ": it needs " + with_unit(needed) +
                     " more, " + with_unit(space.available) + " are free");
}

void require_total(const State& state) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(shown_url(state.request.url) + ": " + why);
  };
  if (state.total && *state.total > state.request.most)
    refuse("the file is larger than " + with_unit(state.request.most));
  if (state.total && state.request.size && *state.total != *state.request.size)
    refuse("the file has " + std::to_string(*state.total) + " bytes and should have " +
           std::to_string(*state.request.size));
}

// At the first byte of an answer: goes on where it was, or begins anew where the server does.
void begin(State& state, const HttpResponse& head) {
  state.begun = true;
  const auto range = head.status == 206 ? content_range(head) : std::nullopt;
  const bool goes_on = range && range->first == state.part.size() && state.part.size() > 0;
  if (head.status == 206 && !goes_on)
    throw InputError(shown_url(state.request.url) + ": the server sends another part than asked");
  if (goes_on) {
    state.total = range->total;
  } else {
    state.part.restart(strong_tag(head));
    const auto length = head.header("Content-Length");
    state.total = length ? number_in(*length) : std::nullopt;
  }
  require_total(state);
  require_space(state);
}

void tell(const State& state) {
  if (state.request.progress) state.request.progress({state.part.size(), state.total});
}

HttpRequest http_request(const std::shared_ptr<State>& state) {
  HttpRequest request;
  request.url = state->request.url;
  request.headers = state->request.headers;
  if (state->part.size() > 0) {
    request.headers.push_back({"Range", "bytes=" + std::to_string(state->part.size()) + "-"});
    request.headers.push_back({"If-Range", state->part.tag()});
  }
  request.limits.body = state->request.most;
  request.limits.total = std::chrono::hours(24 * 7);
  request.limits.stall = state->request.stall;
  request.limits.redirects = 5;
  state->begun = false;
  request.sink = [state](const HttpResponse& head, std::string_view bytes) {
    if (!state->begun) begin(*state, head);
    state->part.append(bytes);
    tell(*state);
  };
  return request;
}

std::string status_reason(const HttpResponse& response) {
  const auto at = shown_url(response.url) + ": ";
  switch (response.status) {
    case 401:
    case 403:
      return at + "the file is not open to everybody (status " + std::to_string(response.status) +
             ")";
    case 404:
      return at + "no such file there (status 404)";
    default:
      return at + "the server answers with status " + std::to_string(response.status);
  }
}

bool passes(int status) { return status == 429 || status == 408 || status >= 500; }

bool is_whole(const State& state) {
  const auto expected = state.total ? state.total : state.request.size;
  return !expected || state.part.size() == *expected;
}

// One request. True: there is nothing more to come. False with `why`: it may be tried again.
asio::awaitable<bool> fetch_once(HttpClient& client, std::shared_ptr<State> state,
                                 std::string& why) {
  try {
    HttpResponse response = co_await client.send(http_request(state));
    if (response.status >= 200 && response.status < 300) {
      if (!state->begun) begin(*state, response);  // an empty file
      if (is_whole(*state)) co_return true;
      why = shown_url(state->request.url) + ": the connection ended early";
      co_return false;
    }
    // Asked for more than there is: it was whole already, or is another file now.
    if (response.status == 416 && state->part.size() > 0) {
      if (state->request.size == state->part.size()) co_return true;
      state->part.restart("");
      why = status_reason(response);
      co_return false;
    }
    why = status_reason(response);
    if (!passes(response.status)) throw InputError(why);
  } catch (const HttpFailure& failure) {
    why = failure.what();
    const bool hopeless = failure.kind == HttpFailure::Kind::unusable ||
                          failure.kind == HttpFailure::Kind::redirects ||
                          failure.kind == HttpFailure::Kind::tls ||
                          failure.kind == HttpFailure::Kind::too_large;
    if (hopeless) throw InputError(why);
  }
  co_return false;
}

asio::awaitable<void> fetch(HttpClient& client, std::shared_ptr<State> state) {
  auto pause = state->request.pause;
  for (int failed = 0;;) {
    const auto before = state->part.size();
    std::string why;
    const bool whole = co_await fetch_once(client, state, why);
    if (whole) co_return;
    if (state->part.size() > before) {
      failed = 0;
      pause = state->request.pause;
    }
    if (++failed >= state->request.tries) {
      std::string line = why + " (tried " + std::to_string(failed) + " times)";
      if (state->part.size() > 0)
        line += "; " + with_unit(state->part.size()) +
                " are kept, and the same command goes on from there";
      throw InputError(line);
    }
    asio::steady_timer timer(co_await asio::this_coro::executor, pause);
    co_await timer.async_wait(asio::use_awaitable);
    pause = std::min(pause * 2, std::chrono::milliseconds(30'000));
  }
}

// What is at the target already; nothing where nothing is.
std::optional<Downloaded> look(const DownloadRequest& request) {
  std::error_code error;
  if (!fs::exists(request.target, error)) return std::nullopt;
  Downloaded there;
  there.was_there = true;
  there.bytes = fs::file_size(request.target, error);
  there.sha256 = sha256_of_file(request.target);
  const bool differs = (!request.sha256.empty() && there.sha256 != request.sha256) ||
                       (request.size && *request.size != there.bytes);
  if (differs)
    throw InputError("'" + shown(request.target) +
                     "' is there and is another file; remove it, or name another folder");
  return there;
}

}  // namespace

std::string sha256_of_file(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const auto fail = [&] {
    throw InputError("cannot read '" + shown(file) +
                     "': " + std::generic_category().message(errno));
  };
  if (fd < 0) fail();
  Sha256 hash;
  std::vector<char> buffer(1 << 20);
  for (;;) {
    const auto n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int error = errno;
      ::close(fd);
      errno = error;
      fail();
    }
    if (n == 0) break;
    hash.add({buffer.data(), static_cast<std::size_t>(n)});
  }
  ::close(fd);
  return hash.hex();
}

asio::awaitable<Downloaded> download(HttpClient& client, DownloadRequest request) {
  if (auto there = look(request)) co_return *there;
  if (request.target.has_parent_path()) make_folder(request.target.parent_path());
  const auto state = std::make_shared<State>(std::move(request));
  co_await fetch(client, state);
  Downloaded done;
  done.bytes = state->part.size();
  done.sha256 = sha256_of_file(state->part.path());
  if (!state->request.sha256.empty() && done.sha256 != state->request.sha256) {
    state->part.remove();
    throw InputError(shown_url(state->request.url) + ": what came has the SHA-256 " + done.sha256 +
                     " and should have " + state->request.sha256 +
                     "; it was removed: is it the right file? Then try again");
  }
  state->part.finish();
  co_return done;
}

}  // namespace assay::io
