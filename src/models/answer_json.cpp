#include "models/answer_json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "models/providers/payload.h"

namespace assay::models {
namespace {

using core::Json;

constexpr int version = 1;

std::optional<Finish> finish_of(const std::string& text) {
  for (const auto finish : {Finish::complete, Finish::cut, Finish::refused, Finish::empty})
    if (to_string(finish) == text) return finish;
  return std::nullopt;
}

}  // namespace

std::string answer_to_json(const ChatAnswer& answer) {
  return dump(Json{
      {"version", version},
      {"text", answer.text},
      {"thinking", answer.thinking},
      {"finish", to_string(answer.finish)},
      {"tokens",
       {{"in", answer.tokens.in}, {"cached", answer.tokens.cached}, {"out", answer.tokens.out}}},
      {"model", answer.model},
      {"latency_ms", answer.latency.count()},
      {"tries", answer.tries},
      {"schema_enforced", answer.schema_enforced}});
}

std::optional<ChatAnswer> answer_from_json(std::string_view text) {
  const auto json = parse_body(std::string(text));
  if (member(json, "version") != version || !member(json, "text").is_string()) return std::nullopt;
  const auto finish = finish_of(text_of(member(json, "finish")));
  if (!finish) return std::nullopt;
  ChatAnswer answer;
  answer.text = text_of(member(json, "text"));
  answer.thinking = text_of(member(json, "thinking"));
  answer.finish = *finish;
  const auto& tokens = member(json, "tokens");
  answer.tokens = {count_of(member(tokens, "in")), count_of(member(tokens, "cached")),
                   count_of(member(tokens, "out"))};
  answer.model = text_of(member(json, "model"));
  constexpr std::int64_t longest = std::numeric_limits<int>::max();
  answer.latency = std::chrono::milliseconds(count_of(member(json, "latency_ms")));
  answer.tries =
      static_cast<int>(std::clamp<std::int64_t>(count_of(member(json, "tries")), 1, longest));
  answer.schema_enforced = member(json, "schema_enforced") == true;
  return answer;
}

}  // namespace assay::models
