#pragma once
#include <cstdint>
#include <vector>

#include "web/class_words.h"
#include "web/html_tree.h"

namespace assay::web {

// Why a node is left out of the text.
enum class Dropped : std::uint8_t {
  no,
  hidden,   // the reader of the page doesn't see it
  tag,      // scripts, forms, navigation: no article holds them
  role,     // its class or id says that it is no part of the article
  links,    // hardly more than links
  line,     // a line of the frame: "Share this"
  related,  // follows a heading such as "Related articles"
};

// What extraction knows of each node of a page.
class PageMarks {
 public:
  explicit PageMarks(const HtmlTree& tree);

  // Left out: what no reader sees, and what no article holds (scripts, forms, navigation).
  bool dropped(NodeId id) const { return dropped_[id] != Dropped::no; }
  Dropped reason(NodeId id) const { return dropped_[id]; }
  void drop(NodeId id, Dropped reason) { dropped_[id] = reason; }
  // What the reader of the page cannot see.
  bool hidden(NodeId id) const { return hidden_[id]; }
  Roles roles(NodeId id) const { return roles_[id]; }

 private:
  std::vector<Dropped> dropped_;
  std::vector<bool> hidden_;
  std::vector<Roles> roles_;
};

// Is this element invisible by its own attributes (hidden, aria-hidden, display:none, …)?
bool is_hidden(const HtmlTree& tree, NodeId id);

}  // namespace assay::web
