#include "web/page_author.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace assay::web {
namespace {

constexpr NodeId longest_element = 30;  // nodes of an element that names an author

class AuthorFinder {
 public:
  explicit AuthorFinder(const PageFacts& facts) : facts_(facts) {}

  std::string find() const {
    std::vector<std::string> names;
    const auto add = [&](std::string_view raw) {
      auto name = author_name(raw);
      if (!name.empty() && std::ranges::find(names, name) == names.end())
        names.push_back(std::move(name));
    };
    for (const auto& name : facts_.ld.authors) add(name);
    if (names.empty())
      add(facts_.meta({"author", "article:author", "dc.creator", "dcterms.creator",
                       "parsely-author", "sailthru.author", "byl", "citation_author",
                       "dc.creator.name", "article.author", "og:article:author", "creator"}));
    // Many sites name themselves.
    if (names.size() == 1 && facts_.is_site_name(names[0])) {
      add(visible_author());
      if (names.size() == 2) names.erase(names.begin());
    }
    if (names.empty() && facts_.item_author != no_node) add(facts_.tree.text(facts_.item_author));
    if (names.empty()) add(visible_author());
    std::string all;
    for (const auto& name : names) all.append(all.empty() ? "" : "; ").append(name);
    return all;
  }

 private:
  static std::string author_name(std::string_view raw) {
    std::string name = cleaned(raw);
    for (const std::string_view start :
         {"written by ", "posted by ", "author: ", "autor: ", "by ", "by: ", "von ",
          "von: ", "par ", "par: ", "di ", "por ", "por: ", "av ", "door ", "text: "})
      if (lower_ascii(name.substr(0, start.size())) == start) name.erase(0, start.size());
    if (name.find("://") != name.npos || name.size() > 120 || name.starts_with("@") ||
        name.size() < 2)
      return {};
    if (lower_ascii(name) == "admin" || lower_ascii(name) == "administrator") return {};
    return name;
  }

  std::string visible_author() const {
    for (NodeId id = 0; id < facts_.tree.size(); ++id) {
      const auto& node = facts_.tree[id];
      if (node.tag == Tag::text || node.attributes == 0 || facts_.marks.hidden(id)) continue;
      if (node.end - id > longest_element) continue;
      const auto rel = facts_.tree.attribute(id, "rel");
      if (node.tag == Tag::a && rel.find("author") != rel.npos)
        if (auto text = facts_.tree.text(id); text.size() > 2 && text.size() < 80) return text;
    }
    for (NodeId id = 0; id < facts_.tree.size(); ++id) {
      const auto& node = facts_.tree[id];
      if (node.tag == Tag::text || node.attributes == 0 || facts_.marks.hidden(id)) continue;
      if (node.end - id > longest_element) continue;
      if ((facts_.marks.roles(id) & (role_author | role_byline)) == 0) continue;
      const auto names = lower_ascii(std::string(facts_.tree.attribute(id, "class")) + " " +
                                     std::string(facts_.tree.attribute(id, "id")));
      if (names.find("author") == names.npos && names.find("autor") == names.npos &&
          names.find("byline") == names.npos)
        continue;
      if (auto text = facts_.tree.text(id); text.size() > 3 && text.size() < 60) return text;
    }
    return {};
  }

  const PageFacts& facts_;
};

}  // namespace

std::string find_author(const PageFacts& facts) { return AuthorFinder(facts).find(); }

}  // namespace assay::web
