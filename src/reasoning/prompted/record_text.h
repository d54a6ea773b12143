#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "assay/core/label_space.h"
#include "assay/core/stage_results.h"

// The record as a model reads it: Markdown, with everything that others wrote fenced as data.
namespace assay::reasoning::prompted {

// What somebody else wrote, in a line of a prompt: one line, in quotation marks that it can't end.
std::string in_quotes(std::string_view text, std::size_t longest = 300);

// The claim's text, what is known of it, and its pictures by their references.
std::string claim_text(const core::Claim& claim);

// A line on a picture of a page: its reference and its caption.
std::string picture_text(const core::Image& image);

// What kind of site the source is of (reliable, satire, fact-check, …) and why; empty where nothing
// is known.
std::string site_text(const core::Source& source);

// A warning that the source's text addresses models, for the line of a prompt; empty where it
// doesn't.
std::string warning_text(const core::Source& source);

// What a fact-checker says of which claim; empty where the source is no listed fact-check.
std::string review_text(const core::Source& source);

// One item: its ID, source, takeaways, quoted sentences, and its pictures by their references; who
// else published it (of all `repeats` those of this item), and with which items it is one source.
std::string evidence_text(const core::Evidence& item, std::span<const core::Repeat> repeats = {});

// The items behind each other; a sentence that says so where there are none.
std::string evidence_list(std::span<const core::Evidence> evidence,
                          std::span<const core::Repeat> repeats = {});

// The actions that were performed, one a line; empty where there are none.
std::string actions_list(std::span<const core::Action> actions);

// `- missing: …` for each gap.
std::string list_of(std::span<const std::string> lines);

// Each label with its definition, one a line.
std::string options_text(const core::LabelSpace& labels);

// All pictures that the items show, and those of the claim.
std::vector<core::Image> pictures_of(const core::Claim& claim,
                                     std::span<const core::Evidence> evidence);

}  // namespace assay::reasoning::prompted
