#include <fmt/format.h>

#include <algorithm>

#include "report/html/icons.h"
#include "report/html/parts.h"
#include "report/source_words.h"
#include "report/words.h"

namespace assay::report {
namespace {

using core::Stance;

constexpr std::size_t most_quotations = 12;
constexpr std::size_t most_findings = 6;
constexpr std::size_t most_reasons = 8;
constexpr std::size_t most_pictures = 6;
constexpr std::size_t most_repeats = 12;
constexpr std::size_t most_warnings = 3;
constexpr std::size_t most_citations = 5;
constexpr std::size_t longest_quotation = 2000;  // code points

std::string joined(const std::vector<std::string>& texts) {
  std::string line;
  for (std::size_t i = 0; i < std::min(texts.size(), most_reasons); ++i)
    line += (line.empty() ? "" : "; ") + texts[i];
  return line;
}

std::string_view stance_class(Stance stance) { return core::to_string(stance); }

void write_stance(Markup& out, const EvidenceCard& card) {
  const auto span = out.open(
      "span", {{"class", std::string("stance ") + std::string(stance_class(card.stance))}});
  out.raw(icon(card.stance));
  out.words(capitalized(core::to_string(card.stance)) + " the claim");
}

// Links back to where the justification cites the item.
void write_citations(Markup& out, const PageContext& page, std::size_t index) {
  const auto& id = page.view.evidence[index].evidence.id;
  const std::size_t count = page.view.justification_prose.citations(id);
  if (count == 0 || page.anchors.of(id) != page.anchors.of(index)) return;
  const auto span = out.open("span", {{"class", "back"}});
  out.words("cited above ");
  for (std::size_t n = 1; n <= std::min(count, most_citations); ++n) {
    const auto target = "#" + citation_anchor(page.anchors.of(index), n);
    out.words(" ");
    out.element("a", {{"href", target}, {"aria-label", fmt::format("Back to citation {}", n)}},
                count == 1 ? std::string("↑") : fmt::format("↑{}", n));
  }
}

void write_source(Markup& out, const core::Source& source) {
  const auto p = out.open("p", {{"class", "source"}});
  if (!source.publisher.empty()) {
    out.isolated(source.publisher, {}, 200);
    out.words(" · ");
  }
  write_published(out, source);
  if (const auto kind = site_words(source); !kind.empty()) {
    out.words(" · ");
    out.isolated(kind, {}, 300);
  }
  if (const auto review = review_words(source); !review.empty()) {
    out.words(" · ");
    out.isolated(review, {}, 800);
  }
  if (source.url.empty()) return;
  const auto address = out.open("span", {{"class", "address"}});
  out.words(" · ");
  out.isolated(source.url, {}, 300);
}

void write_finding(Markup& out, const core::Finding& finding) {
  const auto li = out.open("li");
  out.raw(icon(finding.stance));
  out.words(capitalized(core::to_string(finding.stance)));
  if (finding.part) out.words(fmt::format(" part {} of the claim", *finding.part + 1));
  // How surely a sentence only touches the claim tells a reader nothing.
  if (finding.stance != Stance::touches)
    out.words(fmt::format(", strength {:.2f}", finding.strength));
  out.words(fmt::format(", coverage {:.2f}", finding.coverage));
  if (finding.reasons.empty()) return;
  out.words(": ");
  out.isolated(joined(finding.reasons), {}, 1000);
}

void write_standing(Markup& out, const QuotationView& view) {
  switch (view.standing) {
    case Standing::stands:
      return out.element("p", {{"class", "standing"}},
                         "Stands word for word in the kept text of the source.");
    case Standing::differs: {
      const auto p = out.open("p", {{"class", "alert"}});
      out.raw(warning_icon());
      return out.words(
          "This quotation was not found in the kept text of its source. Do not rely on it.");
    }
    case Standing::unknown:
      break;
  }
  out.element("p", {{"class", "standing"}},
              "Not compared with its source: the kept text was not at hand.");
}

void write_quotation(Markup& out, const QuotationView& view, std::string_view language) {
  {
    const auto quote = out.open("blockquote", {{"class", "quotation"}});
    const auto p = out.open("p", {{"dir", "auto"}, {"lang", language, !language.empty()}});
    out.inline_text(view.before, longest_quotation);
    {
      const auto mark = out.open("mark");
      out.text(view.quotation.text, longest_quotation);
    }
    out.inline_text(view.after, longest_quotation);
  }
  write_standing(out, view);
  if (view.findings.empty()) return;
  const auto list = out.open("ul", {{"class", "findings"}});
  for (std::size_t i = 0; i < std::min(view.findings.size(), most_findings); ++i)
    write_finding(out, view.findings[i]);
}

// The source's own language, else that of what is quoted from it.
std::string language_of(const EvidenceCard& card) {
  if (auto tag = language_tag(card.evidence.source.language); !tag.empty()) return tag;
  if (card.quotations.empty()) return "";
  return report::language_of(card.quotations.front().quotation.text);
}

std::vector<core::Region> regions(const core::PictureMatch& match, bool of_query) {
  std::vector<core::Region> result;
  for (const auto& difference : match.differences)
    result.push_back(of_query ? difference.in_query : difference.in_found);
  return result;
}

// What is known of a found picture from the page that shows it.
void write_caption(Markup& out, const core::Image& image, std::string_view title,
                   std::string_view language) {
  const auto caption = out.open("figcaption");
  out.element("strong", {}, title);
  const auto part = [&](std::string_view words, std::string_view text) {
    if (text.empty()) return;
    out.words(words);
    out.isolated(text, language, 600);
  };
  part(" — caption: ", image.caption);
  if (image.caption.empty()) part(" — the words around it: ", image.nearby);
  part(" — described there as: ", image.alt);
  if (image.taken) out.words(" — taken " + image.taken->to_string() + ", says the camera");
  if (!image.note.empty()) {
    out.words(" — ");
    out.isolated(image.note, {}, 300);
  }
}

void write_match(Markup& out, const core::PictureMatch& match) {
  const auto p = out.open("p", {{"class", "match"}});
  out.words("How it matched: ");
  const auto strong = out.open("strong");
  if (match.description.empty())
    out.words("the same picture");
  else
    out.isolated(match.description, {}, 200);
}

void write_shares(Markup& out, const core::PictureMatch& match) {
  std::string text = fmt::format(
      "Match score {}. The found picture holds {} of the area of the one searched for, which shows "
      "{} of the found one.",
      percent(match.score), percent(match.query_share), percent(match.found_share));
  if (!match.differences.empty())
    text += fmt::format(" Outlined in both: {} where they show different things.",
                        counted(match.differences.size(), "region"));
  else
    text += " No edited or added region was found.";
  out.element("p", {{"class", "standing"}}, text);
}

std::string alternative(const core::Image& image, std::string_view name) {
  const auto& known = !image.alt.empty() ? image.alt : image.caption;
  return known.empty() ? std::string(name) : std::string(name) + ": " + known;
}

bool of_claim(const PageContext& page, const core::Image& image) {
  const auto& images = page.view.claim.images;
  return std::any_of(images.begin(), images.end(),
                     [&](const core::Image& other) { return other.number == image.number; });
}

// The picture is shown with another item: what this page says of it is not.
void write_earlier(Markup& out, PageContext& page, const PictureView& picture,
                   std::string_view language) {
  {
    const auto target = "#" + std::string(page.anchors.of(picture.shown_with));
    const auto p = out.open("p", {{"class", "standing"}});
    out.words(fmt::format("Picture {} looks the same as that of ", picture.image.number));
    const auto link = out.open("a", {{"href", target}});
    out.words(picture.shown_with);
  }
  const auto place = page.anchors.place_picture(picture.image.number);
  const auto figure = out.open("figure", {{"id", place, !place.empty()}});
  write_caption(out, picture.image, fmt::format("Picture {}", picture.image.number), language);
}

// The found picture beside the one that was searched for.
void write_pair(Markup& out, PageContext& page, const PictureView& picture,
                std::string_view language) {
  const auto& match = *picture.match;
  write_match(out, match);
  if (!picture.shown_with.empty()) {
    write_earlier(out, page, picture, language);
    write_shares(out, match);
    return;
  }
  {
    const auto pair = out.open("div", {{"class", "pictures pair"}});
    const auto query = fmt::format(
        "{} {}", of_claim(page, *picture.query) ? "The claim’s picture" : "Picture searched for",
        picture.query->number);
    {
      const auto figure = out.open("figure");
      page.pictures.write(out, *picture.query, alternative(*picture.query, query),
                          regions(match, true));
      write_caption(out, *picture.query, query, {});
    }
    const auto found = fmt::format("Picture {}, found on this page", picture.image.number);
    const auto place = page.anchors.place_picture(picture.image.number);
    const auto figure = out.open("figure", {{"id", place, !place.empty()}});
    page.pictures.write(out, picture.image, alternative(picture.image, found),
                        regions(match, false));
    write_caption(out, picture.image, found, language);
  }
  write_shares(out, match);
}

void write_single(Markup& out, PageContext& page, const core::Image& image,
                  std::string_view language) {
  const auto pictures = out.open("div", {{"class", "pictures"}});
  const auto place = page.anchors.place_picture(image.number);
  const auto figure = out.open("figure", {{"id", place, !place.empty()}});
  const auto name = fmt::format("Picture {}, on this page", image.number);
  page.pictures.write(out, image, alternative(image, name));
  write_caption(out, image, name, language);
}

void write_pictures(Markup& out, PageContext& page, const EvidenceCard& card,
                    std::string_view language) {
  for (std::size_t i = 0; i < std::min(card.pictures.size(), most_pictures); ++i) {
    const auto& picture = card.pictures[i];
    if (picture.query && picture.match)
      write_pair(out, page, picture, language);
    else if (!picture.shown_with.empty())
      write_earlier(out, page, picture, language);
    else
      write_single(out, page, picture.image, language);
  }
  if (card.pictures.size() > most_pictures)
    out.element("p", {{"class", "standing"}},
                fmt::format("And {} more pictures.", card.pictures.size() - most_pictures));
}

void write_repeats(Markup& out, const std::vector<core::Repeat>& repeats) {
  if (repeats.empty()) return;
  out.element("h4", {}, "Also at");
  const auto list = out.open("ul", {{"class", "repeats"}});
  for (std::size_t i = 0; i < std::min(repeats.size(), most_repeats); ++i) {
    const auto li = out.open("li");
    const auto& source = repeats[i].source;
    out.link(name_of(source), source.url, language_tag(source.language));
    out.words(" · ");
    if (!source.publisher.empty()) {
      out.isolated(source.publisher, {}, 200);
      out.words(" · ");
    }
    write_published(out, source);
    if (repeats[i].reason.empty()) continue;
    out.words(" · ");
    out.isolated(repeats[i].reason, {}, 300);
  }
  if (repeats.size() > most_repeats)
    out.element("li", {}, fmt::format("and {} more", repeats.size() - most_repeats));
}

void write_warnings(Markup& out, const core::Source& source, std::string_view language) {
  for (std::size_t i = 0; i < std::min(source.suspicious.size(), most_warnings); ++i) {
    const auto& passage = source.suspicious[i];
    const auto warning = out.open("p", {{"class", "standing warning"}});
    out.text(warning_words(passage) + ": ", 300);
    out.isolated("“" + passage.text + "”", language, 400);
  }
  if (source.suspicious.size() > most_warnings)
    out.element(
        "p", {{"class", "standing"}},
        fmt::format("And {} more such passages.", source.suspicious.size() - most_warnings));
}

// For whoever wants to look it up.
void write_origin(Markup& out, const EvidenceCard& card) {
  const auto& source = card.evidence.source;
  const auto details = out.open("details", {{"class", "origin"}});
  out.element("summary", {}, "Where this is kept");
  const auto list = out.open("ul", {{"class", "facts"}});
  write_fact(out, "Found in turn", std::to_string(card.evidence.turn));
  if (source.retrieved) write_fact(out, "Retrieved", readable(*source.retrieved));
  write_fact(out, "Document", source.document);
  write_fact(out, "Language", source.language);
  write_fact(out, "Read by", source.extractor);
  write_fact(out, "Kept text", source.text_blob);
  write_fact(out, "Kept bytes", source.bytes_blob);
}

}  // namespace

void write_card(Markup& out, PageContext& page, std::size_t index) {
  const auto& card = page.view.evidence[index];
  const auto& source = card.evidence.source;
  const auto language = language_of(card);
  const auto& anchor = page.anchors.of(index);
  const auto li =
      out.open("li", {{"id", anchor}, {"class", "card " + std::string(stance_class(card.stance))}});
  {
    const auto top = out.open("p", {{"class", "card-top"}});
    {
      const auto id = out.open("span", {{"class", "id"}});
      out.text(card.evidence.id, 40);
    }
    write_stance(out, card);
    if (card.stance != Stance::touches)
      out.element("span", {{"class", "strength"}}, fmt::format("strength {:.2f}", card.strength));
    write_citations(out, page, index);
  }
  {
    const auto h3 = out.open("h3");
    out.link(name_of(source), source.url, language);
  }
  write_source(out, source);
  for (const auto& origin : card.shared_origins)
    out.paragraph(origin_words(origin), {}, "standing", 1'000);
  write_warnings(out, source, language);
  write_pictures(out, page, card, language);
  for (std::size_t i = 0; i < std::min(card.quotations.size(), most_quotations); ++i)
    write_quotation(out, card.quotations[i], language);
  if (card.quotations.size() > most_quotations)
    out.element("p", {{"class", "standing"}},
                fmt::format("And {} more quotations.", card.quotations.size() - most_quotations));
  if (!card.evidence.takeaways.empty())
    out.paragraph(card.evidence.takeaways, {}, "takeaways", 2000);
  if (!card.reasons.empty())
    out.paragraph("Reasons: " + joined(card.reasons), {}, "takeaways", 2000);
  write_repeats(out, card.repeats);
  write_origin(out, card);
}

void write_short_card(Markup& out, const PageContext& page, std::size_t index) {
  const auto& card = page.view.evidence[index];
  const auto li = out.open("li", {{"id", page.anchors.of(index)}, {"class", "short"}});
  out.text(card.evidence.id, 40);
  out.words(" ");
  write_stance(out, card);
  out.words(" ");
  out.isolated(name_of(card.evidence.source), language_tag(card.evidence.source.language), 120);
}

void write_missing(Markup& out, const PageContext& page) {
  const auto& missing = page.view.missing;
  if (missing.empty()) return;
  const auto section =
      out.open("section", {{"id", "missing"}, {"aria-labelledby", "missing-title"}});
  out.element("h2", {{"id", "missing-title"}}, "What is missing");
  const auto list = out.open("ul");
  for (std::size_t i = 0; i < std::min<std::size_t>(missing.size(), 40); ++i) {
    const auto li = out.open("li", {{"dir", "auto"}});
    out.text(missing[i], 600);
  }
}

void write_warnings(Markup& out, const PageContext& page) {
  const auto& warnings = page.view.warnings;
  if (warnings.empty()) return;
  const auto section =
      out.open("section", {{"id", "warnings"}, {"aria-labelledby", "warnings-title"}});
  out.element("h2", {{"id", "warnings-title"}}, "Warnings");
  const auto list = out.open("ul");
  for (std::size_t i = 0; i < std::min<std::size_t>(warnings.size(), 40); ++i) {
    const auto li = out.open("li", {{"dir", "auto"}});
    out.text(warnings[i], 600);
  }
  if (warnings.size() > 40)
    out.element("li", {}, fmt::format("and {} more; the record lists them", warnings.size() - 40));
}

}  // namespace assay::report
