#include "web/sites/telling_title.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "language/characters.h"
#include "language/fold.h"
#include "language/utf8.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_title = 1000;
constexpr double about = 0.5;     // of the shorter of title and claim
constexpr double most_of = 0.66;  // the same, where the words themselves say less

// A folded word of a title, and what stands around it.
struct TitleWord {
  std::string text;
  std::size_t begin = 0;      // in the folded title
  bool apart_before = false;  // a mark, or the start
  bool apart_after = false;   // a mark, or the end
  bool comma_after = false;
  bool hyphen_after = false;  // that joins it to the next
};

bool is_comma(char32_t point) { return point == U',' || point == U'，' || point == U'،'; }

// Quotation marks and apostrophes stand around words without setting them apart.
bool is_mark(char32_t point) {
  constexpr std::u32string_view marks =
      U":|–—―-?!.[](){}<>»«›‹•·/\\：｜？！。【】［］（）「」『』؟।;~*";
  return marks.find(point) != marks.npos;
}

class Title {
 public:
  explicit Title(std::string_view title) : text_(language::fold(title.substr(0, longest_title))) {
    for (std::size_t at = 0; at < text_.size();) read(at);
    close();
    if (!words_.empty()) words_.back().apart_after = true;
  }

  const std::vector<TitleWord>& words() const { return words_; }
  bool is_question() const { return question_; }
  std::string_view behind(std::size_t word) const {
    return word < words_.size() ? std::string_view(text_).substr(words_[word].begin)
                                : std::string_view{};
  }

 private:
  void read(std::size_t& at) {
    const auto start = at;
    const auto point = language::decode(text_, at);
    using Class = language::CharacterClass;
    const auto kind = language::character_class(point);
    if (kind == Class::ignorable) return;
    if (kind == Class::other || kind == Class::apostrophe || kind == Class::hyphen)
      return between(point, start, kind == Class::hyphen);
    if (word_.empty()) begin_ = start;
    language::append(word_, point);
  }

  // A hyphen joins two words unless a space is beside it.
  void between(char32_t point, std::size_t at, bool hyphen) {
    close();
    if (point == U'?' || point == U'？' || point == U'؟') question_ = true;
    if (hyphen) {
      const bool spaced =
          (at > 0 && text_[at - 1] == ' ') || at + 1 >= text_.size() || text_[at + 1] == ' ';
      if (!spaced) {
        if (!words_.empty()) words_.back().hyphen_after = true;
        return;
      }
    } else if (is_comma(point)) {
      if (!words_.empty()) words_.back().comma_after = true;
      return;
    } else if (!is_mark(point)) {
      return;
    }
    if (!words_.empty()) words_.back().apart_after = true;
    apart_ = true;
  }

  void close() {
    if (word_.empty()) return;
    words_.push_back({std::exchange(word_, {}), begin_, std::exchange(apart_, false)});
  }

  std::string text_;
  std::string word_;
  std::size_t begin_ = 0;
  bool apart_ = true;
  bool question_ = false;
  std::vector<TitleWord> words_;
};

enum class Where { nowhere, inside, at_start, apart };

// Where a marker stands in the title, the most telling place.
Where find(const Title& title, const std::vector<std::string>& marker) {
  const auto& words = title.words();
  Where best = Where::nowhere;
  for (std::size_t i = 0; i + marker.size() <= words.size(); ++i) {
    bool same = true;
    for (std::size_t j = 0; same && j < marker.size(); ++j) same = words[i + j].text == marker[j];
    if (!same) continue;
    const bool before = words[i].apart_before || (i == 1 && words[0].apart_before);
    const auto& last = words[i + marker.size() - 1];
    // `Fact Check-Video shows …` is how Reuters writes it.
    const bool after = last.apart_after || (i == 0 && marker.size() > 1 && last.hyphen_after);
    const auto here = before && after ? Where::apart : i == 0 ? Where::at_start : Where::inside;
    best = std::max(best, here);
  }
  return best;
}

std::string said(const ListEntry& marker, std::string_view more) {
  return "its title says that it is a fact-check" + std::string(more) + ": '" + marker.what +
         "' (" + marker.origin + ")";
}

class Judge {
 public:
  Judge(const SiteLists& lists, std::string_view title, const ClaimOverlap* claim, bool slug)
      : lists_(lists),
        title_(title),
        claim_(claim),
        overlap_(claim == nullptr ? 0 : claim->of(title)),
        slug_(slug) {}

  std::optional<std::string> judge() const {
    const bool on_claim = overlap_ >= about;
    for (const auto* marker : lists_.words(ListKind::title)) {
      const auto where = find(title_, marker->parts);
      if (where == Where::apart && !slug_) return said(*marker, "");
      if (where >= Where::at_start && on_claim) return said(*marker, " of this claim");
    }
    if (!on_claim) return std::nullopt;
    return with_claim();
  }

 private:
  std::optional<std::string> with_claim() const {
    constexpr std::string_view of_this = " of this claim";
    for (const auto* marker : usable(ListKind::title_claim))
      if (const auto where = find(title_, marker->parts);
          where == Where::apart || (slug_ && where == Where::at_start))
        return said(*marker, of_this);
    if (overlap_ < most_of) return std::nullopt;
    for (const auto* marker : usable(ListKind::title_inside))
      if (find(title_, marker->parts) != Where::nowhere) return said(*marker, of_this);
    for (const auto* marker : usable(ListKind::title_answer))
      if (is_answer(*marker)) return said(*marker, of_this);
    if (!title_.is_question()) return std::nullopt;
    for (const auto* marker : usable(ListKind::title_question))
      if (find(title_, marker->parts) != Where::nowhere) return said(*marker, of_this);
    return std::nullopt;
  }

  // What the claim says itself tells nothing.
  std::vector<const ListEntry*> usable(ListKind kind) const {
    auto markers = lists_.words(kind);
    std::erase_if(markers, [&](const auto* marker) { return claim_->says(marker->parts); });
    return markers;
  }

  bool is_answer(const ListEntry& marker) const {
    const auto& words = title_.words();
    const auto size = marker.parts.size();
    if (words.size() <= size) return false;
    for (std::size_t i = 0; i < size; ++i)
      if (words[i].text != marker.parts[i]) return false;
    if (!words[size - 1].comma_after && !slug_) return false;
    return claim_->of(title_.behind(size)) >= most_of;
  }

  const SiteLists& lists_;
  Title title_;
  const ClaimOverlap* claim_;
  double overlap_;
  bool slug_;
};

}  // namespace

std::optional<std::string> telling_title(const SiteLists& lists, std::string_view title,
                                         const ClaimOverlap* claim) {
  return Judge(lists, title, claim, false).judge();
}

std::optional<std::string> telling_slug(const SiteLists& lists, std::string_view slug,
                                        const ClaimOverlap& claim) {
  return Judge(lists, slug, &claim, true).judge();
}

}  // namespace assay::web
