#include "web/sites/site_judge.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "io/http_text.h"
#include "web/sites/copies.h"

namespace assay::web {
namespace {

constexpr int deepest = 8;  // copies of copies
constexpr std::size_t longest_shown = 200;

constexpr std::array<std::pair<SiteClass, std::string_view>, 5> classes{{
    {SiteClass::unsure, "unsure"},
    {SiteClass::reliable, "reliable"},
    {SiteClass::unreliable, "unreliable"},
    {SiteClass::satire, "satire"},
    {SiteClass::fact_check, "fact-check"},
}};

std::optional<SiteClass> class_of(ListKind kind) {
  switch (kind) {
    case ListKind::fact_check:
      return SiteClass::fact_check;
    case ListKind::satire:
      return SiteClass::satire;
    case ListKind::unreliable:
      return SiteClass::unreliable;
    case ListKind::unsure:
      return SiteClass::unsure;
    case ListKind::reliable:
      return SiteClass::reliable;
    default:
      return std::nullopt;
  }
}

// Of entries alike the first of these counts.
int rank(SiteClass site_class) {
  switch (site_class) {
    case SiteClass::fact_check:
      return 0;
    case SiteClass::satire:
      return 1;
    case SiteClass::unreliable:
      return 2;
    case SiteClass::unsure:
      return 3;
    case SiteClass::reliable:
      return 4;
  }
  return 5;
}

bool as_close(const ListEntry& a, const ListEntry& b) {
  return a.own == b.own && a.host == b.host && a.parts == b.parts;
}

// `a fact-checking site: snopes.com (DEFAME, appendix A, table 5)`.
std::string reason_of(const ListEntry& entry, std::string_view otherwise) {
  return (entry.reason.empty() ? std::string(otherwise) : entry.reason) + ": " + entry.cited();
}

bool holds(const std::vector<std::string>& words, const std::vector<std::string>& sought) {
  return !std::ranges::search(words, sought).empty();
}

std::vector<std::string> labels_of(const Address& address) {
  std::vector<std::string> labels;
  const std::string host = readable_host(address.host);
  std::string_view rest = host;
  while (!rest.empty()) {
    const auto dot = std::min(rest.find('.'), rest.size());
    labels.emplace_back(rest.substr(0, dot));
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return labels;
}

std::string shown(const Address& address) {
  return io::one_line(address.to_string(), longest_shown);
}

Address address_of(std::string_view text) {
  std::string why;
  auto address = parse_address(text, &why);
  if (!address)
    throw core::InputError("'" + io::one_line(text, longest_shown) + "' is no address: " + why);
  return *std::move(address);
}

void drop(SiteJudgement& judgement, std::string reason) {
  judgement.excluded = true;
  judgement.exclusion_reason = std::move(reason);
}

// Why a step says nothing of where it leads.
std::string unknown_end(const ListEntry& service) {
  if (service.kind == ListKind::copy)
    return "a copy at " + service.cited() + " whose original is not known until it was read";
  return std::string(service.kind == ListKind::shortener ? "a short address of "
                                                         : "a redirect of ") +
         service.cited() + "; where it leads is not known until it was followed";
}

}  // namespace

std::string_view to_string(SiteClass site_class) {
  for (const auto& [known, name] : classes)
    if (known == site_class) return name;
  return "unsure";
}

SiteJudgement SiteJudge::judge(std::string_view address) const {
  return judge(address_of(address));
}

SiteJudgement SiteJudge::judge(const std::vector<std::string>& chain) const {
  if (chain.empty()) throw core::InputError("no address to judge");
  SiteJudgement last = judge(std::string_view(chain.back()));
  for (const auto& step : chain) {
    if (last.excluded) break;
    const auto judgement = judge(std::string_view(step));
    if (judgement.site_class == SiteClass::fact_check && judgement.excluded)
      drop(last, "came by " + shown(address_of(step)) + ": " + judgement.exclusion_reason);
  }
  return last;
}

SiteJudgement SiteJudge::judge(const Address& address) const {
  Address end = address;
  std::optional<Leads> step;
  int depth = 0;
  for (; depth < deepest; ++depth) {
    step = leads(lists_, end);
    if (!step || !step->to) break;
    end = *std::move(step->to);
  }
  SiteJudgement judgement = judge_itself(end);
  if (depth > 0) judgement.copy_of = end.to_string();
  if (step && !judgement.excluded) {
    judgement.must_follow = true;
    drop(judgement,
         depth == deepest ? "a copy of a copy, deeper than eight" : unknown_end(*step->service));
    judgement.class_reason = judgement.exclusion_reason;
  }
  if (depth > 0 && judgement.excluded)
    judgement.exclusion_reason = "leads to " + shown(end) + ": " + judgement.exclusion_reason;
  judgement.needs_browser = std::ranges::any_of(
      lists_.find(address), [](const auto* entry) { return entry->kind == ListKind::browser; });
  return judgement;
}

SiteJudgement SiteJudge::judge_itself(const Address& address) const {
  SiteJudgement judgement;
  judgement.site = address.site;
  classify(address, judgement);
  exclude(address, judgement);
  return judgement;
}

void SiteJudge::classify(const Address& address, SiteJudgement& judgement) const {
  const ListEntry* best = nullptr;
  for (const auto* entry : lists_.find(address)) {
    const auto site_class = class_of(entry->kind);
    if (!site_class) continue;
    const bool stronger = best != nullptr && as_close(*entry, *best) &&
                          rank(*site_class) < rank(judgement.site_class);
    if (best != nullptr && !stronger && site_class != SiteClass::fact_check) continue;
    best = entry;
    judgement.site_class = *site_class;
    if (site_class == SiteClass::fact_check) break;
  }
  if (judgement.site_class != SiteClass::fact_check) {
    if (const auto* word = telling_word(address)) {
      best = word;
      judgement.site_class = SiteClass::fact_check;
    }
  }
  if (best == nullptr)
    judgement.class_reason = no_list_names_it;
  else if (judgement.site_class == SiteClass::fact_check)
    judgement.class_reason = best->host.empty()
                                 ? "its address says so: the keyword " + best->cited()
                                 : reason_of(*best, "a fact-checking site");
  else
    judgement.class_reason = reason_of(*best, "listed");
}

void SiteJudge::exclude(const Address& address, SiteJudgement& judgement) const {
  if (judgement.site_class == SiteClass::fact_check) return drop(judgement, judgement.class_reason);
  for (const auto* entry : lists_.find(address)) {
    if (entry->kind == ListKind::no_bots) {
      judgement.forbids_programs = true;
      return drop(judgement, reason_of(*entry, "a site that forbids programs"));
    }
    if (entry->kind == ListKind::drop) return drop(judgement, reason_of(*entry, "listed"));
  }
}

// A keyword is a whole label of the host, or stands as whole words in a part of the path.
const ListEntry* SiteJudge::telling_word(const Address& address) const {
  for (const auto* entry : lists_.find(address))
    if (entry->kind == ListKind::encyclopedia) return nullptr;
  std::vector<std::vector<std::string>> labels;
  for (const auto& label : labels_of(address)) labels.push_back(words_of(label));
  std::vector<std::vector<std::string>> parts;
  for (const auto& part : path_parts(address)) parts.push_back(words_of(part));
  for (const auto* keyword : lists_.words(ListKind::keyword)) {
    if (std::ranges::find(labels, keyword->parts) != labels.end()) return keyword;
    for (const auto& part : parts)
      if (holds(part, keyword->parts)) return keyword;
  }
  for (const auto* section : lists_.words(ListKind::section))
    if (std::ranges::find(parts, section->parts) != parts.end()) return section;
  return nullptr;
}

}  // namespace assay::web
