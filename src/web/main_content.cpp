#include "web/main_content.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_map>

#include "web/boilerplate_words.h"
#include "web/clean_text.h"

namespace assay::web {
namespace {

// Text that is worth as much as it is long, in characters of a script with letters: one of an
// ideographic script says about three times as much.
std::size_t weight_of(std::string_view text) {
  std::size_t weight = 0;
  bool after_space = true;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (u <= ' ') {
      weight += !after_space;
      after_space = true;
      continue;
    }
    after_space = false;
    if (u < 0x80 || u >= 0xC0) weight += u >= 0xE3 && u <= 0xED ? 3 : 1;
  }
  return weight;
}

struct Measure {
  std::uint32_t text = 0;      // weight of all text inside
  std::uint32_t links = 0;     // of that in links
  std::uint32_t own = 0;       // of that outside of any block inside
  std::uint32_t own_links = 0;
  float score = 0;             // worth as article text, of the whole subtree
};

bool is_dropped_tag(Tag tag) {
  switch (tag) {
    case Tag::script: case Tag::style: case Tag::template_: case Tag::iframe: case Tag::object:
    case Tag::embed: case Tag::svg: case Tag::canvas: case Tag::select: case Tag::textarea:
    case Tag::button: case Tag::input: case Tag::nav: case Tag::map: case Tag::dialog: case Tag::head:
    case Tag::audio: case Tag::video: case Tag::menu: case Tag::noscript: case Tag::option:
    case Tag::optgroup: case Tag::param: case Tag::rp: case Tag::rt: case Tag::label: case Tag::title:
      return true;
    default:
      return false;
  }
}

bool contains_insensitive(std::string_view text, std::string_view needle) {
  return std::ranges::search(text, needle, [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         }).begin() != text.end();
}

// Text alone, without spaces, of a style attribute: does it make its element invisible?
bool hides(std::string_view style) {
  std::string plain;
  for (const char c : style)
    if (static_cast<unsigned char>(c) > ' ')
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto has_value = [&](std::string_view declaration) {
    for (auto at = plain.find(declaration); at != plain.npos; at = plain.find(declaration, at + 1)) {
      const bool starts = at == 0 || plain[at - 1] == ';';
      const auto after = at + declaration.size();
      const bool ends = after >= plain.size() || plain[after] == ';' || plain[after] == '!' ||
                        (declaration.back() == '0' && plain[after] != '.' &&
                         (plain[after] < '0' || plain[after] > '9'));
      if (starts && ends) return true;
    }
    return false;
  };
  return has_value("display:none") || has_value("visibility:hidden") ||
         has_value("visibility:collapse") || has_value("opacity:0") || has_value("opacity:0.0") ||
         has_value("font-size:0") || has_value("content-visibility:hidden") ||
         plain.find("text-indent:-9") != plain.npos || plain.find("left:-9") != plain.npos ||
         plain.find("top:-9") != plain.npos || plain.find("clip:rect(0") != plain.npos ||
         plain.find("clip-path:inset(100%") != plain.npos ||
         (has_value("overflow:hidden") && (has_value("height:0") || has_value("width:0")));
}

class ContentFinder {
 public:
  ContentFinder(const HtmlTree& tree, PageMarks& marks, std::string_view title)
      : tree_(tree), marks_(marks), title_(title), measures_(tree.size()) {}

  NodeId run() {
    NodeId body = tree_.find(Tag::body);
    if (body == no_node) body = tree_.root();
    measure(body);
    drop_by_role(body);
    measure(body);
    NodeId best = descend(body);
    prune(best);
    return best;
  }

