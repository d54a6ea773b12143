#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "assay/core/json.h"
#include "assay/core/label_space.h"
#include "assay/core/stage_results.h"

// What each stage is given: no more than it needs. An input is a value, so that a stage can run
// beside others, and its JSON is hashed into the memoized step's key.
namespace assay::reasoning {

struct PlanInput {
  core::Claim claim;
  std::string labels;  // name of the label space, for its extra rules
  int turn = 1;
  std::vector<core::ToolHelp> tools;            // the tools that exist
  std::vector<core::Action> done;               // never to be proposed again
  std::vector<core::Evidence> evidence;         // found so far
  std::vector<core::Development> developments;  // one a finished turn
  std::size_t new_evidence = 0;                 // how many items the last turn brought
  std::vector<core::Repeat> repeats;            // of the items
};

struct SummarizeInput {
  core::Claim claim;
  core::Source source;
  std::string text;  // the kept text that source.text_blob names
  // The picture that a search for pictures found there; nothing where the text was searched for.
  std::optional<core::Image> picture;
};

// A site that no list knows, by the page that was found there.
struct SiteInput {
  std::string site;       // registrable domain
  std::string publisher;  // as the page names it; may be empty, as the others may
  std::string url;
  std::string title;
};

struct DevelopInput {
  core::Claim claim;
  std::vector<core::Evidence> evidence;
  std::vector<core::Repeat> repeats = {};  // of the items
};

struct JudgeInput {
  core::Claim claim;
  core::LabelSpace labels;
  std::vector<core::Evidence> evidence;
  core::Development development;
  bool last = false;  // no further turn: a space without "not enough" must choose another label
  std::vector<core::Repeat> repeats = {};  // of the items
};

struct JustifyInput {
  core::Claim claim;
  core::LabelSpace labels;
  std::vector<core::Evidence> evidence;
  core::Development development;
  core::Judgement judgement;
  std::vector<core::Repeat> repeats = {};  // of the items
};

// Of a verdict without evidence, or by the evidence that came with the claim.
struct BaselineInput {
  core::Claim claim;
  core::LabelSpace labels;
  std::vector<core::Evidence> evidence = {};
};

// A text from which claims are to be taken.
struct Content {
  core::MultimodalText text;
  std::vector<core::Image> images;
  std::optional<core::Date> date;
  std::string author;
  std::string url;
};

struct Interpretation {
  std::string topic;
  std::string text;
};

struct InterpretInput {
  Content content;
};

struct DecomposeInput {
  Content content;
  Interpretation interpretation;
};

struct DecontextualizeInput {
  Content content;
  Interpretation interpretation;
  std::string claim;
};

// A claim that stands for itself.
struct StandaloneClaim {
  std::string text;
  bool check_worthy = true;
};

// A page or post from which claims are to be taken.
struct ExtractInput {
  core::Origin page;
  std::string text;  // the kept text that page.source.text_blob names, or its beginning
};

// A claim of it that stands for itself and is worth checking, and where the page makes it: in its
// text or its title.
struct ExtractedClaim {
  std::string text;
  core::Quotation passage;
};

// So many claims are taken out of a page at most.
inline constexpr std::size_t most_extracted = 10;

void to_json(core::Json& json, const ExtractInput& input);
void to_json(core::Json& json, const ExtractedClaim& claim);
void from_json(const core::Json& json, ExtractedClaim& claim);
void to_json(core::Json& json, const Content& content);
void to_json(core::Json& json, const Interpretation& interpretation);
void from_json(const core::Json& json, Interpretation& interpretation);
void to_json(core::Json& json, const StandaloneClaim& claim);
void from_json(const core::Json& json, StandaloneClaim& claim);
void to_json(core::Json& json, const InterpretInput& input);
void to_json(core::Json& json, const DecomposeInput& input);
void to_json(core::Json& json, const DecontextualizeInput& input);
void to_json(core::Json& json, const BaselineInput& input);
void to_json(core::Json& json, const PlanInput& input);
void to_json(core::Json& json, const SummarizeInput& input);
void to_json(core::Json& json, const SiteInput& input);
void to_json(core::Json& json, const DevelopInput& input);
void to_json(core::Json& json, const JudgeInput& input);
void to_json(core::Json& json, const JustifyInput& input);

}  // namespace assay::reasoning
