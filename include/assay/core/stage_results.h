#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"
#include "assay/core/json.h"
#include "assay/core/verdict.h"

namespace assay::core {

// The values that stages return, the same for prompted and built-in ones.

// Stage 1 (DEFAME, section 3): what to look for next.
struct Plan {
  std::vector<Action> actions;  // none: nothing is left to try
  std::string reasoning;
  std::vector<std::string> uncovered;  // parts of the claim that no evidence speaks to yet
  bool dead_end = false;               // the last actions brought nothing new
};

// Stage 2: what one action brought. A failure is an outcome of its own: the check goes on.
struct ExcludedSource {
  Source source;
  std::string reason;
};
// What services of others took for an action.
struct SearchEffort {
  int requests = 0;
  std::optional<double> cost;  // USD; nothing: not known, or nothing was asked
  std::string incomplete;      // why there is less than there could be; empty: nothing is missing
  friend bool operator==(const SearchEffort&, const SearchEffort&) = default;
};
struct ToolResult {
  Action action;
  std::vector<Source> sources;  // in the tool's order, best first
  std::vector<ExcludedSource> excluded;
  std::string error;  // empty: the tool worked, even where it found nothing
  SearchEffort effort;
};

// Stage 3: what one source says about the claim. No takeaways and no quotations is NONE.
struct Summary {
  std::string takeaways;
  std::vector<Quotation> quotations;
  bool none() const { return takeaways.empty() && quotations.empty(); }
};

// What a language model thinks of a site that no list knows.
struct SiteOpinion {
  std::string site;            // its registrable domain
  std::string site_class;      // as Source::reliability has it
  std::string reason;          // which says that it is a model's judgement, and of which model
  bool answered = true;        // false: the model gave no answer that could be used
  std::optional<Date> judged;  // the day of an earlier check whose answer this is
};

// What a picture of the evidence is to the claim's.
enum class PictureRelation { same_picture, same_event, unrelated };
// `same picture`, `same event`, `unrelated`.
std::string_view to_string(PictureRelation relation);
std::optional<PictureRelation> picture_relation_from_string(std::string_view text);

// Stage 4: evidence against claim.
struct Finding {
  std::string evidence;                    // its ID
  std::optional<std::size_t> quotation;    // index into that evidence's quotations
  std::optional<std::size_t> part;         // of a compound claim, from 0; nothing: the whole claim
  std::optional<PictureRelation> picture;  // of a finding about the evidence's picture
  Stance stance = Stance::touches;
  double strength = 0;               // 0 to 1: how surely the sentence has this stance
  double coverage = 0;               // 0 to 1: how much of the claim's content it speaks to
  std::vector<std::string> reasons;  // short, readable: "number 27 against -27.6", …
};
struct Development {
  std::string prose;
  std::vector<Finding> findings;
  std::vector<std::string> missing;  // what is still not known
};

// Stage 5.
struct Judgement {
  Verdict verdict = Verdict::not_enough_evidence;
  std::string label;      // of the label space; empty where it has none for this verdict yet
  double confidence = 0;  // 0 to 1: the probability that the label is right
  std::string key_findings;
  std::vector<std::string> reasons;
};

// Stage 6: each sentence cites evidence IDs in brackets, as in [E3].
struct Justification {
  std::string text;
};

// The claims that were taken out of a text.
struct LeftOutClaim {
  std::string text;
  std::string reason;  // `not worth checking`, `repeats C1`
};
struct ContentClaims {
  std::vector<Claim> claims;  // their ids are C1, C2, …
  std::vector<LeftOutClaim> left_out;
};

// What the claims of a text come to together.
struct Overall {
  Verdict verdict = Verdict::not_enough_evidence;
  double confidence = 0;  // 0 to 1
  std::string reason;     // one sentence
};

void to_json(Json& json, const ContentClaims& claims);
void from_json(const Json& json, ContentClaims& claims);
void to_json(Json& json, const Overall& overall);
void from_json(const Json& json, Overall& overall);
void to_json(Json& json, const Plan& plan);
void from_json(const Json& json, Plan& plan);
void to_json(Json& json, const ExcludedSource& excluded);
void from_json(const Json& json, ExcludedSource& excluded);
void to_json(Json& json, const SearchEffort& effort);
void from_json(const Json& json, SearchEffort& effort);
void to_json(Json& json, const ToolResult& result);
void from_json(const Json& json, ToolResult& result);
void to_json(Json& json, const Summary& summary);
void from_json(const Json& json, Summary& summary);
void to_json(Json& json, const SiteOpinion& opinion);
void from_json(const Json& json, SiteOpinion& opinion);
void to_json(Json& json, const Finding& finding);
void from_json(const Json& json, Finding& finding);
void to_json(Json& json, const Development& development);
void from_json(const Json& json, Development& development);
void to_json(Json& json, const Judgement& judgement);
void from_json(const Json& json, Judgement& judgement);
void to_json(Json& json, const Justification& justification);
void from_json(const Json& json, Justification& justification);

}  // namespace assay::core
