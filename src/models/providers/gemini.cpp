#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "models/providers/payload.h"
#include "models/providers/providers.h"

namespace assay::models {
namespace {

using core::Json;

constexpr std::string_view own_url = "https://generativelanguage.googleapis.com";

// A name is one step of the path, whatever the user wrote.
std::string as_path(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string path;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_';
    const auto byte = static_cast<unsigned char>(c);
    if (plain)
      path += c;
    else
      path.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
  return path;
}

std::string address(std::string_view name, const std::string& url) {
  if (name.starts_with("models/")) name.remove_prefix(7);
  const std::string base = url.empty() ? std::string(own_url) : url;
  std::string_view path = std::string_view(base).substr(0, base.find_first_of("?#"));
  while (path.ends_with('/')) path.remove_suffix(1);
  const bool versioned = path.ends_with("/v1beta") || path.ends_with("/v1");
  return endpoint(base, (versioned ? "" : "/v1beta") + std::string("/models/") + as_path(name) +
                            ":generateContent");
}

Json part_json(const Part& part) {
  if (const auto* text = std::get_if<TextPart>(&part)) return {{"text", text->text}};
  const auto& image = std::get<ImagePart>(part);
  return {{"inlineData", {{"mimeType", image.media_type}, {"data", base64(*image.bytes)}}}};
}

Json parts_json(const Message& message) {
  Json parts = Json::array();
  for (const auto& part : message.parts) parts.push_back(part_json(part));
  return parts;
}

Finish finish_of(const std::string& reason) {
  static constexpr std::array<std::string_view, 9> refusals{"SAFETY",
                                                            "RECITATION",
                                                            "BLOCKLIST",
                                                            "PROHIBITED_CONTENT",
                                                            "SPII",
                                                            "LANGUAGE",
                                                            "IMAGE_SAFETY",
                                                            "IMAGE_PROHIBITED_CONTENT",
                                                            "IMAGE_RECITATION"};
  if (reason == "MAX_TOKENS") return Finish::cut;
  return std::ranges::find(refusals, reason) != refusals.end() ? Finish::refused : Finish::complete;
}

class Gemini : public Dialect {
 public:
  Gemini(std::string_view name, const std::string& url, std::string key)
      : address_(address(name, url)), key_(std::move(key)) {}

  io::HttpRequest request(const ChatRequest& chat, const Adaptations& adapted) const override {
    io::HttpRequest request;
    request.method = "POST";
    request.url = address_;
    request.headers = {{"Content-Type", "application/json"}};
    if (!key_.empty()) request.headers.push_back({"x-goog-api-key", key_, true});
    request.body = dump(body(chat, adapted));
    return request;
  }

  std::optional<ChatAnswer> answer(const Json& body) const override {
    ChatAnswer answer;
    const auto& usage = member(body, "usageMetadata");
    answer.tokens.in = count_of(member(usage, "promptTokenCount"));
    answer.tokens.cached = count_of(member(usage, "cachedContentTokenCount"));
    answer.tokens.out = count_of(member(usage, "candidatesTokenCount")) +
                        count_of(member(usage, "thoughtsTokenCount"));
    answer.model = text_of(member(body, "modelVersion"));
    if (member(member(body, "promptFeedback"), "blockReason").is_string()) {
      answer.finish = Finish::refused;
      return answer;
    }
    const auto& candidates = member(body, "candidates");
    if (!candidates.is_array() || candidates.empty()) return std::nullopt;
    const auto& candidate = candidates.front();
    for (const auto& part : member(member(candidate, "content"), "parts"))
      (member(part, "thought") == true ? answer.thinking : answer.text) +=
          text_of(member(part, "text"));
    answer.finish = finish_of(text_of(member(candidate, "finishReason")));
    mark_empty(answer);
    return answer;
  }

 private:
  static Json body(const ChatRequest& chat, const Adaptations& adapted) {
    Json body = Json::object();
    const auto system = system_text(chat);
    if (!system.empty()) body["systemInstruction"] = {{"parts", {{{"text", system}}}}};
    body["contents"] = Json::array();
    for (const auto& message : chat.messages)
      if (message.role != Role::system)
        body["contents"].push_back({{"role", message.role == Role::user ? "user" : "model"},
                                    {"parts", parts_json(message)}});
    Json config = Json::object();
    if (!adapted.no_temperature) config["temperature"] = chat.options.temperature;
    if (!adapted.no_top_p) config["topP"] = chat.options.top_p;
    if (!adapted.no_limit) config["maxOutputTokens"] = token_limit(chat.options, adapted);
    if (chat.options.schema) {
      if (!adapted.no_json_mode) config["responseMimeType"] = "application/json";
      if (!adapted.no_schema && !adapted.no_json_mode)
        config["responseJsonSchema"] = schema_json(*chat.options.schema);
    }
    body["generationConfig"] = std::move(config);
    return body;
  }

  std::string address_;
  std::string key_;
};

}  // namespace

std::unique_ptr<const Dialect> gemini_dialect(const std::string& name, const std::string& url,
                                              std::string key) {
  return std::make_unique<Gemini>(name, url, std::move(key));
}

}  // namespace assay::models
