#include "web/page_marks.h"

#include <string_view>
#include <unordered_map>

#include "web/hiding_styles.h"

namespace assay::web {
namespace {

bool is_dropped_tag(Tag tag) {
  switch (tag) {
    case Tag::script:
    case Tag::style:
    case Tag::template_:
    case Tag::iframe:
    case Tag::object:
    case Tag::embed:
    case Tag::svg:
    case Tag::canvas:
    case Tag::select:
    case Tag::textarea:
    case Tag::button:
    case Tag::input:
    case Tag::nav:
    case Tag::map:
    case Tag::dialog:
    case Tag::head:
    case Tag::audio:
    case Tag::video:
    case Tag::menu:
    case Tag::noscript:
    case Tag::option:
    case Tag::optgroup:
    case Tag::param:
    case Tag::rp:
    case Tag::rt:
    case Tag::label:
    case Tag::title:
      return true;
    default:
      return false;
  }
}

HidingRules rules_of(const HtmlTree& tree) {
  HidingRules rules;
  for (NodeId id = 0; id < tree.size(); ++id)
    if (tree[id].tag == Tag::style && tree[id].first != no_node)
      rules.read(tree[tree[id].first].text);
  return rules;
}

// Scripts show much of what style sheets hide at first. So where the rules would take a good part
// of what the page says, they are not believed.
bool too_much(const HtmlTree& tree, const std::vector<bool>& by_rule,
              const std::vector<bool>& hidden) {
  std::size_t taken = 0;
  std::size_t left = 0;
  for (NodeId id = 0; id < tree.size(); ++id) {
    const auto& node = tree[id];
    if (node.tag == Tag::script || node.tag == Tag::style)
      id = node.end - 1;
    else if (node.tag == Tag::text && node.parent != no_node && !hidden[node.parent])
      (by_rule[node.parent] ? taken : left) += node.text.size();
  }
  return taken * 2 > left;
}

}  // namespace

bool is_hidden(const HtmlTree& tree, NodeId id) {
  if (tree[id].attributes == 0) return false;
  if (tree.has_attribute(id, "hidden")) return true;
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
  const HidingRules rules = rules_of(tree);
  std::vector<bool> by_rule(rules.empty() ? 0 : tree.size());
  for (NodeId id = 0; id < tree.size(); ++id) {
    const auto& node = tree[id];
    if (node.tag == Tag::text) continue;
    hidden_[id] = is_hidden(tree, id) || (node.parent != no_node && hidden_[node.parent]);
    if (node.attributes > 0) {
      const auto names = tree.attribute(id, "class");
      const auto own_id = tree.attribute(id, "id");
      roles_[id] = roles(names) | roles(own_id);
      if (!rules.empty()) by_rule[id] = rules.hide(names, own_id);
    }
    if (!rules.empty() && node.parent != no_node && by_rule[node.parent]) by_rule[id] = true;
  }
  const bool believed = !rules.empty() && !too_much(tree, by_rule, hidden_);
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (believed && by_rule[id]) hidden_[id] = true;
    if (hidden_[id])
      dropped_[id] = Dropped::hidden;
    else if (is_dropped_tag(tree[id].tag))
      dropped_[id] = Dropped::tag;
  }
}

}  // namespace assay::web
