#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "report/html/parts.h"

namespace assay::report {
namespace {

constexpr std::size_t most_pictures = 40;
constexpr std::size_t most_parts = 100;  // of a text with references to pictures

bool has_picture(const core::Claim& claim, int number) {
  const auto end = claim.images.begin() +
                   static_cast<std::ptrdiff_t>(std::min(claim.images.size(), most_pictures));
  return std::any_of(claim.images.begin(), end,
                     [&](const core::Image& image) { return image.number == number; });
}

// The claim's words; a reference to one of its pictures leads to it.
void write_text(Markup& out, const core::Claim& claim, std::string_view language) {
  const auto quote = out.open("blockquote", {{"class", "claim"}});
  const auto p = out.open("p", {{"dir", "auto"}, {"lang", language, !language.empty()}});
  std::size_t left = most_parts;
  for (const auto& part : claim.text.parts()) {
    if (left-- == 0) return out.words(" …");
    if (const auto* words = std::get_if<std::string>(&part)) {
      out.inline_text(*words, 6000 / std::min<std::size_t>(claim.text.parts().size(), 20));
      continue;
    }
    const int number = std::get<core::ImageRef>(part).number;
    const auto name = fmt::format("[picture {}]", number);
    const auto target = fmt::format("#picture-{}", number);
    if (has_picture(claim, number))
      out.element("a", {{"href", target}, {"lang", "en"}}, name);
    else
      out.element("span", {{"lang", "en"}}, name);
  }
}

void write_facts(Markup& out, const core::Claim& claim) {
  const auto list = out.open("ul", {{"class", "facts"}});
  write_fact(out, "Made by", claim.speaker.empty() ? "not known" : claim.speaker);
  write_fact(out, "Made on", claim.date ? claim.date->to_string() : "no date known");
  write_fact(out, "Place", claim.place);
  if (!claim.origin.empty()) {
    const auto li = out.open("li");
    out.element("span", {{"class", "name"}}, "Origin");
    out.words(" ");
    out.link(claim.origin, claim.origin);
  }
  if (claim.id != "claim") write_fact(out, "Claim", claim.id);  // a single one has no name
}

// Captions come from files and posts; the alternative text says what is seen, if anything does.
std::string alternative(const core::Image& image) {
  const auto& known = !image.alt.empty() ? image.alt : image.caption;
  const auto name = fmt::format("The claim’s picture {}", image.number);
  return known.empty() ? name : name + ": " + known;
}

void write_picture(Markup& out, PageContext& page, const core::Image& image) {
  const auto anchor = page.anchors.place_picture(image.number);
  const auto figure = out.open("figure", {{"id", anchor, !anchor.empty()}});
  page.pictures.write(out, image, alternative(image));
  const auto caption = out.open("figcaption");
  out.element("strong", {}, fmt::format("Picture {}", image.number));
  const auto part = [&](std::string_view words, std::string_view text) {
    if (text.empty()) return;
    out.words(words);
    out.isolated(text, {}, 600);
  };
  part(": ", image.caption);
  if (image.taken) out.words(" · taken " + image.taken->to_string() + ", says the camera");
  if (image.width > 0 && image.height > 0)
    out.words(fmt::format(" · {} × {} pixels", image.width, image.height));
  part(" · ", image.file);
  part(" · ", image.note);
}

void write_pictures(Markup& out, PageContext& page) {
  const auto& images = page.view.claim.images;
  if (images.empty()) return;
  const auto div = out.open("div", {{"class", "pictures"}});
  for (std::size_t i = 0; i < std::min(images.size(), most_pictures); ++i)
    write_picture(out, page, images[i]);
  if (images.size() > most_pictures)
    out.element("p", {}, fmt::format("And {} more pictures.", images.size() - most_pictures));
}

}  // namespace

void write_claim(Markup& out, PageContext& page) {
  const auto& claim = page.view.claim;
  const auto section = out.open("section", {{"id", "claim"}, {"aria-labelledby", "claim-title"}});
  out.element("h2", {{"id", "claim-title"}}, "The claim");
  const auto language = language_of(claim.text.plain());
  write_text(out, claim, language);
  write_facts(out, claim);
  write_pictures(out, page);
  if (claim.post.empty()) return;
  out.element("h3", {}, "The post that carried it");
  const auto quote = out.open("blockquote", {{"class", "post"}});
  out.paragraph(claim.post, language_of(claim.post));
}

void write_justification(Markup& out, const PageContext& page) {
  const auto section = out.open("section", {{"id", "why"}, {"aria-labelledby", "why-title"}});
  out.element("h2", {{"id", "why-title"}}, "Why");
  const auto div = out.open("div", {{"class", "prose"}});
  if (page.view.justification_prose.empty())
    return out.element("p", {}, "No justification was written.");
  write_prose(out, page, page.view.justification_prose, Citing::with_anchors);
}

}  // namespace assay::report
