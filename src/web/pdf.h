#pragma once
#include <string_view>

#include "web/article.h"

namespace assay::web {

inline constexpr std::string_view pdf_extractor = "pdf/1";

struct PdfLimits {
  int pages = 2000;             // of a longer document, the first ones are read
  std::size_t text = 32 << 20;  // bytes of text, after which reading stops
};

// Reads the text of a PDF page by page, with the title, author and dates of its metadata. Pages and
// paragraphs are separated by blank lines. Throws Unreadable where it is broken, encrypted, or
// holds no text (a scan). For hostile bytes go through web/reader.h.
Article extract_pdf(std::string_view bytes, const ArticleHints& hints = {},
                    const PdfLimits& limits = {});

// Silences the library and loads what it needs from files.
void prepare_pdf();

}  // namespace assay::web
