#include "web/page_title.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "web/clean_text.h"

namespace assay::web {
namespace {

constexpr std::string_view bars[] = {" | ", "|",    "｜",  " – ", " — ", " - ", " » ",
                                     " « ", " :: ", " · ", " • ", " › ", " ‹ "};

class TitleFinder {
 public:
  explicit TitleFinder(const PageFacts& facts) : facts_(facts) {}

  std::string find() const {
    std::string og = facts_.meta({"og:title", "twitter:title", "dc.title", "dcterms.title",
                                  "headline", "parsely-title", "sailthru.title", "title"});
    const NodeId element = facts_.tree.find(Tag::title);
    const std::string whole =
        element == no_node ? std::string{} : cleaned(facts_.tree.text(element));
    const std::string headline = without_site(cleaned(facts_.ld.headline));
    // What is written for those who share the page may differ; two that agree outvote it.
    if (headline.size() >= 15 && lower_ascii(headline) == lower_ascii(without_site(whole)))
      og = whole;
    std::string said = without_site(og.empty() ? whole : og);
    if (is_said_before_a_bar(headline, said)) said = headline;
    if (auto text = agreeing_heading(said, og, whole); !text.empty()) return text;
    if (auto text = lone_heading(said); !text.empty()) return text;
    if (facts_.item_headline != no_node)
      if (auto text = cleaned(facts_.value_of(facts_.item_headline)); !text.empty()) return text;
    if (facts_.is_site_name(said) || said.empty()) {
      if (auto text = cleaned(facts_.ld.headline); !text.empty()) return text;
      if (auto text = named_heading(); !text.empty()) return text;
    }
    return said;
  }

 private:
  // Does the title say the headline first, and after a bar what is not of it?
  static bool is_said_before_a_bar(std::string_view headline, std::string_view title) {
    if (headline.size() < 15 || headline.size() >= title.size() || !title.starts_with(headline))
      return false;
    const auto rest = title.substr(headline.size());
    return std::ranges::any_of(bars, [&](std::string_view bar) { return rest.starts_with(bar); });
  }

  // The longest of the page's first headings that its title holds, or that holds it; an h1 before
  // an h2.
  std::string agreeing_heading(const std::string& said, const std::string& og,
                               const std::string& whole) const {
    const std::string titles[] = {lower_ascii(og), lower_ascii(whole)};
    const std::string parts[] = {lower_ascii(said), lower_ascii(without_site(whole))};
    for (const Tag tag : {Tag::h1, Tag::h2}) {
      std::string best;
      for (const NodeId id : facts_.headings) {
        if (facts_.tree[id].tag != tag) continue;
        const auto text = agreed(facts_.heading_text(id), said.size(), titles, parts);
        if (text.size() > best.size()) best = text;
      }
      if (!best.empty()) return best;
    }
    return {};
  }

  // What of a heading agrees with the titles; empty where nothing does.
  std::string agreed(const std::string& text, std::size_t said, std::span<const std::string> titles,
                     std::span<const std::string> parts) const {
    if (text.size() < 4 || facts_.is_site_name(text)) return {};
    const auto small = lower_ascii(text);
    if (text.size() * 5 >= said * 2)
      for (const auto& title : titles)
        if (title.find(small) != title.npos) return text;
    if (text.size() > 2 * std::max(said, parts.back().size()) + 40) return {};
    for (const auto& part : parts) {
      if (part.size() < 15) continue;
      // The heading goes on where the title ends; what stands before the title is a line above it.
      if (small.starts_with(part)) return text;
      if (small.ends_with(part)) return text.substr(text.size() - part.size());
    }
    return {};
  }

  std::string lone_heading(const std::string& said) const {
    std::string only;
    for (const NodeId id : facts_.headings) {
      if (facts_.tree[id].tag != Tag::h1) continue;
      const auto text = facts_.heading_text(id);
      if (text.size() < 6 || text.size() > 250 || facts_.is_site_name(text) || text == only)
        continue;
      // A title of one word is the site's.
      if (said.find(' ') != said.npos && !share_word(text, said)) return only;
      if (!only.empty()) return only;  // the first is as good as any
      only = text;
    }
    return only;
  }

  // Do they have a word of some length in common, inflected or not?
  static bool share_word(const std::string& a, const std::string& b) {
    const auto small = lower_ascii(b);
    std::string word;
    for (const char c : lower_ascii(a) + " ") {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0;
      if (letter) {
        word += c;
        continue;
      }
      if (word.size() >= 4 && small.find(word) != small.npos) return true;
      word.clear();
    }
    return false;
  }

  std::string named_heading() const {
    for (const NodeId id : facts_.headings)
      if ((facts_.marks.roles(id) & role_title) != 0 &&
          (facts_.marks.roles(id) & (role_aside | role_comments)) == 0)
        if (auto text = facts_.heading_text(id); text.size() >= 6 && !facts_.is_site_name(text))
          return text;
    return {};
  }

  // `Title | Site` and `Site | Title` → `Title`.
  std::string without_site(const std::string& text) const {
    std::string_view rest = text;
    for (int rounds = 0; rounds < 4; ++rounds) {
      std::size_t last = rest.npos;
      std::size_t last_size = 0;
      std::size_t first = rest.npos;
      std::size_t first_size = 0;
      bool firm = false;  // a bar that hardly stands inside a title
      for (const auto bar : bars) {
        if (const auto at = rest.rfind(bar); at != rest.npos && (last == rest.npos || at > last)) {
          last = at;
          last_size = bar.size();
          firm = bar != " – " && bar != " — " && bar != " - ";
        }
        if (const auto at = rest.find(bar); at != rest.npos && (first == rest.npos || at < first)) {
          first = at;
          first_size = bar.size();
        }
      }
      if (last == rest.npos) break;
      const auto tail = rest.substr(last + last_size);
      if (facts_.is_site_name(tail) || (firm && rounds < 2 && last >= 8 && tail.size() <= last))
        rest = rest.substr(0, last);
      else if (facts_.is_site_name(rest.substr(0, first)) ||
               (firm && rest.substr(first + first_size).size() > 3 * first))
        rest = rest.substr(first + first_size);
      else if (rounds == 0 && tail.size() * 3 < last && tail.find(' ') == tail.npos &&
               tail.find('.') != tail.npos)
        rest = rest.substr(0, last);
      else
        break;
    }
    return one_line(rest);
  }

  const PageFacts& facts_;
};

}  // namespace

std::string find_title(const PageFacts& facts) { return TitleFinder(facts).find(); }

}  // namespace assay::web
