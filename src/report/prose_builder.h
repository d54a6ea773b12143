#pragma once
#include <cstddef>
#include <string_view>

#include "report/prose.h"

namespace assay::report {

// Puts prose together, with a bound on what it may become.
class ProseBuilder {
 public:
  explicit ProseBuilder(const References& known) : known_(known) {}

  // Ends the paragraph before; one without a span is none.
  void begin(Paragraph paragraph);
  void end();
  void add(Span span);
  // The text, its references taken out; `look` says how it looks.
  void add_text(std::string_view text, const Span& look);
  Prose take();

 private:
  void add_with_pictures(std::string_view text, const Span& look);

  const References& known_;
  Prose prose_;
  Paragraph paragraph_;
  std::size_t size_ = 0;
};

}  // namespace assay::report
