#include "eval/text/meteor.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include "eval/text/porter.h"
#include "eval/text/word_tokens.h"
#include "language/fold.h"

namespace assay::eval {
namespace {

constexpr double alpha = 0.9;
constexpr double beta = 3;
constexpr double gamma = 0.5;
constexpr std::uint32_t unmatched = static_cast<std::uint32_t>(-1);

// Runs of matched tokens that stand beside each other in both texts. `matches` holds for each token
// of the one its place in the other, and holds at least one.
std::size_t count_chunks(std::span<const std::uint32_t> matches) {
  std::size_t chunks = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i] == unmatched) continue;
    const bool goes_on = i > 0 && matches[i - 1] != unmatched && matches[i - 1] + 1 == matches[i];
    chunks += goes_on ? 0 : 1;
  }
  return chunks;
}

}  // namespace

MeteorText::Places MeteorText::places_of(std::span<const std::uint32_t> list) {
  Places made;
  made.places.resize(list.size());
  std::iota(made.places.begin(), made.places.end(), 0);
  std::ranges::sort(made.places, {}, [&](std::uint32_t i) { return std::pair(list[i], i); });
  for (std::uint32_t i = 0; i < made.places.size(); ++i) {
    const auto number = list[made.places[i]];
    if (!made.numbers.empty() && made.numbers.back() == number) continue;
    made.numbers.push_back(number);
    made.begins.push_back(i);
  }
  made.begins.push_back(static_cast<std::uint32_t>(list.size()));
  return made;
}

// What is matched so far. A token of the text gets the last one of the reference that is free and
// that the stage allows.
struct Meteor::Alignment {
  // The free places of a stage: of each number the last.
  class Free {
   public:
    Free(const MeteorText::Places& places, const std::vector<bool>& taken)
        : places_(places), taken_(taken), ends_(places.begins.begin() + 1, places.begins.end()) {}

    std::optional<std::uint32_t> last(std::uint32_t number) {
      const auto found = std::ranges::lower_bound(places_.numbers, number);
      if (found == places_.numbers.end() || *found != number) return std::nullopt;
      const auto i = static_cast<std::size_t>(found - places_.numbers.begin());
      auto& end = ends_[i];
      while (end > places_.begins[i] && taken_[places_.places[end - 1]]) --end;
      if (end == places_.begins[i]) return std::nullopt;
      return places_.places[end - 1];
    }

   private:
    const MeteorText::Places& places_;
    const std::vector<bool>& taken_;
    std::vector<std::uint32_t> ends_;
  };

  Alignment(const MeteorText& reference, const MeteorText& hypothesis)
      : matches(hypothesis.size(), unmatched), taken(reference.size(), false) {}

  // `find` names the reference's token for the one at this place.
  template <class Find>
  void stage(const Find& find) {
    for (auto i = matches.size(); i-- > 0;) {
      if (matches[i] != unmatched) continue;
      const std::optional<std::uint32_t> found = find(i);
      if (!found) continue;
      matches[i] = *found;
      taken[*found] = true;
      ++count;
    }
  }

  std::vector<std::uint32_t> matches;
  std::vector<bool> taken;
  std::size_t count = 0;
};

std::uint32_t Meteor::number_of(std::string_view text) {
  if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(numbers_.size());
  numbers_.emplace(text, number);
  synonyms_.emplace_back();
  has_synonyms_.push_back(false);
  return number;
}

void Meteor::find_synonyms(std::uint32_t stem, const std::string& text) {
  if (has_synonyms_[stem]) return;
  has_synonyms_[stem] = true;
  std::vector<std::uint32_t> found;
  for (const auto& name : wordnet_.synonyms(text)) found.push_back(number_of(name));
  std::erase(found, stem);  // equal stems were matched before
  synonyms_[stem] = std::move(found);
}

Meteor::Word Meteor::word(const std::string& token) {
  if (const auto found = words_.find(token); found != words_.end()) return found->second;
  const auto lower = language::lower_case(token);
  const auto stem = porter_stem(lower);
  const Word made{number_of(lower), number_of(stem)};
  find_synonyms(made.stem, stem);
  words_.emplace(token, made);
  return made;
}

MeteorText Meteor::prepare(std::span<const std::string> tokens) {
  MeteorText text;
  for (const auto& token : tokens) {
    const auto numbers = word(token);
    text.words_.push_back(numbers.lower);
    text.stems_.push_back(numbers.stem);
  }
  text.word_places_ = MeteorText::places_of(text.words_);
  text.stem_places_ = MeteorText::places_of(text.stems_);
  return text;
}

MeteorText Meteor::prepare(std::string_view text) { return prepare(word_tokens(text)); }

double Meteor::score(const MeteorText& reference, const MeteorText& hypothesis) const {
  Alignment alignment(reference, hypothesis);
  Alignment::Free words(reference.word_places_, alignment.taken);
  alignment.stage([&](std::size_t i) { return words.last(hypothesis.words_[i]); });
  Alignment::Free stems(reference.stem_places_, alignment.taken);
  alignment.stage([&](std::size_t i) { return stems.last(hypothesis.stems_[i]); });
  alignment.stage([&](std::size_t i) {
    std::optional<std::uint32_t> best;
    for (const auto synonym : synonyms_[hypothesis.stems_[i]])
      best = std::max(best, stems.last(synonym));
    return best;
  });
  if (alignment.count == 0) return 0;
  const auto matched = static_cast<double>(alignment.count);
  const double precision = matched / static_cast<double>(hypothesis.size());
  const double recall = matched / static_cast<double>(reference.size());
  const double mean = precision * recall / (alpha * precision + (1 - alpha) * recall);
  const double fragments = static_cast<double>(count_chunks(alignment.matches)) / matched;
  return (1 - gamma * std::pow(fragments, beta)) * mean;
}

}  // namespace assay::eval
