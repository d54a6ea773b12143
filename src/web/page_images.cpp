#include "web/page_images.h"

#include <algorithm>
#include <string_view>

namespace assay::web {
namespace {

// How far around a picture its caption is looked for.
constexpr int caption_levels = 4;
constexpr int most_looked_at = 1000;
constexpr NodeId largest_box = 60;  // nodes
constexpr std::size_t longest_caption = 2000;

bool is_image(Tag tag) { return tag == Tag::img || tag == Tag::amp_img; }

bool is_around(const HtmlTree& tree, NodeId outer, NodeId inner) {
  return outer <= inner && inner < tree[outer].end;
}

bool names_lead(std::string_view names) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"hero", "featured", "lead", "Hero", "Featured",
                                              "Lead", "main-image", "cover"},
      [&](std::string_view word) { return names.find(word) != names.npos; });
}

class Outer {
 public:
  Outer(const HtmlTree& tree, const PageMarks& marks, const MainContent& content)
      : tree_(tree), marks_(marks), body_(content.body), heading_(tree.find(Tag::h1)) {}

  OuterImages run() const {
    OuterImages images;
    int looked_at = 0;
    for (NodeId id = 0; id < tree_.size(); ++id) {
      if (id == body_ || is_frame(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (!is_image(tree_[id].tag)) continue;
      if (++looked_at > most_looked_at) break;
      if (belongs(id)) (id < body_ ? images.before : images.behind).push_back(id);
    }
    return images;
  }

 private:
  // What never holds a picture of the article. A box is not refused for its caption.
  bool is_frame(NodeId id) const {
    if (marks_.hidden(id)) return true;
    const auto tag = tree_[id].tag;
    if (tag == Tag::nav || tag == Tag::footer || tag == Tag::aside || tag == Tag::form) return true;
    const auto reason = marks_.reason(id);
    if (is_around(tree_, id, body_)) return false;
    // An article beside this one is another.
    if (tag == Tag::article && tree_[id].end <= body_)
      return heading_ == no_node || !is_around(tree_, id, heading_);
    if (tag == Tag::article) return true;
    if (reason == Dropped::hidden || reason == Dropped::links || reason == Dropped::related)
      return true;
    return (marks_.roles(id) & unwanted_roles) != 0;
  }

  bool belongs(NodeId image) const {
    const bool before = image < body_;
    bool figure = false;
    bool lead = false;
    bool shared = false;  // inside the article's own element
    for (auto id = tree_[image].parent; id != no_node; id = tree_[id].parent) {
      const auto tag = tree_[id].tag;
      figure = figure || tag == Tag::figure;
      lead = lead || names_lead(tree_.attribute(id, "class"));
      shared = shared || tag == Tag::article || tag == Tag::main;
    }
    if (!before) return shared && figure;
    const bool below_heading = heading_ != no_node && heading_ < image;
    return figure || lead || shared || below_heading;
  }

  const HtmlTree& tree_;
  const PageMarks& marks_;
  NodeId body_;
  NodeId heading_;
};

}  // namespace

OuterImages outer_images(const HtmlTree& tree, const PageMarks& marks, const MainContent& content) {
  return Outer(tree, marks, content).run();
}

std::string caption_of(const HtmlTree& tree, const PageMarks& marks, NodeId image) {
  auto box = tree[image].parent;
  for (int level = 0; level < caption_levels && box != no_node; ++level, box = tree[box].parent) {
    const bool figure = tree[box].tag == Tag::figure;
    if (!figure && tree[box].end - box > largest_box) return {};
    int images = 0;
    NodeId line = no_node;
    for (NodeId id = box + 1; id < tree[box].end; ++id) {
      images += is_image(tree[id].tag);
      const bool caption =
          tree[id].tag == Tag::figcaption ||
          ((marks.roles(id) & role_media_text) != 0 && !is_around(tree, id, image));
      if (caption && line == no_node && !marks.hidden(id) && !tree.text(id).empty()) line = id;
    }
    if (images > 1 && !figure) return {};
    if (line != no_node) {
      auto text = tree.text(line);
      return text.size() <= longest_caption ? text : std::string();
    }
    if (figure) return {};
  }
  return {};
}

}  // namespace assay::web
