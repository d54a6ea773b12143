#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/json.h"
#include "models/lenient_json.h"

namespace assay::models {

// Reads one value at a place of a text. For lenient_json.cpp.
class LenientReader {
 public:
  // With `heal`, a double quote ends a string only where something may follow a string, so that
  // quotes inside it need no backslash; a comma may be missing between members, and quotes around
  // words. `work` counts the bytes that were looked at.
  LenientReader(std::string_view text, const LenientLimits& limits, bool heal, std::size_t& work)
      : text_(text), limits_(limits), heal_(heal), work_(work) {}

  // The object or array that begins at `at`, and in `end` the place behind it. Nothing where there
  // is none; then `end` is the place where it went wrong, and failure() says how.
  std::optional<core::Json> read(std::size_t at, std::size_t& end);

  enum class Failure { none, syntax, cut, limit };
  Failure failure() const { return failure_; }

 private:
  // Each returns false where the text is not of its form.
  bool value(core::Json& into, int depth);
  bool object(core::Json& into, int depth);
  bool array(core::Json& into, int depth);
  bool member(core::Json& into, int depth);
  bool name(std::string& into);
  bool string(std::string& into);
  bool string_until(std::string_view close, bool doubtful, std::string& into);
  bool escape(std::string& into);
  bool code_point(std::string& into);
  bool hex(unsigned& into);
  bool number(core::Json& into);
  bool word(core::Json& into, int depth);
  bool bare_words(core::Json& into);
  bool unknown_word(std::size_t size);

  bool more() const { return at_ < text_.size(); }
  char here() const { return more() ? text_[at_] : '\0'; }
  bool take(char c);
  bool skip_comment();
  void skip_blank();
  std::string_view word_here() const;
  bool string_may_end(std::size_t after) const;
  bool at_quote() const;
  bool over_limit();

  std::string_view text_;
  const LenientLimits& limits_;
  bool heal_;
  std::size_t& work_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
  Failure failure_ = Failure::none;
};

}  // namespace assay::models
