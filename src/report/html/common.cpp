#include <algorithm>
#include <cctype>

#include "language/detect.h"
#include "report/display_text.h"
#include "report/html/icons.h"
#include "report/html/parts.h"

namespace assay::report {
namespace {

constexpr std::size_t most_references = 40;

// IDs that may stand in a link as they are; others come from no program of ours.
bool is_plain_id(std::string_view id) {
  return id.size() > 1 && id.size() < 12 && id[0] == 'E' &&
         std::all_of(id.begin() + 1, id.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Anchors::Anchors(const ReportView& view) {
  for (std::size_t i = 0; i < view.evidence.size(); ++i) {
    const std::string_view id = view.evidence[i].evidence.id;
    const bool first = cards_.emplace(id, i).second;
    names_.push_back(first && is_plain_id(id) ? std::string(id) : "item-" + std::to_string(i + 1));
  }
}

std::string_view Anchors::of(std::string_view id) const {
  const auto card = cards_.find(id);
  return card == cards_.end() ? std::string_view() : std::string_view(names_[card->second]);
}

void Anchors::hide(std::size_t card) { names_[card].clear(); }

std::string Anchors::place_picture(int number) {
  if (number <= 0 || !pictures_.insert(number).second) return "";
  return of_picture(number);
}

std::string Anchors::of_picture(int number) const {
  return pictures_.contains(number) ? "picture-" + std::to_string(number) : "";
}

std::string citation_anchor(std::string_view evidence_anchor, std::size_t n) {
  return "cites-" + std::string(evidence_anchor) + "-" + std::to_string(n);
}

void write_references(Markup& out, const PageContext& page, const std::vector<std::string>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i == most_references) return out.words(" and " + std::to_string(ids.size() - i) + " more");
    if (i > 0) out.words(", ");
    const auto anchor = page.anchors.of(ids[i]);
    if (anchor.empty()) {
      out.isolated(ids[i], {}, 40);
      continue;
    }
    const auto a = out.open("a", {{"href", "#" + std::string(anchor)}});
    out.text(ids[i], 40);
  }
}

void write_published(Markup& out, const core::Source& source) {
  if (!source.published) return out.element("span", {{"class", "undated"}}, "no date known");
  out.words("published ");
  out.element("time", {}, source.published->to_string());
}

std::string name_of(const core::Source& source) {
  if (!source.title.empty()) return source.title;
  if (!source.url.empty()) return source.url;
  return source.document.empty() ? "a source without a title" : source.document;
}

bool is_same_word(std::string_view label, std::string_view verdict) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return label.empty() ||
         std::equal(
             label.begin(), label.end(), verdict.begin(), verdict.end(), [&](char a, char b) {
               return lower(static_cast<unsigned char>(a)) == lower(static_cast<unsigned char>(b));
             });
}

std::string readable(const core::Timestamp& time) {
  auto text = time.to_string();
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text.substr(0, text.find_first_of(".Z")) + " UTC";
}

// What stands in quotation marks is others' words: it keeps its direction to itself.
void write_quoting(Markup& out, std::string_view text, std::size_t limit) {
  constexpr std::string_view opening = "\u201C";
  constexpr std::string_view closing = "\u201D";
  while (!text.empty()) {
    const auto begin = text.find(opening);
    const auto end = begin == text.npos ? text.npos : text.find(closing, begin);
    if (end == text.npos || !has_right_to_left(text.substr(begin, end - begin))) {
      const auto until = end == text.npos ? text.size() : end + closing.size();
      out.inline_text(text.substr(0, until), limit);
      text.remove_prefix(until);
      continue;
    }
    out.inline_text(text.substr(0, begin + opening.size()), limit);
    out.isolated(text.substr(begin + opening.size(), end - begin - opening.size()), {}, limit);
    out.words(closing);
    text.remove_prefix(end + closing.size());
  }
}

void write_alert(Markup& out, std::string_view text) {
  const auto p = out.open("p", {{"class", "alert"}});
  out.raw(warning_icon());
  const auto span = out.open("span", {{"dir", "auto"}});
  out.text(text, 600);
}

void header_row(Markup& out, std::initializer_list<std::string_view> names) {
  const auto head = out.open("thead");
  const auto tr = out.open("tr");
  for (const auto name : names) out.element("th", {{"scope", "col"}}, name);
}

void write_fact(Markup& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  const auto li = out.open("li");
  out.element("span", {{"class", "name"}}, name);
  out.words(" ");
  out.isolated(value, {}, 600);
}

std::string language_tag(std::string_view language) {
  if (language.size() < 2 || language.size() > 3) return "";
  std::string tag;
  for (const char c : language) {
    if (!std::isalpha(static_cast<unsigned char>(c))) return "";
    tag += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return tag;
}

std::string language_of(std::string_view text) {
  return language_tag(language::detect(text).language);
}

}  // namespace assay::report
