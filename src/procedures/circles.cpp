#include "procedures/circles.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

#include "io/http_text.h"
#include "web/sites/address.h"

namespace assay::procedures {
namespace {

constexpr std::size_t longest_shown = 160;  // bytes of a sentence in a reason
constexpr std::size_t longest_reason = 600;

// A page's address as it is compared: the scheme, `www.`, the query and a last slash make no other
// page of an article.
std::string page_of(const web::Address& address) {
  std::string_view host = address.host;
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string_view path = address.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(host) + std::string(path);
}

// The bytes of the paragraph that holds the place.
language::Span paragraph_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {text.size(), text.size()};
  const auto before = text.rfind("\n\n", at);
  const auto after = text.find("\n\n", at);
  return {before == text.npos ? 0 : before + 2, after == text.npos ? text.size() : after};
}

// How one source cites others.
struct Citations {
  std::map<std::size_t, std::string> of;  // which source → how
  bool other_origin = false;
};

class Reader {
 public:
  explicit Reader(const std::vector<CitedSource>& sources) : sources_(sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      auto& names = names_.emplace_back();
      for (const auto& name : sources[i].names)
        // Two letters name anything.
        if (auto compact = language::compact_name(name); compact.size() > 2)
          names.push_back(std::move(compact));
      for (const auto& text : sources[i].addresses)
        if (const auto address = web::parse_address(text)) pages_.emplace(page_of(*address), i);
    }
  }

  Citations read(std::size_t which) const {
    Citations citations;
    const auto& source = sources_[which];
    for (const auto& link : source.links)
      if (const auto address = web::parse_address(link.url))
        if (const auto page = pages_.find(page_of(*address));
            page != pages_.end() && is_other(which, page->second))
          citations.of.emplace(page->second, "links to it");
    for (const auto& one : source.attributions) {
      const auto shown =
          "“" +
          io::one_line(
              std::string_view(source.text).substr(one.span.begin, one.span.end - one.span.begin),
              longest_shown) +
          "”";
      auto cited = named_by(which, one);
      if (cited.empty() && one.certain) cited = linked_near(which, one.span);
      for (const auto other : cited) citations.of.emplace(other, shown);
      if (cited.empty() && one.certain && !names_itself(which, one)) citations.other_origin = true;
    }
    return citations;
  }

 private:
  bool is_other(std::size_t one, std::size_t other) const {
    return one != other &&
           (sources_[one].site.empty() || sources_[one].site != sources_[other].site);
  }

  bool names_any(const std::vector<std::string>& names, const language::Attribution& one) const {
    return std::ranges::any_of(names, [&](const auto& name) { return language::names(one, name); });
  }

  std::vector<std::size_t> named_by(std::size_t which, const language::Attribution& one) const {
    std::vector<std::size_t> cited;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (is_other(which, i) && names_any(names_[i], one)) cited.push_back(i);
    return cited;
  }

  bool names_itself(std::size_t which, const language::Attribution& one) const {
    return names_any(names_[which], one);
  }

  // The sources to whose sites the sentence's paragraph links.
  std::vector<std::size_t> linked_near(std::size_t which, const language::Span& sentence) const {
    const auto& source = sources_[which];
    const auto paragraph = paragraph_at(source.text, sentence.begin);
    std::set<std::string> sites;
    for (const auto& link : source.links)
      if (link.position >= paragraph.begin && link.position < paragraph.end)
        if (const auto address = web::parse_address(link.url)) sites.insert(address->site);
    std::vector<std::size_t> cited;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (is_other(which, i) && sites.contains(sources_[i].site)) cited.push_back(i);
    return cited;
  }

  const std::vector<CitedSource>& sources_;
  std::vector<std::vector<std::string>> names_;
  std::map<std::string, std::size_t> pages_;
};

// The sources that rest on nothing but each other: whoever has another origin goes, then whoever
// cites one that went, until none goes any more.
std::vector<bool> resting_on_each_other(const std::vector<Citations>& all) {
  std::vector<bool> in(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) in[i] = !all[i].other_origin && !all[i].of.empty();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool rests = std::ranges::all_of(
          all[i].of, [&](const auto& cited) { return static_cast<bool>(in[cited.first]); });
      if (!in[i] || rests) continue;
      in[i] = false;
      changed = true;
    }
  }
  return in;
}

std::string reason_of(const std::vector<CitedSource>& sources, const std::vector<Citations>& all,
                      const std::vector<std::size_t>& members) {
  std::string reason = "they cite each other and no other origin: ";
  for (const auto member : members) {
    const auto& [other, how] = *all[member].of.begin();
    reason += (member == members.front() ? "" : "; ") + sources[member].id + " cites " +
              sources[other].id + " (" + how + ")";
  }
  return io::one_line(reason, longest_reason);
}

}  // namespace

std::vector<Circle> circles(const std::vector<CitedSource>& sources) {
  const Reader reader(sources);
  std::vector<Citations> all;
  for (std::size_t i = 0; i < sources.size(); ++i) all.push_back(reader.read(i));
  const auto in = resting_on_each_other(all);
  // Which belong together: whoever cites one belongs to it.
  std::vector<std::size_t> first(sources.size());
  std::iota(first.begin(), first.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < sources.size(); ++i)
      for (const auto& [other, how] : all[i].of)
        if (in[i] && first[i] != first[other]) {
          first[i] = first[other] = std::min(first[i], first[other]);
          changed = true;
        }
  }
  std::map<std::size_t, std::vector<std::size_t>> together;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (in[i]) together[first[i]].push_back(i);
  std::vector<Circle> found;
  for (const auto& [start, members] : together) {
    Circle circle;
    for (const auto member : members) circle.ids.push_back(sources[member].id);
    circle.reason = reason_of(sources, all, members);
    found.push_back(std::move(circle));
  }
  return found;
}

}  // namespace assay::procedures
