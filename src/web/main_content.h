#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "web/class_words.h"
#include "web/html_tree.h"

namespace assay::web {

// What extraction knows of each node of a page.
class PageMarks {
 public:
  explicit PageMarks(const HtmlTree& tree);

  // Left out: what no reader sees, and what no article holds (scripts, forms, navigation).
  bool dropped(NodeId id) const { return dropped_[id]; }
  void drop(NodeId id) { dropped_[id] = true; }
  // What the reader of the page cannot see.
  bool hidden(NodeId id) const { return hidden_[id]; }
  Roles roles(NodeId id) const { return roles_[id]; }

 private:
  std::vector<bool> dropped_;
  std::vector<bool> hidden_;
  std::vector<Roles> roles_;
};

// Is this element invisible by its own attributes (hidden, aria-hidden, display:none, …)?
bool is_hidden(const HtmlTree& tree, NodeId id);

// Finds the element that holds the article, and drops from `marks` what in it does not belong to
// the article. `title` is the page's title.
NodeId find_main_content(const HtmlTree& tree, PageMarks& marks, std::string_view title);

}  // namespace assay::web
