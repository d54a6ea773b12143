#include "web/main_content.h"

#include <algorithm>
#include <string>

#include "web/boilerplate_words.h"

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

constexpr Roles sure_roles = role_comments | role_share | role_related | role_navigation |
                             role_advert | role_consent | role_hidden;

// Nodes in an element that is a line: bounds how often one text is looked at.
constexpr NodeId short_element = 200;

struct Measure {
  std::uint32_t text = 0;   // weight of all text inside
  std::uint32_t links = 0;  // of that in links
  std::uint32_t own = 0;    // of that outside of any block inside
  std::uint32_t own_links = 0;
  float score = 0;  // worth as article text, of the whole subtree
};

class ContentFinder {
 public:
  ContentFinder(const HtmlTree& tree, PageMarks& marks, std::string_view title)
      : tree_(tree), marks_(marks), title_(title), measures_(tree.size()) {}

  MainContent run() {
    NodeId body = tree_.find(Tag::body);
    if (body == no_node) body = tree_.root();
    measure(body);
    drop_by_role(body, unwanted_roles);
    const float all = measures_[body].score;
    measure(body);
    // Page builders call every box a widget or an aside. Where most of the text went, only the
    // names that hardly ever stand for an article are believed.
    if (measures_[body].score < 0.35f * (all - surely_unwanted_score_)) {
      take_back(body);
      measure(body);
      drop_by_role(body, sure_roles);
      measure(body);
    }
    MainContent content;
    content.body = descend(body);
    prune(content.body);
    content.leads = find_leads(body, content.body);
    return content;
  }

