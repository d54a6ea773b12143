#include "retrieval/passages/repeats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace assay::retrieval {
namespace {

// Shorter passages must be the same word by word: a few words make a difference there.
constexpr std::uint32_t enough_runs = 4 * PassageSketch::bins;
// Of the bins, how many must agree: about nine tenths of the runs are then the same.
constexpr std::size_t enough_bins = 29;
constexpr std::size_t band_size = 4;
constexpr std::size_t run_words = 4;
constexpr std::uint16_t empty_bin = 0xFFFF;
constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;  // odd, its bits without a pattern
static_assert(PassageSketch::bins == 1 << 5);

// A well-mixing step (the finaliser of SplitMix64).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

// What a byte of a word counts as, case folded; 0 of what separates words. Bytes of other scripts
// count as letters: texts that differ in them differ.
constexpr std::array<unsigned char, 256> folded_bytes = [] {
  std::array<unsigned char, 256> table{};
  for (unsigned c = 0x80; c < 256; ++c) table[c] = static_cast<unsigned char>(c);
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = static_cast<unsigned char>(c);
  for (unsigned c = 'a'; c <= 'z'; ++c) {
    table[c] = static_cast<unsigned char>(c);
    table[c - 'a' + 'A'] = static_cast<unsigned char>(c);
  }
  table[static_cast<unsigned char>('\'')] = '\'';
  return table;
}();

bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

bool is_negation(std::string_view folded) {
  return folded == "not" || folded == "no" || folded == "never" || folded == "none" ||
         folded == "cannot" || folded == "without" || folded.ends_with("n't");
}

class Sketcher {
 public:
  Sketcher() { sketch_.least.fill(empty_bin); }

  void word(std::uint64_t hash, bool fact) {
    sketch_.exact = std::rotl(sketch_.exact ^ hash, 23) * step;
    if (fact) sketch_.facts += mixed(hash ^ 0xFAC7);
    run_ = {run_[1], run_[2], run_[3], hash};
    if (++words_ < run_words) return;
    ++sketch_.runs;
    const auto run =
        mixed(run_[0] + std::rotl(run_[1], 17) + std::rotl(run_[2], 31) + std::rotl(run_[3], 47));
    auto& least = sketch_.least[run % PassageSketch::bins];
    least = std::min(least, static_cast<std::uint16_t>(run >> 48));
  }
  const PassageSketch& sketch() const { return sketch_; }

 private:
  PassageSketch sketch_;
  std::array<std::uint64_t, run_words> run_{};
  std::size_t words_ = 0;
};

std::uint64_t band_key(const PassageSketch& sketch, std::size_t band) {
  std::uint64_t key = band;
  for (std::size_t i = 0; i < band_size; ++i) key = mixed(key ^ sketch.least[band * band_size + i]);
  return key ^ sketch.facts;
}

}  // namespace

PassageSketch passage_sketch(std::string_view text) {
  Sketcher sketcher;
  const auto byte = [&](std::size_t i) {
    return folded_bytes[static_cast<unsigned char>(text[i])];
  };
  for (std::size_t at = 0; at < text.size();) {
    if (byte(at) == 0) {
      ++at;
      continue;
    }
    // Eight bytes of the word at a time.
    std::uint64_t hash = 0;
    std::uint64_t eight = 0;
    bool fact = false;
    std::size_t length = 0;
    for (unsigned char c = 0; at < text.size() && (c = byte(at)) != 0; ++at) {
      fact = fact || is_digit(c);
      eight = eight << 8 | c;
      if (++length % 8 == 0) hash = (hash ^ std::exchange(eight, 0)) * step;
    }
    if (!fact && length <= 8 && length >= 2) {
      std::array<char, 8> word{};
      for (std::size_t i = 0; i < length; ++i) word[i] = static_cast<char>(byte(at - length + i));
      fact = is_negation({word.data(), length});
    }
    sketcher.word(mixed(hash ^ eight ^ length << 56), fact);
  }
  return sketcher.sketch();
}

std::optional<std::uint32_t> RepeatFinder::near(const PassageSketch& sketch) const {
  std::optional<std::uint32_t> first;
  for (std::size_t band = 0; band < PassageSketch::bins / band_size; ++band) {
    const auto found = bands_.find(band_key(sketch, band));
    if (found == bands_.end()) continue;
    const auto& other = sketches_[found->second];
    std::size_t agree = 0;
    for (std::size_t i = 0; i < PassageSketch::bins; ++i)
      agree += sketch.least[i] == other.least[i] ? 1 : 0;
    // Of sets of unlike size the bins alone say too little.
    const bool alike = sketch.runs < other.runs * 5 / 4 && other.runs < sketch.runs * 5 / 4;
    if (agree >= enough_bins && alike && sketch.facts == other.facts)
      first = std::min(first.value_or(UINT32_MAX), numbers_[found->second]);
  }
  return first;
}

void RepeatFinder::remember(const PassageSketch& sketch, std::uint32_t number) {
  if (sketch.runs < enough_runs || sketches_.size() >= most_compared) return;
  const auto place = static_cast<std::uint32_t>(sketches_.size());
  for (std::size_t band = 0; band < PassageSketch::bins / band_size; ++band)
    bands_.try_emplace(band_key(sketch, band), place);
  sketches_.push_back(sketch);
  numbers_.push_back(number);
}

std::optional<std::uint32_t> RepeatFinder::add(const PassageSketch& sketch) {
  const auto number = count_++;
  if (sketch.exact == 0) return std::nullopt;
  const auto [place, is_new] = exact_.try_emplace(sketch.exact, number);
  if (!is_new) return place->second;
  if (sketch.runs >= enough_runs)
    if (const auto found = near(sketch)) {
      place->second = *found;
      return found;
    }
  remember(sketch, number);
  return std::nullopt;
}

}  // namespace assay::retrieval
