#include "language/sketch.h"

#include <algorithm>
#include <iterator>

#include "language/tokens.h"

namespace assay::language {
namespace {

constexpr std::size_t most_bytes = 200'000;
constexpr std::size_t run_length = 4;
constexpr double nearly = 0.85;
constexpr std::size_t short_text = 30;  // words

std::uint64_t add(std::uint64_t hash, std::string_view word) {
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (hash ^ 0xff) * 0x100000001b3ULL;  // two words are not one
}

std::string_view beginning(std::string_view text) {
  if (text.size() <= most_bytes) return text;
  auto end = most_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

Sketch::Sketch(std::string_view text) {
  const auto tokens = tokenize(beginning(text), "");
  words_ = tokens.size();
  for (const auto& token : tokens)
    if (token.kind == TokenKind::number) numbers_.push_back(token.text);
  const auto length = std::min(run_length, tokens.size());
  for (std::size_t i = 0; length > 0 && i + length <= tokens.size(); ++i) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::size_t k = i; k < i + length; ++k) hash = add(hash, tokens[k].text);
    runs_.push_back(hash);
  }
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

}  // namespace assay::language
