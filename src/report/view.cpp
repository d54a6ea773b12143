#include "report/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "io/sha256.h"

namespace assay::report {
namespace {

using core::Json;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

// The last `limit` bytes of a text, begun after a space where there is one.
std::string tail(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  text.remove_prefix(text.size() - limit);
  if (const auto space = text.find(' '); space != std::string_view::npos)
    text.remove_prefix(space + 1);
  while (!text.empty() && is_continuation(text.front())) text.remove_prefix(1);
  return "…" + std::string(text);
}

// The first `limit` bytes of a text, ended before a space where there is one.
std::string head(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit;
  while (end > 0 && is_continuation(text[end])) --end;
  text = text.substr(0, end);
  if (const auto space = text.rfind(' '); space != std::string_view::npos)
    text = text.substr(0, space);
  return std::string(text) + "…";
}

// Compares quotations with the kept text, one text in memory at a time: an item's quotations all
// come from one blob.
class KeptTexts {
 public:
  explicit KeptTexts(const ReportOptions& options) : options_(options) {}

  void complete(QuotationView& view) {
    const auto& quotation = view.quotation;
    if (!options_.kept_text || quotation.blob.empty()) return;
    if (quotation.blob != blob_) load(quotation.blob);
    if (!text_) return;
    view.standing = Standing::differs;
    if (!genuine_ || quotation.begin > quotation.end || quotation.end > text_->size()) return;
    const std::string_view text = *text_;
    if (text.substr(quotation.begin, quotation.end - quotation.begin) != quotation.text) return;
    view.standing = Standing::stands;
    view.before = tail(text.substr(0, quotation.begin), options_.context);
    view.after = head(text.substr(quotation.end), options_.context);
  }

 private:
  void load(const std::string& blob) {
    blob_ = blob;
    text_ = options_.kept_text(blob);
    genuine_ = text_ && io::sha256(*text_) == blob;
  }

