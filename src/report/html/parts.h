#pragma once
#include <initializer_list>
#include <map>
#include <set>
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

  // The fragment of the picture's place on the page, which the first figure to ask for it is;
  // nothing where the picture has a place already, or no number.
  std::string place_picture(int number);
  // The fragment of the picture; empty where it isn't shown.
  std::string of_picture(int number) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string_view, std::size_t> cards_;
  std::set<int> pictures_;
};

struct PageContext {
  const ReportView& view;
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
// Text that quotes others between “ and ”, which keep their direction to themselves.
void write_quoting(Markup& out, std::string_view text, std::size_t limit);

enum class Citing { plain, with_anchors };
// Prose as paragraphs and lists in which references lead to the items and pictures of the page, and
// links to sources. `with_anchors`: each citation is a place that the item's card leads back to;
// for one prose of a page alone. `style` is the class of the paragraphs; may be empty.
void write_prose(Markup& out, const PageContext& page, const Prose& prose,
                 Citing citing = Citing::plain, std::string_view style = {});
// An item of a list of facts; nothing where there is no value.
void write_fact(Markup& out, std::string_view name, std::string_view value);
// A language as an attribute may name it; empty where it is none.
std::string language_tag(std::string_view language);
// The language that a text is most probably in; empty where nothing is known.
std::string language_of(std::string_view text);

// A notice that must not be overlooked.
void write_alert(Markup& out, std::string_view text);
// A row of names above a table.
void header_row(Markup& out, std::initializer_list<std::string_view> names);

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
// What the models did: a table, failures, and every call with its answer. Nothing where none was
// called.
void write_calls(Markup& out, const PageContext& page);
void write_time(Markup& out, const PageContext& page);
void write_about(Markup& out, const PageContext& page);

}  // namespace assay::report
