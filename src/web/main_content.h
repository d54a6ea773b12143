#pragma once
#include <string_view>
#include <vector>

#include "web/html_tree.h"
#include "web/page_marks.h"

namespace assay::web {

// Where the article's text is.
struct MainContent {
  std::vector<NodeId> leads;  // paragraphs between the article's heading and its body, in order
  NodeId body = 0;            // the element that holds the article
};

// Finds the article, and drops from `marks` what in it does not belong to it. `title` is the page's
// title.
MainContent find_main_content(const HtmlTree& tree, PageMarks& marks, std::string_view title);

}  // namespace assay::web
