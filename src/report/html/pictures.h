#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/html.h"
#include "report/html/markup.h"

namespace assay::report {

// The pictures of a page. All together stay within a budget, which they share alike, whatever they
// are: the more are shown, the smaller is each.
class Pictures {
 public:
  // Writes everything but the pictures' data, and counts them.
  Pictures() = default;
  // `budget`: bytes of JPEG for `expected` pictures.
  Pictures(const HtmlOptions& options, std::size_t expected, std::size_t budget);

  // The picture with `outlined` regions marked and numbered, as <img> within a frame; where there
  // is none, why not, in words. `alt` is text of a source or the program's own.
  void write(Markup& out, const core::Image& image, std::string_view alt,
             const std::vector<core::Region>& outlined = {});

  std::size_t count() const { return count_; }

 private:
  ReportPicture load(const core::Image& image);

  const HtmlOptions* options_ = nullptr;  // null: counting
  PictureSize size_;
  std::size_t left_ = 0;  // bytes of the budget
  std::size_t count_ = 0;
};

}  // namespace assay::report
