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
  std::vector<ArticleLink> links;
};

// Writes what stands in `content` and was not dropped as Markdown: headings, lists, tables,
// quotations, code. Links are listed apart. Blocks are separated by a blank line. `base` resolves
// addresses. A heading that repeats `title` is left out.
Rendered render_markdown(const HtmlTree& tree, const PageMarks& marks, const MainContent& content,
                         std::string_view base, std::string_view title);

}  // namespace assay::web
