#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"
#include "io/clock.h"
#include "web/fetch/exchange.h"

namespace assay::web {

// What the events of a tab tell of its page: the requests that led to the document, and whether
// anything is still being loaded. Bounded whatever a page does.
class PageLog {
 public:
  using Steady = std::chrono::steady_clock;

  // One request for the tab's own document.
  struct Document {
    std::string id;
    Exchange exchange;
    bool answered = false;
    bool finished = false;   // its body is whole
    bool cut = false;        // longer than it may be: without its body
    std::string media_type;  // as the browser takes it
    std::string error;       // net::ERR_…
    Steady::time_point began;
  };

  // `frame`: the tab's main frame. `clock` outlives it.
  PageLog(std::string frame, const io::Clock& clock, std::size_t longest_body);

  void take(std::string_view method, const core::Json& parameters);

  // In their order; a redirect and what it led to are two.
  std::vector<Document>& documents() { return documents_; }
  Document* document(std::string_view id);
  // Its body, as it came.
  void keep_body(std::string_view id, std::string bytes);
  const std::string& frame() const { return frame_; }

  bool loaded() const { return loaded_; }
  bool crashed() const { return crashed_; }
  // Too many documents after each other, or more events than a page needs.
  bool restless() const { return restless_; }
  // Since when nothing was asked for and nothing came, requests that hang for long left out.
  Steady::time_point quiet_since(Steady::time_point now) const;
  const std::string& url() const { return url_; }  // of the document that is shown

 private:
  void request(const core::Json& parameters);
  void response(const core::Json& parameters);
  void end(const core::Json& parameters, bool failed);
  void navigated(const core::Json& frame);

  std::string frame_;
  const io::Clock& clock_;
  std::size_t longest_body_;
  std::vector<Document> documents_;
  std::map<std::string, Steady::time_point> under_way_;
  Steady::time_point active_ = Steady::now();
  std::string url_;
  std::size_t events_ = 0;
  bool loaded_ = false;
  bool crashed_ = false;
  bool restless_ = false;
};

}  // namespace assay::web
