#include "report/prose.h"

#include <algorithm>

#include "assay/core/text.h"
#include "report/citations.h"
#include "report/prose_builder.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_prose = 60'000;  // bytes, references as what they become
constexpr std::size_t size_of_reference = 60;

std::size_t size_of(const Span& span) {
  return span.text.size() + span.address.size() +
         (span.kind == Span::Kind::text ? 0 : size_of_reference);
}

bool same_look(const Span& a, const Span& b) {
  return a.emphasized == b.emphasized && a.strong == b.strong && a.code == b.code;
}

}  // namespace

std::size_t Prose::citations(std::string_view id) const {
  std::size_t count = 0;
  for (const auto& paragraph : paragraphs)
    count += static_cast<std::size_t>(std::ranges::count_if(paragraph.spans, [&](const Span& span) {
      return span.kind == Span::Kind::citation && span.text == id;
    }));
  return count;
}

void ProseBuilder::begin(Paragraph paragraph) {
  end();
  paragraph_ = std::move(paragraph);
}

void ProseBuilder::end() {
  if (!paragraph_.spans.empty()) prose_.paragraphs.push_back(std::move(paragraph_));
  paragraph_ = {};
}

void ProseBuilder::add(Span span) {
  size_ += size_of(span);
  if (prose_.cut || size_ > longest_prose) {
    prose_.cut = true;
    return;
  }
  auto& spans = paragraph_.spans;
  if (span.kind == Span::Kind::text && !spans.empty() && spans.back().kind == Span::Kind::text &&
      same_look(spans.back(), span))
    spans.back().text += span.text;
  else
    spans.push_back(std::move(span));
}

void ProseBuilder::add_text(std::string_view text, const Span& look) {
  for (const auto& part : split_citations(text, known_.evidence)) {
    if (!part.citation) {
      add_with_pictures(part.text, look);
      continue;
    }
    Span span = look;
    span.kind = Span::Kind::citation;
    span.text = part.text;
    add(std::move(span));
  }
}

void ProseBuilder::add_with_pictures(std::string_view text, const Span& look) {
  const core::MultimodalText parts(text);
  for (const auto& part : parts.parts()) {
    Span span = look;
    if (const auto* words = std::get_if<std::string>(&part)) {
      span.text = *words;
    } else {
      const auto reference = std::get<core::ImageRef>(part);
      span.text = core::to_string(reference);
      if (known_.picture(reference.number)) {
        span.kind = Span::Kind::picture;
        span.picture = reference.number;
      }
    }
    add(std::move(span));
  }
}

Prose ProseBuilder::take() {
  end();
  return std::move(prose_);
}

Prose read_plain(std::string_view text, const References& known) {
  ProseBuilder builder(known);
  while (!text.empty()) {
    const auto end = text.find("\n\n");
    builder.begin({});
    builder.add_text(text.substr(0, end), {});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
  }
  return builder.take();
}

}  // namespace assay::report
