#include "reasoning/prompted/prompt.h"

#include <algorithm>
#include <set>
#include <utility>

#include "assay/core/text.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::int64_t assumed_window = 128'000;

}  // namespace

Room room_of(const Backbone& backbone) {
  const auto window = backbone.traits.context > 0 ? backbone.traits.context : assumed_window;
  const auto answer = std::min<std::int64_t>(backbone.options.max_tokens, window / 2);
  return {std::max<std::int64_t>((window - answer) * 9 / 10, 64),
          backbone.traits.vision.value_or(true)};
}

std::int64_t estimated_tokens(std::string_view text) {
  std::int64_t ascii = 0;
  for (const char c : text) ascii += static_cast<unsigned char>(c) < 0x80 ? 1 : 0;
  return (ascii + 3) / 4 + (static_cast<std::int64_t>(text.size()) - ascii + 1) / 2;
}

models::Message text_message(models::Role role, std::string text) {
  models::Message message;
  message.role = role;
  message.parts.emplace_back(models::TextPart{std::move(text)});
  return message;
}

boost::asio::awaitable<models::Message> user_message(std::string text,
                                                     std::vector<core::Image> pictures, Room room,
                                                     const io::Blobs& blobs, Pictures& source) {
  models::Message message;
  std::string words;
  std::set<int> shown;
  const core::MultimodalText marked(text);
  for (const auto& part : marked.parts()) {
    if (const auto* plain = std::get_if<std::string>(&part)) {
      words += *plain;
      continue;
    }
    const auto reference = std::get<core::ImageRef>(part);
    words += core::to_string(reference);
    const auto picture = std::ranges::find(pictures, reference.number, &core::Image::number);
    if (picture == pictures.end() || !shown.insert(reference.number).second) continue;
    auto image = std::optional<models::ImagePart>();
    if (room.pictures) image = co_await source.load(*picture, blobs);
    if (!image) {
      words += " (not shown: it can't be seen here)";
      continue;
    }
    message.parts.emplace_back(models::TextPart{std::exchange(words, {})});
    message.parts.emplace_back(std::move(*image));
  }
  if (!words.empty()) message.parts.emplace_back(models::TextPart{std::move(words)});
  co_return message;
}

}  // namespace assay::reasoning::prompted