 private:
  // Children come after their parents, so one walk from the back sums everything up.
  void measure(NodeId top) {
    std::fill(measures_.begin() + top, measures_.begin() + tree_[top].end, Measure{});
    std::vector<bool> skip(tree_[top].end - top, false);
    std::vector<bool> in_link(tree_[top].end - top, false);
    for (NodeId id = top; id < tree_[top].end; ++id) {
      const NodeId end = tree_[id].end;
      if (marks_.dropped(id)) {
        std::fill(skip.begin() + (id - top), skip.begin() + (end - top), true);
        id = end - 1;
      } else if (tree_[id].tag == Tag::a && !in_link[id - top] &&
                 !tree_.attribute(id, "href").empty()) {
        std::fill(in_link.begin() + (id - top), in_link.begin() + (end - top), true);
      }
    }
    for (NodeId id = tree_[top].end; id-- > top;) {
      if (skip[id - top]) continue;
      auto& m = measures_[id];
      const auto& node = tree_[id];
      if (node.tag == Tag::text) m.text = m.own = static_cast<std::uint32_t>(weight_of(node.text));
      if (node.tag == Tag::text && in_link[id - top]) m.links = m.own_links = m.text;
      if (is_block(node.tag)) m.score += paragraph_score(id, m);
      if (node.tag == Tag::table || node.tag == Tag::ul || node.tag == Tag::ol)
        m.score = std::max(m.score, list_score(m));
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
    if (is_heading(tag))
      factor = 0.2f;
    else if (tag == Tag::li || tag == Tag::dd || tag == Tag::dt)
      factor = 0.7f;
    else if (tag != Tag::p && tag != Tag::blockquote && tag != Tag::pre)
      factor = 0.85f;
    return factor * std::max(0.f, plain - 15);
  }

  // Tables and lists of short items are worth something too, where they aren't lists of links.
  static float list_score(const Measure& m) {
    if (m.links * 5 > m.text) return 0;
    return 0.25f * static_cast<float>(m.text - m.links);
  }

  bool is_page_frame(NodeId id) const {
    const Tag tag = tree_[id].tag;
    return tag == Tag::html || tag == Tag::body || tag == Tag::main;
  }

  // Drops what by its name is not the article, unless that is most of the page.
  void drop_by_role(NodeId body, Roles believed) {
    surely_unwanted_score_ = 0;
    const float all = measures_[body].score;
    const Named named = find_named(body);
    for (NodeId id = body + 1; id < tree_[body].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (tree_[id].tag == Tag::text || is_page_frame(id) || !unwanted(id, believed)) continue;
      const float score = measures_[id].score;
      const float inside = named.within[id - body];
      const bool comments = (marks_.roles(id) & role_comments) != 0;
      const float outside = named.within[0] - inside - named.around[id - body];
      // The article is in it, or nothing else on the page is as likely to be one.
      if (!comments && (inside > 0.5f * score || inside > 0.25f * all)) continue;
      const bool elsewhere = outside > 100 && outside > 0.3f * score;
      if (score > (comments ? 0.8f : 0.4f) * all && !elsewhere) continue;
      marks_.drop(id, Dropped::role);
      if ((marks_.roles(id) & sure_roles) != 0) surely_unwanted_score_ += score;
      id = tree_[id].end - 1;
    }
  }

  void take_back(NodeId body) {
    for (NodeId id = body; id < tree_[body].end; ++id)
      if (marks_.reason(id) == Dropped::role) marks_.drop(id, Dropped::no);
  }

  // Where the elements that are named as the article's body are, of those inside each other the
  // innermost: the sum of their scores within each node, and the score of the one around it.
  struct Named {
    std::vector<float> within;
    std::vector<float> around;
  };
  Named find_named(NodeId body) const {
    const std::size_t count = tree_[body].end - body;
    Named named{std::vector<float>(count, 0.f), std::vector<float>(count, 0.f)};
    for (NodeId id = tree_[body].end; id-- > body;) {
      const auto& node = tree_[id];
      if (node.tag == Tag::text) continue;
      float& within = named.within[id - body];
      const float score = measures_[id].score;
      if (within < 50 && score > 50 && is_named_body(id)) {
        within = score;
        const auto first = named.around.begin() + (id - body);
        std::fill(first + 1, first + (node.end - id), score);
      }
      if (id > body) named.within[node.parent - body] += within;
    }
    return named;
  }

  bool is_named_body(NodeId id) const {
    return (marks_.roles(id) & (role_body | role_comments | role_hidden)) == role_body ||
           tree_.attribute(id, "itemprop") == "articleBody";
  }

  static bool is_frame_landmark(std::string_view role) {
    return role == "navigation" || role == "search" || role == "complementary" ||
           role == "contentinfo" || role == "dialog" || role == "alertdialog" || role == "menu" ||
           role == "menubar" || role == "tablist" || role == "toolbar";
  }

  bool unwanted(NodeId id, Roles believed) const {
    const Tag tag = tree_[id].tag;
    const Roles roles = marks_.roles(id) & (believed | ~unwanted_roles);
    const auto& m = measures_[id];
    if (tree_[id].attributes > 0 && is_frame_landmark(tree_.attribute(id, "role"))) return true;
    if (tag == Tag::footer || tag == Tag::aside || tag == Tag::form) return true;
    if (tag == Tag::blockquote) return (roles & role_hidden) != 0;
    if ((roles & role_media_text) != 0 && m.text < 300 && !is_heading(tag)) return true;
    if ((roles & role_teaser) != 0 && m.links * 3 > m.text && m.text < 500) return true;
    if ((roles & unwanted_roles) == 0) return false;
    if (is_heading(tag)) return (roles & (role_comments | role_related | role_hidden)) != 0;
    // `article-body related-…`: what says that it is the text wins.
    if ((roles & role_body) != 0 && (roles & (role_comments | role_hidden)) == 0) return false;
    if (tag == Tag::article && (roles & (role_related | role_comments | role_advert)) == 0)
      return false;
    return true;
  }

  // From the body down, as long as one child holds nearly all that is worth reading.
  NodeId descend(NodeId body) const {
    const NodeId named = named_body(body);
    NodeId at = named == no_node ? body : named;
    for (;;) {
      NodeId best = no_node;
      for (NodeId child = tree_[at].first; child != no_node; child = tree_[child].next)
        if (!marks_.dropped(child) &&
            (best == no_node || measures_[child].score > measures_[best].score))
          best = child;
      if (best == no_node || !is_block(tree_[best].tag) || tree_[best].tag == Tag::p) return at;
      const float share = measures_[best].score / std::max(1.f, measures_[at].score);
      if (share < 0.9f) return at;
      at = best;
    }
  }

  // The element that says of itself that it is the article's text, if that is a good part of the
  // page.
  NodeId named_body(NodeId body) const {
    const float all = measures_[body].score;
    NodeId best = no_node;
    for (NodeId id = body; id < tree_[body].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (tree_[id].tag == Tag::text || !is_named_body(id)) continue;
      if (measures_[id].score < 0.5f * all) continue;
      if (best == no_node || measures_[id].score > measures_[best].score) best = id;
    }
    return best;
  }

  // Pages often set the first paragraph, larger, between the heading and the body.
  std::vector<NodeId> find_leads(NodeId page, NodeId body) const {
    std::vector<NodeId> leads;
    const NodeId heading = heading_before(page, body);
    if (heading == no_node) return leads;
    std::size_t weight = 0;
    for (NodeId id = tree_[heading].end; id < body; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (!is_block(tree_[id].tag) || tree_[id].end > body) continue;
      const auto& m = measures_[id];
      if (m.own < 30 || m.own_links * 3 > m.own || m.own * 4 < m.text * 3) continue;
      if (is_boilerplate_line(tree_.text(id))) continue;
      weight += m.text;
      if (weight > 2000) return {};
      leads.push_back(id);
      id = tree_[id].end - 1;
    }
    return leads;
  }

  // The last h1, or heading that repeats the title, before the body.
  NodeId heading_before(NodeId page, NodeId body) const {
    NodeId found = no_node;
    for (NodeId id = page; id < body; ++id) {
      if (!is_heading(tree_[id].tag) || marks_.dropped(id)) continue;
      if (tree_[id].tag == Tag::h1 || (!title_.empty() && tree_.text(id) == title_)) found = id;
    }
    return found;
  }

  // Drops lists of links, lines around the text, and what follows a heading such as "Related".
  void prune(NodeId top) {
    for (NodeId id = top + 1; id < tree_[top].end; ++id) {
      if (marks_.dropped(id)) {
        id = tree_[id].end - 1;
        continue;
      }
      if (!is_block(tree_[id].tag)) continue;
      const bool links = is_link_list(id);
      if (links || is_frame_line(id)) {
        marks_.drop(id, links ? Dropped::links : Dropped::line);
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
    if (m.text == 0 || m.text > 120 || tree_[id].end - id > short_element) return false;
    return is_boilerplate_line(tree_.text(id));
  }

  bool starts_related(NodeId id) const {
    const auto& m = measures_[id];
    if (m.text == 0 || m.text > 60 || tree_[id].end - id > short_element) return false;
    return is_related_heading(tree_.text(id));
  }

  // The heading, and what follows it among its siblings up to running text.
  void drop_from(NodeId id, NodeId top) {
    NodeId at = id;
    // A heading may be wrapped alone in a box of its own.
    while (at != top && tree_[at].parent != top && tree_[at].next == no_node &&
           measures_[tree_[at].parent].text == measures_[id].text)
      at = tree_[at].parent;
    marks_.drop(at, Dropped::related);
    for (NodeId next = tree_[at].next; next != no_node; next = tree_[next].next) {
      const auto& m = measures_[next];
      if (is_heading(tree_[next].tag)) return;
      if (m.score > 150 && m.links * 2 < m.text) return;
      marks_.drop(next, Dropped::related);
    }
  }

  const HtmlTree& tree_;
  PageMarks& marks_;
  std::string_view title_;
  std::vector<Measure> measures_;
  float surely_unwanted_score_ = 0;
};

}  // namespace

MainContent find_main_content(const HtmlTree& tree, PageMarks& marks, std::string_view title) {
  return ContentFinder(tree, marks, title).run();
}

}  // namespace assay::web
