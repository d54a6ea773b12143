#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::test {

// What a client asked.
struct Asked {
  std::string method;
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

  // The value of the first header of that name, whose case does not matter.
  std::optional<std::string> header(const std::string& name) const;
};

// What goes wrong with an answer.
enum class Fault {
  none,
  hang,             // nothing is sent, the connection stays
  drop,             // the connection ends without an answer
  half_body,        // the header promises the whole body, half of it comes, the connection ends
  endless_body,     // the body, again and again, in chunks
  endless_headers,  // header lines that never end
  slow_body,        // a byte every 20 ms
  raw,              // the body is all that is sent: no status line, no headers
};

struct Reply {
  int status = 200;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds delay{0};  // before the first byte
  Fault fault = Fault::none;
};

// An HTTP/1.1 server at 127.0.0.1, on a thread of its own, for as long as this object lives. An
// answer that is delayed waits on a timer: a thousand connections at once are no more than that.
class LoopbackServer {
 public:
  // Called on the server's thread, one request at a time.
  using Handler = std::function<Reply(const Asked&)>;
  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  unsigned short port() const;
  // `http://127.0.0.1:PORT` and the path.
  std::string url(const std::string& path = "") const;
  // All that was asked, in the order of arrival; of more than remember() says, the last.
  std::vector<Asked> asked() const;
  // Keeps no more than the last `most` requests from here on: where there are very many.
  void remember(std::size_t most);
  std::size_t asked_count() const;
  std::size_t connections() const;       // accepted so far
  std::size_t open_connections() const;  // that the client has not ended, as far as is known

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace assay::test