 private:
  // Children come after their parents, so one walk from the back sums everything up.
  void measure(NodeId top) {
    std::fill(measures_.begin() + top, measures_.begin() + tree_[top].end, Measure{});
    std::vector<bool> skip(tree_[top].end - top, false);
    for (NodeId id = top; id < tree_[top].end; ++id)
      if (marks_.dropped(id)) {
        for (NodeId i = id; i < tree_[id].end; ++i) skip[i - top] = true;
        id = tree_[id].end - 1;
      }
    for (NodeId id = tree_[top].end; id-- > top;) {
      if (skip[id - top]) continue;
      auto& m = measures_[id];
      const auto& node = tree_[id];
      if (node.tag == Tag::text) m.text = m.own = static_cast<std::uint32_t>(weight_of(node.text));
      if (node.tag == Tag::a) m.links = m.text, m.own_links = m.own;
      if (is_block(node.tag)) m.score += paragraph_score(id, m);
      if (id == top || node.parent == no_node) continue;
      auto& above = measures_[node.parent];
      above.text += m.text;
      above.links += m.links;
      above.score += m.score;
      if (!is_block(node.tag)) above.own += m.own, above.own_links += m.own_links;
    }
  }

  float paragraph_score(NodeId id, const Measure& m) const {
    const auto plain = static_cast<float>(m.own - m.own_links);
    if (m.own < 25 || plain < 0.5f * static_cast<float>(m.own)) return 0;
    const Tag tag = tree_[id].tag;
    float factor = 1;
    if (is_heading(tag)) factor = 0.2f;
    else if (tag == Tag::li || tag == Tag::dd || tag == Tag::dt) factor = 0.7f;
    else if (tag != Tag::p && tag != Tag::blockquote && tag != Tag::pre) factor = 0.85f;
    return factor * std::max(0.f, plain - 15);
  }

  bool is_page_frame(NodeId id) const {
    const Tag tag = tree_[id].tag;
    return tag == Tag::html || tag == Tag::body || tag == Tag::main;
  }

  // Drops what by its name is not the article, unless that is most of the page.
  void drop_by_role(NodeId body) {
    const float all = measures_[body].score;
    for (NodeId id = body + 1; id < tree_[body].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (tree_[id].tag == Tag::text || is_page_frame(id)) continue;
      if (!unwanted(id)) continue;
      if (measures_[id].score > 0.4f * all && (marks_.roles(id) & role_comments) == 0) continue;
      if (measures_[id].score > 0.8f * all) continue;
      marks_.drop(id);
      id = tree_[id].end - 1;
    }
  }

  bool unwanted(NodeId id) const {
    const Tag tag = tree_[id].tag;
    const Roles roles = marks_.roles(id);
    if (tag == Tag::footer || tag == Tag::aside) return true;
    if (tag == Tag::form) return true;
    if ((roles & unwanted_roles) == 0) return false;
    if (is_heading(tag) && (roles & ~(role_content | role_title | role_header | role_date)) == 0)
      return false;
    // `article-body related-…`: what says that it is the text wins.
    if ((roles & role_body) != 0 && (roles & (role_comments | role_hidden)) == 0) return false;
    if (tag == Tag::article && (roles & (role_related | role_comments | role_advert)) == 0) return false;
    return true;
  }

  // From the body down, as long as one child holds nearly all that is worth reading.
  NodeId descend(NodeId body) {
    const float all = measures_[body].score;
    NodeId named = named_body(body, all);
    NodeId at = named == no_node ? body : named;
    for (;;) {
      NodeId best = no_node;
      for (NodeId child = tree_[at].first; child != no_node; child = tree_[child].next)
        if (!marks_.dropped(child) &&
            (best == no_node || measures_[child].score > measures_[best].score))
          best = child;
      if (best == no_node || !is_block(tree_[best].tag) || tree_[best].tag == Tag::p) return at;
      const float share = measures_[best].score / std::max(1.f, measures_[at].score);
      const bool hinted = (marks_.roles(best) & (role_body | role_content)) != 0 ||
                          tree_[best].tag == Tag::article || tree_[best].tag == Tag::main;
      if (share < (hinted ? 0.6f : 0.8f)) return at;
      at = best;
    }
  }

