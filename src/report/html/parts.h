#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "report/html.h"
#include "report/html/markup.h"
#include "report/html/pictures.h"

// The parts of a report's page, one function a section. Each writes where it is told and knows
// nothing of the others but the anchors.
namespace assay::report {

// Where each item of evidence is found on the page. An item that is only counted has no anchor.
class Anchors {
 public:
  explicit Anchors(const ReportView& view);
  // The fragment of the card at that place in the view, without `#`.
  const std::string& of(std::size_t card) const { return names_[card]; }
  // The fragment of the item with that ID; empty where it isn't shown.
  std::string_view of(std::string_view id) const;
  void hide(std::size_t card);

 private:
  std::vector<std::string> names_;
  std::map<std::string_view, std::size_t> cards_;
};

struct PageContext {
  const ReportView& view;
  std::size_t shown_parts;  // of the justification; the rest is too long for a page
  Anchors anchors;
  Pictures pictures;
};

// Fragment of the place in the justification that cites this item for the n-th time, from 1.
std::string citation_anchor(std::string_view evidence_anchor, std::size_t n);

// Links to items by their IDs, with commas between.
void write_references(Markup& out, const PageContext& page, const std::vector<std::string>& ids);
// `published 2001-02-03`, or the mark that no date is known.
void write_published(Markup& out, const core::Source& source);
// Title, address or document: what a source is called.
std::string name_of(const core::Source& source);
// Does a label say no more than the name of its verdict? An empty one doesn't.
bool is_same_word(std::string_view label, std::string_view verdict);
// `2026-11-30 14:23:50 UTC`.
std::string readable(const core::Timestamp& time);
// A model's or a stage's prose, as a paragraph in which [E1] leads to that item.
// Prose of the program that quotes others between “ and ”.
void write_quoting(Markup& out, std::string_view text, std::size_t limit);

void write_prose(Markup& out, const PageContext& page, std::string_view prose);
// An item of a list of facts; nothing where there is no value.
void write_fact(Markup& out, std::string_view name, std::string_view value);
// A language as an attribute may name it; empty where it is none.
std::string language_tag(std::string_view language);
// The language that a text is most probably in; empty where nothing is known.
std::string language_of(std::string_view text);

void write_verdict(Markup& out, const PageContext& page);
void write_contents(Markup& out, const PageContext& page);
void write_claim(Markup& out, PageContext& page);
void write_justification(Markup& out, const PageContext& page);
// One card on its own, as <li>.
void write_card(Markup& out, PageContext& page, std::size_t card);
// A line for an item there is no room to show in full.
void write_short_card(Markup& out, const PageContext& page, std::size_t card);
void write_missing(Markup& out, const PageContext& page);
void write_turns(Markup& out, const PageContext& page);
void write_searches(Markup& out, const PageContext& page);
void write_warnings(Markup& out, const PageContext& page);
void write_time(Markup& out, const PageContext& page);
void write_about(Markup& out, const PageContext& page);

}  // namespace assay::report
