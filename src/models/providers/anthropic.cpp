#include <utility>

#include "models/providers/payload.h"
#include "models/providers/providers.h"

namespace assay::models {
namespace {

using core::Json;

constexpr const char* own_url = "https://api.anthropic.com";
constexpr const char* version = "2023-06-01";

Json part_json(const Part& part) {
  if (const auto* text = std::get_if<TextPart>(&part))
    return {{"type", "text"}, {"text", text->text}};
  const auto& image = std::get<ImagePart>(part);
  return {{"type", "image"},
          {"source",
           {{"type", "base64"}, {"media_type", image.media_type}, {"data", base64(*image.bytes)}}}};
}

Json content_json(const Message& message) {
  Json parts = Json::array();
  for (const auto& part : message.parts) {
    const auto* text = std::get_if<TextPart>(&part);
    if (text != nullptr && text->text.empty()) continue;  // which the service refuses
    parts.push_back(part_json(part));
  }
  return parts;
}

Finish finish_of(const std::string& reason) {
  if (reason == "max_tokens" || reason == "model_context_window_exceeded") return Finish::cut;
  if (reason == "refusal") return Finish::refused;
  return Finish::complete;
}

class Anthropic : public Dialect {
 public:
  Anthropic(std::string name, const std::string& url, std::string key)
      : name_(std::move(name)),
        address_(endpoint(url.empty() ? own_url : url, "/v1/messages")),
        key_(std::move(key)) {}

  io::HttpRequest request(const ChatRequest& chat, const Adaptations& adapted) const override {
    io::HttpRequest request;
    request.method = "POST";
    request.url = address_;
    request.headers = {{"Content-Type", "application/json"}, {"anthropic-version", version}};
    if (!key_.empty()) request.headers.push_back({"x-api-key", key_, true});
    request.body = dump(body(chat, adapted));
    return request;
  }

  std::optional<ChatAnswer> answer(const Json& body) const override {
    const auto& content = member(body, "content");
    if (!content.is_array()) return std::nullopt;
    ChatAnswer answer;
    for (const auto& block : content) {
      if (text_of(member(block, "type")) == "thinking")
        answer.thinking += text_of(member(block, "thinking"));
      else
        answer.text += text_of(member(block, "text"));
    }
    answer.finish = finish_of(text_of(member(body, "stop_reason")));
    mark_empty(answer);
    read_usage(member(body, "usage"), answer.tokens);
    answer.model = text_of(member(body, "model"));
    return answer;
  }

 private:
  Json body(const ChatRequest& chat, const Adaptations& adapted) const {
    Json body{{"model", name_}, {"max_tokens", token_limit(chat.options, adapted)}};
    const auto system = system_text(chat);
    if (!system.empty()) body["system"] = system;
    body["messages"] = Json::array();
    for (const auto& message : chat.messages)
      if (message.role != Role::system)
        body["messages"].push_back({{"role", message.role == Role::user ? "user" : "assistant"},
                                    {"content", content_json(message)}});
    if (!adapted.no_temperature) body["temperature"] = chat.options.temperature;
    if (!adapted.no_top_p) body["top_p"] = chat.options.top_p;
    if (chat.options.schema && !adapted.no_schema)
      body["output_config"] = {
          {"format", {{"type", "json_schema"}, {"schema", schema_json(*chat.options.schema)}}}};
    return body;
  }

  // The service counts what it read from its cache, and what it wrote there, beside the input.
  static void read_usage(const Json& usage, TokenCount& tokens) {
    tokens.cached = count_of(member(usage, "cache_read_input_tokens"));
    tokens.in = count_of(member(usage, "input_tokens")) + tokens.cached +
                count_of(member(usage, "cache_creation_input_tokens"));
    tokens.out = count_of(member(usage, "output_tokens"));
  }

  std::string name_;
  std::string address_;
  std::string key_;
};

}  // namespace

std::unique_ptr<const Dialect> anthropic_dialect(std::string name, const std::string& url,
                                                 std::string key) {
  return std::make_unique<Anthropic>(std::move(name), url, std::move(key));
}

}  // namespace assay::models
