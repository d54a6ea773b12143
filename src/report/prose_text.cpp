#include "report/prose_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/markdown_escape.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_span = 60'000;

// `E12`: the heading `### E12` is reached by `#e12`.
bool is_plain_id(std::string_view id) {
  return id.size() > 1 && id.size() < 12 && id[0] == 'E' &&
         std::all_of(id.begin() + 1, id.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool shows(const std::vector<PictureView>& pictures, int number) {
  return std::ranges::any_of(
      pictures, [&](const PictureView& picture) { return picture.image.number == number; });
}

std::string picture_words(int number, const ReportView& view) {
  const auto name = fmt::format("picture {}", number);
  if (std::ranges::any_of(view.claim.images, [&](const auto& i) { return i.number == number; }))
    return name + " (the claim’s)";
  for (const auto& card : view.evidence)
    if (shows(card.pictures, number)) return name + " (of " + card.evidence.id + ")";
  return name;
}

bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// What `make` makes of the text, with the white space at its ends kept as one space.
template <class Make>
std::string spaced(std::string_view text, Make make) {
  const std::string inside = make(text);
  if (inside.empty()) return text.empty() ? "" : " ";
  return (is_white(text.front()) ? " " : "") + inside + (is_white(text.back()) ? " " : "");
}

std::string escaped(std::string_view text) { return markdown_text(text, longest_span); }

// Markdown's own marks around the text, which must touch it to be read as marks.
std::string marked(const Span& span) {
  const std::string mark = span.strong ? "**" : span.emphasized ? "*" : "";
  return spaced(span.text, [&](std::string_view text) {
    const auto inside = escaped(text);
    return inside.empty() ? inside : mark + inside + mark;
  });
}

// A link behind an exclamation mark would be a picture.
void append_link(std::string& line, const std::string& link) {
  if (line.ends_with('!')) line.insert(line.size() - 1, 1, '\\');
  line += link;
}

std::string markdown_line(const Paragraph& paragraph, const ReportView& view) {
  std::string line;
  bool cited = false;  // the span before was a citation: neighbours need a space between
  for (const auto& span : paragraph.spans) {
    switch (span.kind) {
      case Span::Kind::citation:
        append_link(line, (cited ? " " : "") + markdown_reference(span.text));
        break;
      case Span::Kind::picture:
        line += escaped(picture_words(span.picture, view));
        break;
      case Span::Kind::link:
        append_link(line, markdown_link(span.text, span.address));
        break;
      case Span::Kind::text:
        line += marked(span);
    }
    cited = span.kind == Span::Kind::citation;
  }
  return line;
}

std::string text_line(const Paragraph& paragraph, const ReportView& view) {
  const auto plain = [](std::string_view text) { return one_line(text, longest_span); };
  std::string line;
  for (const auto& span : paragraph.spans) {
    if (span.kind == Span::Kind::citation)
      line += (line.ends_with(']') ? " [" : "[") + plain(span.text) + "]";
    else if (span.kind == Span::Kind::picture)
      line += plain(picture_words(span.picture, view));
    else
      line += spaced(span.text, plain);
    if (span.kind == Span::Kind::link) line += " (" + plain(span.address) + ")";
  }
  return line;
}

// What stands before a paragraph.
std::string opening(const Paragraph& paragraph) {
  if (!paragraph.item) return "";
  return paragraph.number > 0 ? fmt::format("{}. ", paragraph.number) : "- ";
}

template <class Line>
std::string joined(const Prose& prose, std::string_view between, Line line) {
  std::string text;
  for (std::size_t i = 0; i < prose.paragraphs.size(); ++i) {
    const auto& paragraph = prose.paragraphs[i];
    const bool list = i > 0 && paragraph.item && prose.paragraphs[i - 1].item;
    if (i > 0) text += list && between.starts_with('\n') ? "\n" : between;
    text += line(paragraph);
  }
  if (prose.cut) text += std::string(between) + "… The record holds the rest.";
  return text;
}

}  // namespace

std::string markdown_reference(std::string_view id) {
  if (!is_plain_id(id)) return markdown_text(id);
  return fmt::format("[{}](#e{})", id, id.substr(1));
}

std::string prose_as_markdown(const Prose& prose, const ReportView& view) {
  return joined(prose, "\n\n", [&](const Paragraph& paragraph) {
    return opening(paragraph) + markdown_line(paragraph, view);
  });
}

std::string prose_as_markdown_line(const Prose& prose, const ReportView& view) {
  return joined(prose, " ",
                [&](const Paragraph& paragraph) { return markdown_line(paragraph, view); });
}

std::string prose_as_text(const Prose& prose, const ReportView& view) {
  return joined(prose, "\n\n", [&](const Paragraph& paragraph) {
    return opening(paragraph) + text_line(paragraph, view);
  });
}

}  // namespace assay::report