  // The element that says of itself that it is the article's text, if that is a good part of the
  // page.
  NodeId named_body(NodeId body, float all) const {
    NodeId best = no_node;
    float best_score = 0;
    for (NodeId id = body; id < tree_[body].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (tree_[id].tag == Tag::text) continue;
      const bool said = tree_.attribute(id, "itemprop") == "articleBody" ||
                        (marks_.roles(id) & role_body) != 0;
      if (!said || measures_[id].score < 0.35f * all || measures_[id].score <= best_score) continue;
      best = id;
      best_score = measures_[id].score;
    }
    return best;
  }

  // Drops lists of links, lines around the text, and what follows a heading such as "Related".
  void prune(NodeId top) {
    for (NodeId id = top + 1; id < tree_[top].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (!is_block(tree_[id].tag)) continue;
      if (is_link_list(id) || is_frame_line(id)) {
        marks_.drop(id);
        id = tree_[id].end - 1;
      } else if (starts_related(id)) {
        drop_from(id, top);
      }
    }
  }

  bool is_link_list(NodeId id) const {
    const auto& m = measures_[id];
    if (m.text == 0) return false;
    const Tag tag = tree_[id].tag;
    if (is_heading(tag)) return false;
    const float density = static_cast<float>(m.links) / static_cast<float>(m.text);
    if (tag == Tag::p) return density > 0.9f && m.text < 100;
    if (tag == Tag::li || tag == Tag::td || tag == Tag::tr || tag == Tag::tbody) return false;
    return density > 0.5f && m.score < 100;
  }

  bool is_frame_line(NodeId id) const {
    const auto& m = measures_[id];
    if (m.text == 0 || m.text > 120) return false;
    return is_boilerplate_line(tree_.text(id));
  }

  bool starts_related(NodeId id) const {
    const auto& m = measures_[id];
    if (m.text == 0 || m.text > 60) return false;
    return is_related_heading(tree_.text(id));
  }

  // The heading, and what follows it among its siblings up to running text.
  void drop_from(NodeId id, NodeId top) {
    NodeId at = id;
    // A heading may be wrapped alone in a box of its own.
    while (at != top && tree_[at].parent != top && tree_[at].next == no_node &&
           measures_[tree_[at].parent].text == measures_[id].text)
      at = tree_[at].parent;
    marks_.drop(at);
    for (NodeId next = tree_[at].next; next != no_node; next = tree_[next].next) {
      const auto& m = measures_[next];
      if (is_heading(tree_[next].tag)) return;
      if (m.score > 150 && m.links * 2 < m.text) return;
      marks_.drop(next);
    }
  }

  const HtmlTree& tree_;
  PageMarks& marks_;
  std::string_view title_;
  std::vector<Measure> measures_;
};

}  // namespace

bool is_hidden(const HtmlTree& tree, NodeId id) {
  if (tree[id].attributes == 0) return false;
  if (tree.has_attribute(id, "hidden")) return !contains_insensitive(tree.attribute(id, "hidden"), "until-found");
  if (tree.attribute(id, "aria-hidden") == "true") return true;
  const auto style = tree.attribute(id, "style");
  return !style.empty() && hides(style);
}

PageMarks::PageMarks(const HtmlTree& tree)
    : dropped_(tree.size()), hidden_(tree.size()), roles_(tree.size()) {
  std::unordered_map<std::string_view, Roles> known;
  const auto roles = [&](std::string_view names) -> Roles {
    if (names.empty()) return 0;
    const auto [it, fresh] = known.try_emplace(names, 0);
    if (fresh) it->second = roles_of(names);
    return it->second;
  };
  for (NodeId id = 0; id < tree.size(); ++id) {
    const auto& node = tree[id];
    if (node.tag == Tag::text) continue;
    hidden_[id] = is_hidden(tree, id) || (node.parent != no_node && hidden_[node.parent]);
    if (node.attributes > 0)
      roles_[id] = roles(tree.attribute(id, "class")) | roles(tree.attribute(id, "id"));
    dropped_[id] = hidden_[id] || is_dropped_tag(node.tag);
  }
}

NodeId find_main_content(const HtmlTree& tree, PageMarks& marks, std::string_view title) {
  return ContentFinder(tree, marks, title).run();
}

}  // namespace assay::web
