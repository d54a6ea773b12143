#include "language/sketch.h"

#include <algorithm>
#include <iterator>

#include "language/beginning.h"
#include "language/tokens.h"

namespace assay::language {
namespace {

constexpr std::size_t most_bytes = 200'000;
constexpr std::size_t run_length = 4;
constexpr double nearly = 0.85;
constexpr std::size_t short_text = 30;  // words
constexpr std::size_t least_passage = 8;
constexpr std::size_t least_taken = 30;  // words
constexpr double mostly = 0.7;
constexpr std::size_t longest_gap = 12;  // words: more between two passages is a text of its own

std::uint64_t add(std::uint64_t hash, std::string_view word) {
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (hash ^ 0xff) * 0x100000001b3ULL;  // two words are not one
}

std::vector<std::uint64_t> runs_of(const std::vector<Token>& tokens) {
  std::vector<std::uint64_t> runs;
  const auto length = std::min(run_length, tokens.size());
  for (std::size_t i = 0; length > 0 && i + length <= tokens.size(); ++i) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::size_t k = i; k < i + length; ++k) hash = add(hash, tokens[k].text);
    runs.push_back(hash);
  }
  return runs;
}

// How many words stand in passages: runs alone may be chance.
std::size_t words_in_passages(const std::vector<bool>& shared) {
  std::size_t sum = 0;
  std::size_t passage = 0;
  for (std::size_t i = 0; i <= shared.size(); ++i) {
    if (i < shared.size() && shared[i]) {
      ++passage;
      continue;
    }
    if (passage >= least_passage) sum += passage;
    passage = 0;
  }
  return sum;
}

}  // namespace

Sketch::Sketch(std::string_view text) {
  const auto tokens = tokenize(beginning(text, most_bytes), "");
  words_ = tokens.size();
  for (const auto& token : tokens) {
    is_number_.push_back(token.kind == TokenKind::number);
    if (is_number_.back()) numbers_.push_back(token.text);
  }
  order_ = runs_of(tokens);
  runs_ = order_;
  std::ranges::sort(numbers_);
  std::ranges::sort(runs_);
  runs_.erase(std::ranges::unique(runs_).begin(), runs_.end());
}

double Sketch::likeness(const Sketch& other) const {
  if (runs_.empty() || other.runs_.empty()) return 0;
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(runs_, other.runs_, std::back_inserter(both));
  const auto all = runs_.size() + other.runs_.size() - both.size();
  return static_cast<double>(both.size()) / static_cast<double>(all);
}

bool Sketch::nearly_same(const Sketch& other) const {
  if (numbers_ != other.numbers_) return false;
  const bool is_short = std::min(words_, other.words_) < short_text;
  return likeness(other) >= (is_short ? 1 : nearly);
}

// Which of this text's words stand in runs that the other has too.
std::vector<bool> Sketch::shared_with(const Sketch& other) const {
  std::vector<bool> shared(words_, false);
  const auto length = std::min(run_length, words_);
  for (std::size_t i = 0; i < order_.size(); ++i)
    if (std::ranges::binary_search(other.runs_, order_[i]))
      std::fill_n(shared.begin() + static_cast<std::ptrdiff_t>(i), length, true);
  return shared;
}

// Between two shared runs, as close as if something had been changed there.
bool Sketch::has_number_between(const std::vector<bool>& shared) const {
  std::size_t gap = longest_gap + 1;  // words since the last passage; before the first: too many
  bool number = false;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (!shared[i]) {
      ++gap;
      number = number || is_number_[i];
      continue;
    }
    if (number && gap <= longest_gap) return true;
    gap = 0;
    number = false;
  }
  return false;
}

Sketch::Taken Sketch::taken_from(const Sketch& other) const {
  Taken taken;
  const auto shared = shared_with(other);
  taken.words = words_in_passages(shared);
  if (taken.words == 0) return taken;
  taken.share = static_cast<double>(taken.words) / static_cast<double>(words_);
  taken.other_numbers =
      has_number_between(shared) || other.has_number_between(other.shared_with(*this));
  return taken;
}

bool Sketch::copied_from(const Sketch& other) const {
  const auto taken = taken_from(other);
  return taken.words >= least_taken && taken.share >= mostly && !taken.other_numbers;
}

bool Sketch::holds(std::string_view sentence) const {
  const auto tokens = tokenize(beginning(sentence, most_bytes), "");
  if (tokens.size() < run_length) return false;
  return std::ranges::all_of(runs_of(tokens), [this](std::uint64_t run) {
    return std::ranges::binary_search(runs_, run);
  });
}

}  // namespace assay::language
