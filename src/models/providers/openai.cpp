#include <string_view>
#include <utility>

#include "models/providers/http_service.h"
#include "models/providers/payload.h"
#include "models/providers/providers.h"
#include "models/thinking.h"

namespace assay::models {
namespace {

using core::Json;

constexpr std::string_view service = "/chat/completions";

// The provider's models that think before they answer; of others one learns it by asking.
bool thinks(std::string_view name) {
  if (name.starts_with("gpt-5")) return !name.starts_with("gpt-5-chat");
  return name.starts_with("o1") || name.starts_with("o3") || name.starts_with("o4");
}

Json part_json(const Part& part) {
  if (const auto* text = std::get_if<TextPart>(&part))
    return {{"type", "text"}, {"text", text->text}};
  const auto& image = std::get<ImagePart>(part);
  const std::string url = "data:" + image.media_type + ";base64," + base64(*image.bytes);
  return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
}

bool is_empty(const Part& part) {
  const auto* text = std::get_if<TextPart>(&part);
  return text != nullptr && text->text.empty();
}

bool all_text(const Message& message) {
  for (const auto& part : message.parts)
    if (!std::holds_alternative<TextPart>(part)) return false;
  return true;
}

// Plain text goes as a string: some servers take nothing else.
Json content_json(const Message& message) {
  if (message.role == Role::system || all_text(message)) return only_text(message);
  Json parts = Json::array();
  for (const auto& part : message.parts)
    if (!is_empty(part)) parts.push_back(part_json(part));
  return parts;
}

std::string role_name(Role role) {
  if (role == Role::system) return "system";
  return role == Role::assistant ? "assistant" : "user";
}

// A string, or an array of parts of which the texts count.
std::string content_text(const Json& content) {
  if (!content.is_array()) return text_of(content);
  std::string all;
  for (const auto& part : content) all += text_of(member(part, "text"));
  return all;
}

class OpenAi : public Dialect {
 public:
  OpenAi(std::string name, const std::string& url, std::string key)
      : name_(std::move(name)),
        address_(openai_address(url, service)),
        key_(std::move(key)),
        own_(url.empty()) {}

  io::HttpRequest request(const ChatRequest& chat, const Adaptations& adapted) const override {
    io::HttpRequest request;
    request.method = "POST";
    request.url = address_;
    request.headers = {{"Content-Type", "application/json"}};
    if (!key_.empty()) request.headers.push_back({"Authorization", "Bearer " + key_, true});
    request.body = dump(body(chat, adapted));
    return request;
  }

  std::optional<ChatAnswer> answer(const Json& body) const override {
    const auto& choices = member(body, "choices");
    if (!choices.is_array() || choices.empty()) return std::nullopt;
    const auto& message = member(choices.front(), "message");
    if (!message.is_object()) return std::nullopt;
    ChatAnswer answer;
    read_texts(message, answer);
    read_end(text_of(member(choices.front(), "finish_reason")), message, answer);
    const auto& usage = member(body, "usage");
    answer.tokens.in = count_of(member(usage, "prompt_tokens"));
    answer.tokens.cached =
        count_of(member(member(usage, "prompt_tokens_details"), "cached_tokens"));
    answer.tokens.out = count_of(member(usage, "completion_tokens"));
    answer.model = text_of(member(body, "model"));
    return answer;
  }

 private:
  Json body(const ChatRequest& chat, const Adaptations& adapted) const {
    Json body{{"model", name_}, {"messages", Json::array()}};
    for (const auto& message : chat.messages)
      body["messages"].push_back(
          {{"role", role_name(message.role)}, {"content", content_json(message)}});
    const bool fixed = own_ && thinks(name_);  // takes no other chance than its own
    if (!fixed && !adapted.no_temperature) body["temperature"] = chat.options.temperature;
    if (!fixed && !adapted.no_top_p) body["top_p"] = chat.options.top_p;
    // The provider itself has given up the older name, which all others know.
    const bool newer = own_ != adapted.other_limit_name;
    if (!adapted.no_limit)
      body[newer ? "max_completion_tokens" : "max_tokens"] = token_limit(chat.options, adapted);
    if (chat.options.schema) put_format(*chat.options.schema, adapted, body);
    return body;
  }

  static void put_format(const AnswerSchema& schema, const Adaptations& adapted, Json& body) {
    if (!adapted.no_schema)
      body["response_format"] = {
          {"type", "json_schema"},
          {"json_schema",
           {{"name", schema.name}, {"strict", true}, {"schema", schema_json(schema)}}}};
    else if (!adapted.no_json_mode)
      body["response_format"] = {{"type", "json_object"}};
  }

  static void read_texts(const Json& message, ChatAnswer& answer) {
    auto split = split_thinking(content_text(member(message, "content")));
    answer.text = std::move(split.text);
    answer.thinking = text_of(member(message, "reasoning_content"));  // DeepSeek, llama.cpp
    if (answer.thinking.empty()) answer.thinking = text_of(member(message, "reasoning"));  // vLLM
    if (answer.thinking.empty()) answer.thinking = std::move(split.thinking);
  }

  static void read_end(const std::string& reason, const Json& message, ChatAnswer& answer) {
    const auto refusal = text_of(member(message, "refusal"));
    if (!refusal.empty()) {
      answer.finish = Finish::refused;
      answer.text = refusal;
    } else if (reason == "content_filter") {
      answer.finish = Finish::refused;
    } else if (reason == "length") {
      answer.finish = Finish::cut;
    }
    mark_empty(answer);
  }

  std::string name_;
  std::string address_;
  std::string key_;
  bool own_;  // the provider's own server
};

}  // namespace

std::unique_ptr<const Dialect> openai_dialect(std::string name, const std::string& url,
                                              std::string key) {
  return std::make_unique<OpenAi>(std::move(name), url, std::move(key));
}

}  // namespace assay::models
