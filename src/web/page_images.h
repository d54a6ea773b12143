#pragma once
#include <string>
#include <vector>

#include "web/html_tree.h"
#include "web/main_content.h"
#include "web/page_marks.h"

namespace assay::web {

// Where an article's pictures are besides its text, and what is written under them.

// The pictures that stand before or behind the body and belong to the article by their place: in a
// figure above it, between its heading and its text, in the element that holds both, in what is
// called hero or lead. Not those of navigation, of the page's margin, of teasers for others. In the
// order of the page; those before the body first.
struct OuterImages {
  std::vector<NodeId> before;
  std::vector<NodeId> behind;
};
OuterImages outer_images(const HtmlTree& tree, const PageMarks& marks, const MainContent& content);

// The caption of a picture: of the figure around it, else of a box that holds this picture alone
// and a line whose class says that it is a caption. Empty where there is none.
std::string caption_of(const HtmlTree& tree, const PageMarks& marks, NodeId image);

}  // namespace assay::web
