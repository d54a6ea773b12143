#include "reasoning/prompted/ask.h"

#include <algorithm>

#include "language/beginning.h"
#include "language/utf8.h"
#include "models/repetition.h"
#include "reasoning/prompted/fence.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using Kind = models::ModelFailure::Kind;

constexpr int most_asks = 3;
constexpr int most_attempts = 8;        // with those in which the prompt was made shorter
constexpr int longest_answer = 16'384;  // tokens
constexpr int shortest_answer = 512;
constexpr std::size_t longest_shown = 4'000;  // bytes of a bad answer that the model sees again

std::int64_t tokens_of(const std::vector<models::Message>& messages) {
  std::int64_t sum = 0;
  for (const auto& message : messages)
    for (const auto& part : message.parts) {
      const auto* text = std::get_if<models::TextPart>(&part);
      sum += text != nullptr ? estimated_tokens(text->text) : picture_tokens;
    }
  return sum;
}

std::string beginning(std::string_view text) {
  if (text.size() <= longest_shown) return std::string(text);
  return std::string(language::beginning(text, longest_shown)) + " …";
}

}  // namespace

// Two messages of one speaker in a row are not taken everywhere.
void Asking::add_talk(std::vector<models::Message>& messages) const {
  for (const auto& message : talk_)
    if (!messages.empty() && messages.back().role == message.role)
      messages.back().parts.insert(messages.back().parts.end(), message.parts.begin(),
                                   message.parts.end());
    else
      messages.push_back(message);
}

Asking::Asking(Session& session, Backbone backbone, Compose compose)
    : session_(session),
      backbone_(std::move(backbone)),
      compose_(std::move(compose)),
      room_(room_of(backbone_)) {
  // Servers refuse what, with the longest answer, would not fit: half of the window is the
  // answer's.
  if (const auto window = backbone_.traits.context; window > 0)
    backbone_.options.max_tokens = static_cast<int>(std::min<std::int64_t>(
        backbone_.options.max_tokens, std::max<std::int64_t>(window / 2, 1)));
}

std::string Asking::unfit(const models::ChatAnswer& answer) {
  if (answer.finish == models::Finish::refused) return "the model refused to answer";
  if (answer.finish == models::Finish::empty) return "the answer is empty";
  if (models::is_repetitive(answer.text)) return "the answer repeats itself without end";
  if (holds_fence(answer.text)) return "the answer repeats the task instead of doing it";
  return {};
}

awaitable<std::optional<models::ChatAnswer>> Asking::next() {
  for (int attempt = 0; asks_ < most_asks && attempt < most_attempts; ++attempt) {
    auto composed = co_await compose_(room_);
    add_talk(composed.messages);
    const auto tokens = tokens_of(composed.messages);
    Session::Ask ask{std::move(composed.messages), purpose_, std::move(composed.dropped)};
    std::optional<models::ModelFailure> failure;
    try {
      auto answer = co_await session_.ask(backbone_, std::move(ask));
      ++asks_;
      co_return answer;
    } catch (const DeadlineReached&) {
      throw;
    } catch (const models::ModelFailure& error) {
      failure.emplace(error);
    }
    if (failure->kind == Kind::no_vision && room_.pictures) {
      room_.pictures = false;
      purpose_ = "again without pictures, which the model does not take";
    } else if (failure->kind == Kind::too_long && shrink(tokens, composed.can_shrink)) {
      talk_.clear();
      purpose_ = "again with less, since the window is too small";
    } else {
      throw *failure;
    }
    problem_ = failure->what();
  }
  co_return std::nullopt;
}

// The window is smaller than was known: less of the prompt, as far as there is what may be left
// out, and less for the answer. False: neither is possible.
bool Asking::shrink(std::int64_t tokens, bool less_prompt) {
  const bool less_answer = backbone_.options.max_tokens > shortest_answer;
  if (less_prompt) room_.tokens = std::min(room_.tokens, tokens) * 6 / 10;
  if (less_answer)
    backbone_.options.max_tokens = std::max(backbone_.options.max_tokens / 2, shortest_answer);
  return less_prompt || less_answer;
}

// Twice as long, but no more than half of a window that is known; what the prompt may hold follows.
void Asking::allow_longer_answer() {
  auto& most = backbone_.options.max_tokens;
  std::int64_t longest = longest_answer;
  if (backbone_.traits.context > 0) longest = std::min(longest, backbone_.traits.context / 2);
  most = static_cast<int>(std::max<std::int64_t>(most, std::min<std::int64_t>(2L * most, longest)));
  room_.tokens = std::min(room_.tokens, room_of(backbone_).tokens);
}

void Asking::reject(const models::ChatAnswer& answer, std::string problem) {
  problem_ = std::move(problem);
  purpose_ = "again: " + problem_;
  // What goes in circles would do so for longer.
  const bool in_circles = models::is_repetitive(answer.text);
  if (answer.finish == models::Finish::cut && !in_circles) allow_longer_answer();
  talk_.clear();
  if (answer.finish == models::Finish::complete && !in_circles)
    talk_.push_back(text_message(models::Role::assistant, beginning(answer.text)));
  std::string complaint = "That can't be used: " + problem_ + ". Answer the task above once more, ";
  complaint += answer.finish == models::Finish::cut ? "in fewer words, " : "";
  complaint += "in exactly the form that it asks for, and write nothing else.";
  if (talk_.empty())
    complaint = "\n\n(An earlier answer could not be used: " + problem_ +
                ". Keep to the form that the task asks for, and be brief.)";
  talk_.push_back(text_message(models::Role::user, std::move(complaint)));
}

}  // namespace assay::reasoning::prompted
