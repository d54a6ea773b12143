#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "retrieval/store/build.h"

namespace assay::cli {

// Shows on standard error how far a build is: in place on a terminal, a line every few seconds
// elsewhere.
class IndexProgress {
 public:
  // `doing` stands before what is shown.
  explicit IndexProgress(std::string doing = "indexing");
  ~IndexProgress();
  IndexProgress(const IndexProgress&) = delete;
  IndexProgress& operator=(const IndexProgress&) = delete;

  void update(const retrieval::BuildProgress& progress);
  // What the text says, after that many seconds. It is called when it is shown.
  void update(const std::function<std::string(double seconds)>& text);
  // A line that stays.
  void message(std::string_view line);
  double seconds() const;

 private:
  void clear();

  std::string doing_;
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point begin_;
  double last_ = 0;  // seconds after `begin_`
};

}  // namespace assay::cli
