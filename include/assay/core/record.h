#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/date.h"
#include "assay/core/evidence.h"
#include "assay/core/json.h"
#include "assay/core/model_call.h"
#include "assay/core/stage_results.h"

namespace assay::core {

// Version of the record's schema, docs/record.md.
inline constexpr int record_schema_version = 1;

// Which step of thinking or acting made an entry. Two steps with the same key and inputs give the
// same value, so the value of one that is recorded is used again.
struct StepKey {
  std::string stage;    // `plan`, `web_search`, `summarize`, …
  std::string version;  // of the stage
  int turn = 0;         // from 1
  int index = 0;        // among the steps of that stage and turn, in the order of the plan
  std::string model;    // spec; `embedded` for the built-in stages
  std::string prompt;   // version of the prompt; empty without one
  std::string options;  // hash of the options that the stage depends on; may be empty
  friend bool operator==(const StepKey&, const StepKey&) = default;
};

// What an entry of the record is.
enum class EntryType {
  start,          // schema, program, configuration
  claim,          // the claim
  plan,           // Plan
  tool_result,    // ToolResult
  summary,        // Summary, of the source that the value names
  site,           // SiteOpinion: what a model thinks of a site that no list knows
  evidence,       // Evidence: a source whose summary is not NONE
  repeat,         // Repeat: a source that says what an item of evidence says already
  development,    // Development
  judgement,      // Judgement
  justification,  // Justification
  warning,        // {message}
  limit,          // {message}: gathering was stopped by the budget or the deadline
  end,            // {}: the check is complete
  origin,         // Origin: the page that carried the claim, where it was fetched
  // Of a text whose claims are checked, each in a record of its own:
  interpretation,  // what the text is about
  decomposition,   // its claims as it has them: a list of texts
  standalone,      // one of them, so that it stands for itself
  extraction,      // the claims of a page, each with the passage that it stands in
  content_claims,  // ContentClaims
  overall          // Overall
};
std::string_view to_string(EntryType type);
std::optional<EntryType> entry_type_from_string(std::string_view text);

// One line of the record. Nothing is edited after it was appended.
struct Entry {
  EntryType type = EntryType::warning;
  Timestamp at;                      // when it was appended
  std::optional<StepKey> step;       // nothing: derived from the entries before it
  std::string inputs;                // SHA-256 of the step's inputs
  std::optional<Timestamp> started;  // when the step began
  std::string value;                 // JSON of the value, on one line
  std::vector<ModelCall> calls;      // that the step made of language models, in their order
};

void to_json(Json& json, const StepKey& key);
void from_json(const Json& json, StepKey& key);
void to_json(Json& json, const Entry& entry);
void from_json(const Json& json, Entry& entry);

// The entries of one check, and typed views of them. Everything else (the next stage's input, the
// report, progress) is a view of this. In memory; io/record_file.h keeps it on disk.
class Record {
 public:
  // Appends, and brings the views up to date. Throws InputError where the value does not have the
  // shape of its type.
  void append(Entry entry);

  std::span<const Entry> entries() const { return entries_; }
  const Claim& claim() const { return claim_; }
  // The page that carried it, where it was fetched.
  const std::optional<Origin>& origin() const { return origin_; }
  // The value of the start entry: {schema, program, version, configuration}. "null" before it.
  const std::string& start() const { return start_; }
  const std::vector<Plan>& plans() const { return plans_; }  // one a turn
  const std::vector<ToolResult>& tool_results() const { return tool_results_; }
  const std::vector<Evidence>& evidence() const { return evidence_; }
  const Evidence* find_evidence(std::string_view id) const;
  const std::vector<Repeat>& repeats() const { return repeats_; }
  const std::vector<SiteOpinion>& sites() const { return sites_; }
  // The pictures of the claim and of what was found, in the order of their numbers. Of two with one
  // number, the first.
  const std::vector<Image>& images() const { return images_; }
  const Image* find_image(int number) const;
  const std::vector<Development>& developments() const { return developments_; }  // one a turn
  const std::vector<Judgement>& judgements() const { return judgements_; }        // one a turn
  const std::optional<Justification>& justification() const { return justification_; }
  // What a person should know: warnings, and limits that were reached.
  const std::vector<std::string>& warnings() const { return warnings_; }
  bool complete() const { return complete_; }
  // From the first entry to the last, in seconds of the recorded clock.
  double seconds() const;

 private:
  void add_image(const Image& image);

  std::vector<Entry> entries_;
  Claim claim_;
  std::optional<Origin> origin_;
  std::string start_ = "null";
  std::vector<Plan> plans_;
  std::vector<ToolResult> tool_results_;
  std::vector<Evidence> evidence_;
  std::vector<Repeat> repeats_;
  std::vector<SiteOpinion> sites_;
  std::vector<Image> images_;
  std::vector<Development> developments_;
  std::vector<Judgement> judgements_;
  std::optional<Justification> justification_;
  std::vector<std::string> warnings_;
  bool complete_ = false;
};

}  // namespace assay::core
