#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/record.h"
#include "report/calls.h"
#include "report/kept_text.h"
#include "report/prose.h"

// What a report says, computed once from a record and the same for every format. Plain values;
// their texts are those of the record, not yet made safe for any format.
namespace assay::report {

struct ReportOptions {
  KeptText kept_text;         // empty: quotations are shown as recorded, without their context
  std::size_t context = 200;  // bytes of kept text shown before and after a quotation, at most
};

// Did the quotation's bytes stand in the kept text?
enum class Standing {
  stands,   // the kept text has its SHA-256, and these bytes at that place
  differs,  // it does not: the report must not be trusted on this quotation
  unknown   // the text is not kept here, or was not asked for
};
// `stands`, `differs`, `unknown`.
std::string_view to_string(Standing standing);

struct QuotationView {
  core::Quotation quotation;
  std::string before, after;  // its context, cut at words; empty where the text isn't at hand
  Standing standing = Standing::unknown;
  std::vector<core::Finding> findings;  // of the last development: several of a compound claim
};

// A picture that an item of evidence shows.
struct PictureView {
  core::Image image;
  // It was found by a search for this picture of the record, which it is to be shown beside.
  std::optional<core::Image> query;
  std::optional<core::PictureMatch> match;  // how they differ; there where `query` is
  // ID of an item above that shows the same picture, or a copy of it in another size, so that it
  // need not be shown again. Mostly empty.
  std::string shown_with;
};

struct EvidenceCard {
  core::Evidence evidence;
  // What the source as a whole says of the claim by the last development: its strongest finding,
  // but where it contradicts a part of a compound claim, it contradicts the claim.
  core::Stance stance = core::Stance::touches;
  double strength = 0;  // of the finding that decided it, 0 to 1
  std::vector<QuotationView> quotations;
  std::vector<std::string> reasons;  // of findings about the source as a whole
  bool cited = false;                // by the justification
  std::vector<PictureView> pictures;
  std::vector<core::Repeat> repeats;  // sources that say the same, shown with this one
  // With which other items it is one source; items before and behind it.
  std::vector<core::SharedOrigin> shared_origins;
};

// One action that was performed.
struct SearchView {
  core::ToolResult result;
  std::string reason;                 // why the plan wanted it
  std::vector<std::string> evidence;  // IDs that it brought
  std::optional<double> seconds;
};

struct TurnView {
  int number = 0;
  std::optional<core::Plan> plan;
  std::vector<SearchView> searches;
  std::vector<core::Action> not_performed;  // planned, but the record holds no result
  std::size_t summaries = 0;                // sources that were read
  std::size_t irrelevant = 0;               // of these, with nothing about the claim
  std::optional<core::Development> development;
  Prose prose;  // of the development
  std::optional<core::Judgement> judgement;
};

struct StageTime {
  std::string stage;
  std::size_t steps = 0;
  double seconds = 0;  // of all steps together: steps that ran side by side count each
};

struct ReportView {
  core::Claim claim;
  bool complete = false;
  std::optional<core::Judgement> judgement;  // the last
  Prose key_findings;                        // of the judgement
  std::string justification;
  Prose justification_prose;
  // The verdict was given without any plan, search or evidence: what a baseline does.
  bool without_evidence = false;
  std::vector<EvidenceCard> evidence;
  std::vector<std::string> missing;  // of the last development
  std::vector<TurnView> turns;
  std::vector<std::string>
      limits;  // what kept from gathering more: budget, deadline, failed searches
  std::vector<std::string> warnings;                // all others
  std::size_t found = 0, excluded = 0, failed = 0;  // sources, sources, actions

  std::vector<std::string> models;  // specs of the models that took part, in order
  bool language_model = false;      // did any of them other than `embedded`?
  std::string model_statement;      // the same in a sentence; empty where nothing is known
  CallsView calls;

  std::string program, version, configuration;  // of the start entry; the last is JSON or empty
  std::optional<core::Timestamp> started, ended;
  double seconds = 0;
  std::vector<StageTime> stages;  // in the order of their first step

  const EvidenceCard* find(std::string_view id) const;
};

ReportView view(const core::Record& record, const ReportOptions& options = {});

}  // namespace assay::report
