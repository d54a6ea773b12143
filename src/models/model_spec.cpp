#include "models/model_spec.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "io/http_failure.h"
#include "io/http_text.h"

namespace assay::models {
namespace {

constexpr std::size_t longest_spec = 4000;
constexpr std::string_view forms =
    "; a model is named embedded, openai:NAME[@URL], anthropic:NAME[@URL], gemini:NAME[@URL] or "
    "llama:FILE.gguf[+MMPROJ.gguf]";

constexpr std::array<std::pair<std::string_view, Backend>, 4> prefixes{{
    {"openai", Backend::openai},
    {"anthropic", Backend::anthropic},
    {"gemini", Backend::gemini},
    {"llama", Backend::llama},
}};

// `what` quotes nothing that may hold a password: a URL is left out.
[[noreturn]] void refuse(const std::string& what) {
  throw core::UsageError("--model: " + what + std::string(forms));
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

void require_url(const std::string& url) {
  io::HttpRequest request;
  request.url = url;
  try {
    io::require_usable(request);
  } catch (const io::HttpFailure&) {
    refuse("what follows @ is no http or https address");
  }
}

ModelSpec hosted(Backend backend, std::string_view rest) {
  ModelSpec spec;
  spec.backend = backend;
  const auto at = rest.rfind("@http");
  spec.name = rest.substr(0, at);
  if (at != std::string_view::npos) {
    spec.url = rest.substr(at + 1);
    require_url(spec.url);
  }
  if (spec.name.empty()) refuse(to_string(backend) + ": without the name of a model");
  return spec;
}

ModelSpec llama(std::string_view rest) {
  constexpr std::string_view ending = ".gguf";
  const auto folded = lower(rest);
  if (!folded.ends_with(ending) || folded == ending)
    refuse("llama: needs a file that ends in .gguf, not \"" + io::one_line(rest, 200) + "\"");
  ModelSpec spec;
  spec.backend = Backend::llama;
  const auto plus = folded.find(".gguf+");
  spec.file = rest.substr(0, plus == std::string::npos ? plus : plus + ending.size());
  if (plus != std::string::npos) spec.mmproj = rest.substr(plus + ending.size() + 1);
  if (lower(spec.mmproj) == ending) refuse("llama: without the name of a file after +");
  return spec;
}

std::optional<Backend> backend_of(std::string_view prefix) {
  for (const auto& [name, backend] : prefixes)
    if (name == prefix) return backend;
  return std::nullopt;
}

}  // namespace

std::string to_string(Backend backend) {
  for (const auto& [name, one] : prefixes)
    if (one == backend) return std::string(name);
  return "embedded";
}

ModelSpec ModelSpec::parse(std::string_view text) {
  if (text.empty()) refuse("no model is named");
  if (text.size() > longest_spec) refuse("the name is too long");
  if (has_control(text)) refuse("the name holds control characters");
  if (text == "embedded") return {};
  const auto colon = text.find(':');
  const auto backend = backend_of(text.substr(0, colon));
  if (!backend || colon == std::string_view::npos)
    refuse("\"" + io::one_line(text.substr(0, colon), 60) + "\" is no kind of model");
  const auto rest = text.substr(colon + 1);
  return *backend == Backend::llama ? llama(rest) : hosted(*backend, rest);
}

std::string ModelSpec::to_string() const {
  std::string text = models::to_string(backend);
  if (backend == Backend::embedded) return text;
  text += ":" + name + file;
  if (!mmproj.empty()) text += "+" + mmproj;
  if (!url.empty()) text += "@" + io::shown_url(url);
  return text;
}

}  // namespace assay::models
