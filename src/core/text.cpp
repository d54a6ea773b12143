#include "assay/core/text.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace assay::core {
namespace {

constexpr std::string_view opening = "[image:";

struct Match {
  ImageRef ref;
  std::size_t length;
};

// A reference at the start of `text`: `[image:` number from 1 to 999999 without leading zero `]`.
std::optional<Match> reference_at(std::string_view text) {
  if (!text.starts_with(opening)) return std::nullopt;
  const auto rest = text.substr(opening.size());
  const auto close = rest.find(']');
  if (close == std::string_view::npos || close == 0 || close > 6 || rest[0] == '0')
    return std::nullopt;
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + close, number);
  if (error != std::errc() || end != rest.data() + close || number < 1) return std::nullopt;
  return Match{{number}, opening.size() + close + 1};
}

}  // namespace

std::string to_string(ImageRef ref) {
  return std::string(opening) + std::to_string(ref.number) + "]";
}

MultimodalText::MultimodalText(std::string_view text) {
  std::size_t start = 0;
  for (std::size_t at = text.find(opening); at != std::string_view::npos;
       at = text.find(opening, at + 1)) {
    if (at < start) continue;
    const auto match = reference_at(text.substr(at));
    if (!match) continue;
    append(text.substr(start, at - start));
    append(match->ref);
    start = at + match->length;
  }
  append(text.substr(start));
}

void MultimodalText::append(std::string_view text) {
  if (text.empty()) return;
  if (!parts_.empty())
    if (auto* last = std::get_if<std::string>(&parts_.back())) {
      last->append(text);
      return;
    }
  parts_.emplace_back(std::string(text));
}

void MultimodalText::append(ImageRef ref) { parts_.emplace_back(ref); }

std::string MultimodalText::to_string() const {
  std::string text;
  for (const auto& part : parts_) {
    if (const auto* words = std::get_if<std::string>(&part))
      text += *words;
    else
      text += core::to_string(std::get<ImageRef>(part));
  }
  return text;
}

std::string MultimodalText::plain() const {
  std::string text;
  for (const auto& part : parts_) {
    if (const auto* words = std::get_if<std::string>(&part))
      text += *words;
    else
      text += ' ';
  }
  return text;
}

std::vector<ImageRef> MultimodalText::images() const {
  std::vector<ImageRef> refs;
  for (const auto& part : parts_)
    if (const auto* ref = std::get_if<ImageRef>(&part)) refs.push_back(*ref);
  return refs;
}

void to_json(Json& json, const MultimodalText& text) { json = text.to_string(); }
void from_json(const Json& json, MultimodalText& text) {
  text = MultimodalText(json.get_ref<const std::string&>());
}

}  // namespace assay::core
