#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::web {

// What an element is. Those that no rule asks for are `other`.
enum class Tag : std::uint8_t {
  text,  // no element: characters
  other,
  a,
  abbr,
  address,
  amp_img,
  area,
  article,
  aside,
  audio,
  b,
  base,
  big,
  blockquote,
  body,
  br,
  button,
  canvas,
  caption,
  center,
  cite,
  code,
  col,
  dd,
  del,
  details,
  dfn,
  dialog,
  div,
  dl,
  dt,
  em,
  embed,
  fieldset,
  figcaption,
  figure,
  font,
  footer,
  form,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  head,
  header,
  hgroup,
  hr,
  html,
  i,
  iframe,
  img,
  input,
  ins,
  kbd,
  label,
  legend,
  li,
  link,
  main,
  map,
  mark,
  menu,
  meta,
  nav,
  noscript,
  object,
  ol,
  optgroup,
  option,
  p,
  param,
  picture,
  pre,
  q,
  rp,
  rt,
  ruby,
  s,
  samp,
  script,
  section,
  select,
  small,
  source,
  span,
  strike,
  strong,
  style,
  sub,
  summary,
  sup,
  svg,
  table,
  tbody,
  td,
  template_,
  textarea,
  tfoot,
  th,
  thead,
  time,
  title,
  tr,
  tt,
  u,
  ul,
  var,
  video
};

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

struct Attribute {
  std::string_view name;  // lower case
  std::string_view value;
};

struct Node {
  Tag tag = Tag::other;
  std::uint16_t depth = 0;
  NodeId parent = no_node;
  NodeId first = no_node;       // child
  NodeId last = no_node;        // child
  NodeId next = no_node;        // sibling
  NodeId end = no_node;         // one past the last node inside it: [id, end) is its subtree
  std::uint32_t attribute = 0;  // of HtmlTree's attributes
  std::uint32_t attributes = 0;
  std::string_view text;  // of a text node; UTF-8
};

// A parsed page: nodes in document order, so that a subtree is a range. Made by libxml2's HTML
// parser. Elements deeper than 500 hang at that depth, so that walks may recurse.
class HtmlTree {
 public:
  // `html` is UTF-8. Throws Unreadable where it holds no element.
  explicit HtmlTree(std::string_view html);

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  NodeId root() const { return 0; }
  // The value of an attribute; empty where it is absent or empty.
  std::string_view attribute(NodeId id, std::string_view name) const;
  bool has_attribute(NodeId id, std::string_view name) const;
  // The text inside, on one line.
  std::string text(NodeId id) const;
  // The first element of that tag inside `id` (0: of the page); no_node where there is none.
  NodeId find(Tag tag, NodeId id = 0) const;

 private:
  friend class TreeBuilder;
  std::string_view keep(std::string_view bytes);

  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  std::vector<std::unique_ptr<char[]>> blocks_;  // bytes of names and texts
  std::size_t block_left_ = 0;
  char* block_at_ = nullptr;
};

bool is_block(Tag tag);
bool is_heading(Tag tag);

}  // namespace assay::web