  const ReportOptions& options_;
  std::string blob_;
  std::optional<std::string> text_;
  bool genuine_ = false;
};

// A stance of its own outweighs "touches", and among those the stronger finding counts.
bool outweighs(const core::Finding& a, const core::Finding& b) {
  const bool a_takes_side = a.stance != core::Stance::touches;
  const bool b_takes_side = b.stance != core::Stance::touches;
  return a_takes_side != b_takes_side ? a_takes_side : a.strength > b.strength;
}

// The finding that decides what a source says of the claim; null where there is none.
const core::Finding* deciding(const std::vector<const core::Finding*>& findings) {
  std::map<std::optional<std::size_t>, const core::Finding*> strongest;  // by part of the claim
  const core::Finding* overall = nullptr;
  for (const auto* finding : findings) {
    auto& of_part = strongest[finding->part];
    if (!of_part || outweighs(*finding, *of_part)) of_part = finding;
    if (!overall || outweighs(*finding, *overall)) overall = finding;
  }
  const auto whole = strongest.find(std::nullopt);
  for (const auto& [part, finding] : strongest) {
    if (!part || finding->stance != core::Stance::contradicts) continue;
    // A stronger word on the whole claim stands above one on a part of it.
    if (whole != strongest.end() && outweighs(*whole->second, *finding)) continue;
    if (overall->stance != core::Stance::contradicts || outweighs(*finding, *overall))
      overall = finding;
  }
  return overall;
}

EvidenceCard card_of(const core::Evidence& evidence, const core::Development* development,
                     KeptTexts& kept) {
  EvidenceCard card;
  card.evidence = evidence;
  for (const auto& quotation : evidence.quotations) {
    QuotationView view;
    view.quotation = quotation;
    card.quotations.push_back(std::move(view));
  }
  std::vector<const core::Finding*> findings;
  if (development)
    for (const auto& finding : development->findings) {
      if (finding.evidence != evidence.id) continue;
      findings.push_back(&finding);
      if (finding.quotation && *finding.quotation < card.quotations.size())
        card.quotations[*finding.quotation].findings.push_back(finding);
      else
        card.reasons.insert(card.reasons.end(), finding.reasons.begin(), finding.reasons.end());
    }
  if (const auto* finding = deciding(findings)) {
    card.stance = finding->stance;
    card.strength = finding->strength;
  }
  for (auto& quotation : card.quotations) kept.complete(quotation);
  return card;
}

// The pictures of the evidence, the one that was found by a search first and beside its query.
void add_pictures(const core::Record& record, EvidenceCard& card) {
  const auto& match = card.evidence.source.match;
  for (const auto& image : card.evidence.images) {
    PictureView picture{image, {}, {}, {}};
    if (match && match->found == image.number)
      if (const auto* query = record.find_image(match->query)) {
        picture.query = *query;
        picture.match = match;
      }
    const auto place = picture.match ? card.pictures.begin() : card.pictures.end();
    card.pictures.insert(place, std::move(picture));
  }
}

bool near(double a, double b) { return std::abs(a - b) < 0.03; }

bool near(const core::Region& a, const core::Region& b) {
  return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

// Do both look the same? What one picture was searched for by shows the same part of both, in the
// same way, with the same differences.
bool copies(const PictureView& a, const PictureView& b) {
  if (a.image.sha256 == b.image.sha256)
    return !a.match || !b.match || a.match->query == b.match->query;
  if (!a.match || !b.match || a.match->query != b.match->query) return false;
  const auto& one = *a.match;
  const auto& other = *b.match;
  return one.description == other.description && near(one.query_share, other.query_share) &&
         near(one.found_share, other.found_share) &&
         std::ranges::equal(one.differences, other.differences,
                            [](const core::Difference& x, const core::Difference& y) {
                              return near(x.in_query, y.in_query) && near(x.in_found, y.in_found);
                            });
}

// Each picture is shown once, with the first item that has it.
void mark_copies(std::vector<EvidenceCard>& cards) {
  std::vector<std::pair<const PictureView*, std::string>> shown;
  for (auto& card : cards)
    for (auto& picture : card.pictures) {
      const auto first = std::ranges::find_if(
          shown, [&](const auto& earlier) { return copies(*earlier.first, picture); });
      if (first == shown.end())
        shown.emplace_back(&picture, card.evidence.id);
      else if (first->second != card.evidence.id)
        picture.shown_with = first->second;
    }
}

bool is_language_model(const std::string& model) { return !model.empty() && model != "embedded"; }

// Prose of the record's stages: what a language model wrote is Markdown, what the built-in rules
// wrote, which quote others as they are, is not.
class ProseOf {
 public:
  explicit ProseOf(const core::Record& record) {
    for (const auto& evidence : record.evidence())
      if (!evidence.source.url.empty()) addresses_.insert(evidence.source.url);
    known_.evidence = [&record](std::string_view id) {
      return record.find_evidence(id) != nullptr;
    };
    known_.picture = [&record](int number) { return record.find_image(number) != nullptr; };
    known_.address = [this](std::string_view url) { return addresses_.contains(url); };
    for (const auto& entry : record.entries())
      if (entry.step && is_language_model(entry.step->model)) language_model_ = true;
  }
  ProseOf(const ProseOf&) = delete;
  ProseOf& operator=(const ProseOf&) = delete;

  // `entry` is the one that holds the text.
  Prose operator()(std::string_view text, const core::Entry& entry) const {
    const bool by_model = entry.step ? is_language_model(entry.step->model) : language_model_;
    return by_model ? read_markdown(text, known_) : read_plain(text, known_);
  }

 private:
  std::set<std::string, std::less<>> addresses_;
  References known_;
  bool language_model_ = false;
};

// Walks the entries beside the typed views: an entry knows its turn and its times, a view its
// value.
class TurnsOf {
 public:
  TurnsOf(const core::Record& record, const ProseOf& prose) : record_(record), prose_(prose) {}

  std::vector<TurnView> run() {
    for (const auto& entry : record_.entries()) add(entry);
    std::vector<TurnView> turns;
    for (auto& [number, turn] : turns_) {
      finish(turn);
      turns.push_back(std::move(turn));
    }
    return turns;
  }

 private:
  TurnView& at(const core::Entry& entry) {
    if (entry.step && entry.step->turn > 0) current_ = entry.step->turn;
    auto& turn = turns_[current_];
    turn.number = current_;
    return turn;
  }

  void add(const core::Entry& entry) {
    using core::EntryType;
    switch (entry.type) {
      case EntryType::plan:
        at(entry).plan = record_.plans()[plans_++];
        break;
      case EntryType::tool_result:
        add_search(entry);
        break;
      case EntryType::summary:
        add_summary(entry);
        break;
      case EntryType::development:
        add_development(entry);
        break;
      case EntryType::judgement:
        at(entry).judgement = record_.judgements()[judgements_++];
        break;
      default:
        break;
    }
  }

  void add_search(const core::Entry& entry) {
    SearchView search;
    const std::size_t action = searches_++;
    search.result = record_.tool_results()[action];
    search.reason = search.result.action.reason;
    if (entry.started)
      search.seconds =
          static_cast<double>(entry.at.milliseconds - entry.started->milliseconds) / 1000;
    for (const auto& evidence : record_.evidence())
      if (evidence.action == action) search.evidence.push_back(evidence.id);
    at(entry).searches.push_back(std::move(search));
  }

  void add_summary(const core::Entry& entry) {
    auto& turn = at(entry);
    ++turn.summaries;
    if (Json::parse(entry.value).get<core::Summary>().none()) ++turn.irrelevant;
  }

  void add_development(const core::Entry& entry) {
    auto& turn = at(entry);
    turn.development = record_.developments()[developments_++];
    turn.prose = prose_(turn.development->prose, entry);
  }

  // The plan knows why an action was wanted; the result need not.
  static void finish(TurnView& turn) {
    if (!turn.plan) return;
    for (const auto& action : turn.plan->actions) {
      const auto it = std::find_if(turn.searches.begin(), turn.searches.end(),
                                   [&](const SearchView& s) { return s.result.action == action; });
      if (it == turn.searches.end())
        turn.not_performed.push_back(action);
      else if (it->reason.empty())
        it->reason = action.reason;
    }
  }

  const core::Record& record_;
  const ProseOf& prose_;
  std::map<int, TurnView> turns_;
  int current_ = 1;
  std::size_t plans_ = 0, searches_ = 0, developments_ = 0, judgements_ = 0;
};

void add_start(const core::Record& record, ReportView& view) {
  const Json start = Json::parse(record.start(), nullptr, false);
  if (!start.is_object()) return;
  view.program = start.value("program", Json("")).is_string() ? start.value("program", "") : "";
  view.version = start.value("version", Json("")).is_string() ? start.value("version", "") : "";
  if (const auto it = start.find("configuration"); it != start.end())
    view.configuration = it->dump();
}

std::string statement(const ReportView& view) {
  if (view.models.empty()) return "";
  if (!view.language_model)
    return "This check used no language model; built-in rules planned the searches, chose and "
           "compared "
           "the sentences, and reached the verdict.";
  std::string text;
  bool built_in = false;
  for (const auto& model : view.models) {
    if (is_language_model(model))
      text += (text.empty() ? "Models that took part: " : ", ") + model;
    else
      built_in = true;
  }
  return text + (built_in ? "; some stages are built-in rules." : ".");
}

void add_models(const core::Record& record, ReportView& view) {
  const auto add = [&](const std::string& model) {
    if (model.empty()) return;
    if (std::find(view.models.begin(), view.models.end(), model) == view.models.end())
      view.models.push_back(model);
  };
  for (const auto& entry : record.entries())
    if (entry.step) add(entry.step->model);
  view.language_model = std::ranges::any_of(view.models, is_language_model);
  view.model_statement = statement(view);
}

void add_times(const core::Record& record, ReportView& view) {
  const auto entries = record.entries();
  if (entries.empty()) return;
  view.started = entries.front().at;
  view.ended = entries.back().at;
  view.seconds = record.seconds();
  for (const auto& entry : entries) {
    if (!entry.step) continue;
    auto it = std::find_if(view.stages.begin(), view.stages.end(),
                           [&](const StageTime& time) { return time.stage == entry.step->stage; });
    if (it == view.stages.end()) it = view.stages.insert(it, StageTime{entry.step->stage, 0, 0});
    ++it->steps;
    if (entry.started)
      it->seconds +=
          static_cast<double>(entry.at.milliseconds - entry.started->milliseconds) / 1000;
  }
}

// An item tells of items before it; these are told of it.
void share_origins(std::vector<EvidenceCard>& cards) {
  for (auto& card : cards)
    for (const auto& origin : card.evidence.shared_origins) {
      card.shared_origins.push_back(origin);
      for (auto& other : cards) {
        if (std::ranges::find(origin.evidence, other.evidence.id) == origin.evidence.end())
          continue;
        auto seen = origin;
        std::erase(seen.evidence, other.evidence.id);
        seen.evidence.push_back(card.evidence.id);
        other.shared_origins.push_back(std::move(seen));
      }
    }
}

void add_evidence(const core::Record& record, const ReportOptions& options, ReportView& view) {
  KeptTexts kept(options);
  const auto* development = record.developments().empty() ? nullptr : &record.developments().back();
  if (development) view.missing = development->missing;
  for (const auto& evidence : record.evidence()) {
    view.evidence.push_back(card_of(evidence, development, kept));
    add_pictures(record, view.evidence.back());
  }
  mark_copies(view.evidence);
  share_origins(view.evidence);
  for (const auto& repeat : record.repeats())
    for (auto& card : view.evidence)
      if (card.evidence.id == repeat.evidence) card.repeats.push_back(repeat);
}

void add_conclusion(const core::Record& record, const ProseOf& prose, ReportView& view) {
  if (!record.judgements().empty()) view.judgement = record.judgements().back();
  if (record.justification()) view.justification = record.justification()->text;
  for (const auto& entry : record.entries()) {
    if (entry.type == core::EntryType::judgement)
      view.key_findings = prose(view.judgement->key_findings, entry);
    if (entry.type == core::EntryType::justification)
      view.justification_prose = prose(view.justification, entry);
  }
  for (auto& card : view.evidence)
    card.cited = view.justification_prose.citations(card.evidence.id) > 0;
  view.without_evidence = view.judgement && record.plans().empty() &&
                          record.tool_results().empty() && record.evidence().empty();
}

void add_notices(const core::Record& record, ReportView& view) {
  for (const auto& entry : record.entries()) {
    const bool limit = entry.type == core::EntryType::limit;
    if (!limit && entry.type != core::EntryType::warning) continue;
    (limit ? view.limits : view.warnings)
        .push_back(Json::parse(entry.value).at("message").get<std::string>());
  }
}

void add_counts(ReportView& view) {
  std::size_t searches = 0;
  std::string first;  // failure
  for (const auto& turn : view.turns)
    for (const auto& search : turn.searches) {
      ++searches;
      view.found += search.result.sources.size();
      view.excluded += search.result.excluded.size();
      if (search.result.error.empty()) continue;
      ++view.failed;
      if (first.empty()) first = search.result.error;
    }
  if (view.failed == 0) return;
  // Who reads that nothing was found must know that it could not be looked for.
  view.limits.push_back(fmt::format(
      "{} of {} searches failed, and what they would have found is missing; the first: {}",
      view.failed, searches, first));
}

}  // namespace

std::string_view to_string(Standing standing) {
  switch (standing) {
    case Standing::stands:
      return "stands";
    case Standing::differs:
      return "differs";
    case Standing::unknown:
      break;
  }
  return "unknown";
}

const EvidenceCard* ReportView::find(std::string_view id) const {
  const auto it = std::find_if(evidence.begin(), evidence.end(),
                               [&](const EvidenceCard& card) { return card.evidence.id == id; });
  return it == evidence.end() ? nullptr : &*it;
}

ReportView view(const core::Record& record, const ReportOptions& options) {
  ReportView view;
  view.claim = record.claim();
  view.complete = record.complete();
  const ProseOf prose(record);
  view.turns = TurnsOf(record, prose).run();
  add_notices(record, view);
  add_evidence(record, options, view);
  add_conclusion(record, prose, view);
  add_counts(view);
  add_start(record, view);
  add_models(record, view);
  view.calls = calls_of(record, options.kept_text);
  add_times(record, view);
  return view;
}

}  // namespace assay::report
