#include "support/scripted_server.h"

#include <algorithm>
#include <utility>

namespace assay::test {
namespace {

using models::Backend;
using nlohmann::json;

Backend dialect_of(const std::string& target) {
  if (target.find(":generateContent") != std::string::npos) return Backend::gemini;
  return target.find("/messages") != std::string::npos ? Backend::anthropic : Backend::openai;
}

void add_image(const std::string& type, const std::string& base64, ModelCall& call) {
  std::size_t bytes = base64.size() / 4 * 3;
  for (auto at = base64.size(); at > 0 && base64[at - 1] == '='; --at) --bytes;
  call.prompt += "[" + type + " " + std::to_string(bytes) + " bytes]";
  ++call.images;
}

void read_openai_part(const json& part, ModelCall& call) {
  if (part.contains("text")) {
    call.prompt += part["text"].get<std::string>();
    return;
  }
  const std::string url = part.at("image_url").at("url");
  const auto semicolon = url.find(';');
  add_image(url.substr(5, semicolon - 5), url.substr(url.find(',') + 1), call);
}

void read_openai(ModelCall& call) {
  call.model = call.body.value("model", "");
  call.schema = call.body.contains("response_format");
  for (const auto& message : call.body.at("messages")) {
    const auto& content = message.at("content");
    if (message.at("role") == "system")
      call.system += content.get<std::string>();
    else if (content.is_string())
      call.prompt += content.get<std::string>();
    else
      for (const auto& part : content) read_openai_part(part, call);
  }
}

void read_anthropic(ModelCall& call) {
  call.model = call.body.value("model", "");
  call.schema = call.body.contains("output_config");
  call.system = call.body.value("system", "");
  for (const auto& message : call.body.at("messages"))
    for (const auto& part : message.at("content")) {
      if (part.at("type") == "text")
        call.prompt += part.at("text").get<std::string>();
      else
        add_image(part.at("source").at("media_type"), part.at("source").at("data"), call);
    }
}

void read_gemini(ModelCall& call) {
  const auto& target = call.asked.target;
  const auto name = target.find("/models/") + 8;
  call.model = target.substr(name, target.rfind(':') - name);
  call.schema = call.body.at("generationConfig").contains("responseMimeType");
  if (call.body.contains("systemInstruction"))
    call.system = call.body["systemInstruction"]["parts"][0]["text"];
  for (const auto& message : call.body.at("contents"))
    for (const auto& part : message.at("parts")) {
      if (part.contains("text"))
        call.prompt += part["text"].get<std::string>();
      else
        add_image(part.at("inlineData").at("mimeType"), part.at("inlineData").at("data"), call);
    }
}

ModelCall read_call(const Asked& asked) {
  ModelCall call;
  call.asked = asked;
  call.dialect = dialect_of(asked.target);
  call.body = json::parse(asked.body);
  if (call.dialect == Backend::openai) read_openai(call);
  if (call.dialect == Backend::anthropic) read_anthropic(call);
  if (call.dialect == Backend::gemini) read_gemini(call);
  return call;
}

json openai_body(const ModelSays& says) {
  json message{{"role", "assistant"}, {"content", says.text}};
  if (!says.thinking.empty()) message["reasoning_content"] = says.thinking;
  if (says.finish == "refused") message = {{"content", nullptr}, {"refusal", says.text}};
  const std::string reason = says.finish == "cut" ? "length" : "stop";
  return {{"object", "chat.completion"},
          {"model", says.model},
          {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", reason}}}},
          {"usage",
           {{"prompt_tokens", says.tokens_in},
            {"completion_tokens", says.tokens_out},
            {"prompt_tokens_details", {{"cached_tokens", says.tokens_cached}}}}}};
}

json anthropic_body(const ModelSays& says) {
  json content = json::array();
  if (!says.thinking.empty())
    content.push_back({{"type", "thinking"}, {"thinking", says.thinking}, {"signature", "s"}});
  content.push_back({{"type", "text"}, {"text", says.text}});
  const std::string reason = says.finish == "cut"       ? "max_tokens"
                             : says.finish == "refused" ? "refusal"
                                                        : "end_turn";
  return {{"type", "message"},
          {"model", says.model},
          {"content", content},
          {"stop_reason", reason},
          {"usage",
           {{"input_tokens", says.tokens_in - says.tokens_cached},
            {"cache_read_input_tokens", says.tokens_cached},
            {"output_tokens", says.tokens_out}}}};
}

json gemini_body(const ModelSays& says) {
  json parts = json::array();
  if (!says.thinking.empty()) parts.push_back({{"text", says.thinking}, {"thought", true}});
  if (says.finish != "refused") parts.push_back({{"text", says.text}});
  const std::string reason = says.finish == "cut"       ? "MAX_TOKENS"
                             : says.finish == "refused" ? "SAFETY"
                                                        : "STOP";
  return {{"modelVersion", says.model},
          {"candidates",
           {{{"content", {{"role", "model"}, {"parts", parts}}}, {"finishReason", reason}}}},
          {"usageMetadata",
           {{"promptTokenCount", says.tokens_in},
            {"cachedContentTokenCount", says.tokens_cached},
            {"candidatesTokenCount", says.tokens_out}}}};
}

json error_body(Backend dialect, const ModelSays& says) {
  if (dialect == Backend::anthropic)
    return {{"type", "error"}, {"error", {{"type", says.code}, {"message", says.text}}}};
  if (dialect == Backend::gemini)
    return {{"error", {{"code", says.status}, {"message", says.text}, {"status", says.code}}}};
  return {{"error", {{"message", says.text}, {"code", says.code}, {"param", says.param}}}};
}

json body_of(Backend dialect, const ModelSays& says) {
  if (says.status != 200) return error_body(dialect, says);
  if (dialect == Backend::anthropic) return anthropic_body(says);
  return dialect == Backend::gemini ? gemini_body(says) : openai_body(says);
}

Reply reply_of(Backend dialect, const ModelSays& says) {
  Reply reply;
  reply.status = says.status;
  reply.headers = says.headers;
  reply.headers.emplace_back("Content-Type", "application/json");
  reply.body = says.raw.empty() ? body_of(dialect, says).dump() : says.raw;
  reply.delay = says.delay;
  reply.fault = says.fault;
  return reply;
}

ScriptedServer::Script in_turn(std::vector<ModelSays> answers) {
  return [answers = std::move(answers)](const ModelCall& call) {
    return answers.at(std::min(call.number, answers.size() - 1));
  };
}

}  // namespace

ScriptedServer::ScriptedServer(Script script)
    : server_(std::make_unique<LoopbackServer>(
          [script = std::move(script), number = std::size_t{0}](const Asked& asked) mutable {
            ModelCall call = read_call(asked);
            call.number = number++;
            return reply_of(call.dialect, script(call));
          })) {}

ScriptedServer::ScriptedServer(std::vector<ModelSays> answers)
    : ScriptedServer(in_turn(std::move(answers))) {}

void ScriptedServer::remember(std::size_t most) { server_->remember(most); }

std::string ScriptedServer::url(Backend dialect) const {
  return server_->url(dialect == Backend::openai ? "/v1" : "");
}

std::string ScriptedServer::spec(Backend dialect, const std::string& name) const {
  return models::to_string(dialect) + ":" + name + "@" + url(dialect);
}

std::vector<ModelCall> ScriptedServer::calls() const {
  std::vector<ModelCall> all;
  for (const auto& asked : server_->asked()) {
    all.push_back(read_call(asked));
    all.back().number = all.size() - 1;
  }
  return all;
}

}  // namespace assay::test
