#include <fmt/format.h>

#include <algorithm>

#include "report/html/parts.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_span = 20'000;  // code points

class ProseWriter {
 public:
  ProseWriter(Markup& out, const PageContext& page, Citing citing, std::string_view style)
      : out_(out), page_(page), citing_(citing), style_(style) {}

  void run(const Prose& prose) {
    const auto& paragraphs = prose.paragraphs;
    for (std::size_t i = 0; i < paragraphs.size();) {
      std::size_t end = i;
      while (end < paragraphs.size() && paragraphs[end].item) ++end;
      if (end > i)
        list({paragraphs.begin() + static_cast<std::ptrdiff_t>(i),
              paragraphs.begin() + static_cast<std::ptrdiff_t>(end)});
      else
        paragraph(paragraphs[end++]);
      i = end;
    }
    if (prose.cut) out_.element("p", {}, "… The record holds the rest.");
  }

 private:
  void paragraph(const Paragraph& paragraph) {
    const auto p = out_.open("p", {{"class", style_, !style_.empty()}, {"dir", "auto"}});
    spans(paragraph);
  }

  void list(const std::vector<Paragraph>& items) {
    const auto ul = out_.open("ul", {{"class", style_, !style_.empty()}});
    for (const auto& item : items) {
      const auto li = out_.open("li", {{"dir", "auto"}});
      if (item.number > 0) out_.words(fmt::format("{}. ", item.number));
      spans(item);
    }
  }

  void spans(const Paragraph& paragraph) {
    for (const auto& span : paragraph.spans) this->span(span);
  }

  void span(const Span& span) {
    if (span.strong) return inside("strong", span, &Span::strong);
    if (span.emphasized) return inside("em", span, &Span::emphasized);
    if (span.code) return inside("code", span, &Span::code);
    switch (span.kind) {
      case Span::Kind::citation:
        cite(span.text);
        break;
      case Span::Kind::picture:
        picture(span.picture);
        break;
      case Span::Kind::link:
        out_.link(span.text, span.address);
        break;
      case Span::Kind::text:
        write_quoting(out_, span.text, longest_span);
    }
  }

  void inside(std::string_view tag, Span span, bool Span::* look) {
    const auto element = out_.open(tag);
    span.*look = false;
    this->span(span);
  }

  void cite(const std::string& id) {
    const auto anchor = page_.anchors.of(id);
    if (anchor.empty()) {
      out_.words("[");
      out_.isolated(id, {}, 40);
      return out_.words("]");
    }
    const bool anchored = citing_ == Citing::with_anchors;
    const auto place = anchored ? citation_anchor(anchor, ++cited_[id]) : std::string();
    const auto a = out_.open(
        "a", {{"class", "cite"}, {"id", place, anchored}, {"href", "#" + std::string(anchor)}});
    out_.text(id, 40);
  }

  void picture(int number) {
    const auto name = fmt::format("picture {}", number);
    const auto anchor = page_.anchors.of_picture(number);
    if (anchor.empty()) return out_.words(name);
    out_.element("a", {{"href", "#" + anchor}}, name);
  }

  Markup& out_;
  const PageContext& page_;
  Citing citing_;
  std::string_view style_;
  std::map<std::string, std::size_t> cited_;
};

}  // namespace

void write_prose(Markup& out, const PageContext& page, const Prose& prose, Citing citing,
                 std::string_view style) {
  ProseWriter(out, page, citing, style).run(prose);
}

}  // namespace assay::report
