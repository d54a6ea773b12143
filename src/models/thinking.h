#pragma once
#include <string>

namespace assay::models {

struct SplitAnswer {
  std::string thinking;
  std::string text;
};

// Models that think aloud put it before the answer, as `<think>…</think>`; some servers swallow the
// first mark. Takes the thinking from the answer. A first mark counts only at the very beginning,
// and an end without it only on a line of its own, so that text that quotes the marks stays whole.
// Thinking that never ends is all there is.
SplitAnswer split_thinking(std::string answer);

}  // namespace assay::models
