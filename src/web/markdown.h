#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "web/article.h"
#include "web/html_tree.h"
#include "web/main_content.h"

namespace assay::web {

struct Rendered {
  std::string text;  // Markdown
  std::vector<ArticleImage> images;
};

// Writes what stands in `top` and was not dropped as Markdown: headings, lists, tables, quotations,
// code, links. Blocks are separated by a blank line. `base` resolves addresses. A heading that
// repeats `title` is left out.
Rendered render_markdown(const HtmlTree& tree, const PageMarks& marks, NodeId top,
                         std::string_view base, std::string_view title);

}  // namespace assay::web
