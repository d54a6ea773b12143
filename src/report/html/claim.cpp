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
  write_fact(out, "Claim", claim.id);
}

// Captions come from files and posts; the alternative text says what is seen, if anything does.
std::string alternative(const core::Image& image) {
  const auto& known = !image.alt.empty() ? image.alt : image.caption;
  const auto name = fmt::format("The claim’s picture {}", image.number);
  return known.empty() ? name : name + ": " + known;
}

void write_picture(Markup& out, PageContext& page, const core::Image& image, bool anchored) {
  const auto anchor = fmt::format("picture-{}", image.number);
  const auto figure = out.open("figure", {{"id", anchor, anchored}});
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
  for (std::size_t i = 0; i < std::min(images.size(), most_pictures); ++i) {
    const auto before = images.begin() + static_cast<std::ptrdiff_t>(i);
    const bool first = std::none_of(images.begin(), before, [&](const core::Image& image) {
      return image.number == images[i].number;
    });
    write_picture(out, page, images[i], first);
  }
  if (images.size() > most_pictures)
    out.element("p", {}, fmt::format("And {} more pictures.", images.size() - most_pictures));
}

// The justification as paragraphs: an empty line in it begins another.
class Paragraphs {
 public:
  Paragraphs(Markup& out, const PageContext& page) : out_(out), page_(page) {}

  void run() {
    std::vector<std::vector<JustificationPart>> paragraphs(1);
    const auto& parts = page_.view.justification_parts;
    for (std::size_t i = 0; i < page_.shown_parts; ++i) split(parts[i], paragraphs);
    for (const auto& paragraph : paragraphs)
      if (!paragraph.empty()) write(paragraph);
    if (page_.shown_parts < parts.size()) out_.element("p", {}, "… The record holds the rest.");
  }

 private:
  static void split(const JustificationPart& part,
                    std::vector<std::vector<JustificationPart>>& paragraphs) {
    std::string_view text = part.text;
    while (!part.citation) {
      const auto end = text.find("\n\n");
      if (end == std::string_view::npos) break;
      if (end > 0) paragraphs.back().push_back({std::string(text.substr(0, end)), false});
      paragraphs.emplace_back();
      text.remove_prefix(end + 2);
    }
    if (!text.empty()) paragraphs.back().push_back({std::string(text), part.citation});
  }

  void write(const std::vector<JustificationPart>& paragraph) {
    const auto p = out_.open("p", {{"dir", "auto"}});
    for (const auto& part : paragraph) {
      if (part.citation)
        cite(part.text);
      else
        write_quoting(out_, part.text, 20'000);
    }
  }

  void cite(const std::string& id) {
    const auto anchor = page_.anchors.of(id);
    if (anchor.empty()) {
      out_.words("[");
      out_.isolated(id, {}, 40);
      return out_.words("]");
    }
    const auto place = citation_anchor(anchor, ++cited_[id]);
    const auto a =
        out_.open("a", {{"class", "cite"}, {"id", place}, {"href", "#" + std::string(anchor)}});
    out_.text(id, 40);
  }

  Markup& out_;
  const PageContext& page_;
  std::map<std::string, std::size_t> cited_;
};

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
  if (page.view.justification_parts.empty())
    return out.element("p", {}, "No justification was written.");
  Paragraphs(out, page).run();
}

}  // namespace assay::report
