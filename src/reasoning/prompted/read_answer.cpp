#include "reasoning/prompted/read_answer.h"

#include <algorithm>
#include <charconv>

#include "language/beginning.h"
#include "language/fold.h"
#include "language/utf8.h"
#include "models/lenient_json.h"

namespace assay::reasoning::prompted {
namespace {

using core::Json;

constexpr int deepest = 16;

std::string cut(std::string text, std::size_t longest) {
  if (text.size() <= longest) return text;
  text.resize(language::beginning(text, longest).size());
  return text + "…";
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto begin = text.find_first_not_of(space);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(space) - begin + 1));
}

std::string as_text(const Json& value, std::size_t longest) {
  if (value.is_string())
    return cut(trimmed(language::to_utf8(value.get_ref<const std::string&>())), longest);
  if (value.is_number() || value.is_boolean()) return value.dump();
  return {};
}

const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

struct Share {
  double number = 0;
  bool percent = false;
};

// `0.8`, `.8`, `80 %`, `80 percent`. Nothing where more is written than that: `4 of 5` is no 4.
std::optional<Share> written_share(std::string_view written) {
  const auto text = trimmed(written);
  Share share;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, share.number);
  if (read.ec != std::errc()) return std::nullopt;
  const auto unit = trimmed({read.ptr, end});
  share.percent = unit == "%" || unit == "percent";
  if (!unit.empty() && !share.percent) return std::nullopt;
  return share;
}

bool has_all(const Json& object, const std::vector<std::string>& wanted) {
  return object.is_object() &&
         std::ranges::all_of(wanted, [&](const auto& name) { return object.contains(name); });
}

}  // namespace

ReadObject read_object(const models::ChatAnswer& answer, const std::vector<std::string>& wanted) {
  ReadObject read;
  models::LenientLimits limits;
  limits.depth = deepest;
  auto object = models::parse_lenient(answer.text, wanted, limits);
  if (!object || !has_all(*object, wanted)) {
    read.problem = answer.finish == models::Finish::cut
                       ? "the answer was cut off by the limit of tokens"
                       : "it holds no JSON object with the members";
    if (answer.finish != models::Finish::cut)
      for (const auto& name : wanted) read.problem += " \"" + name + "\"";
    return read;
  }
  // The lenient reader has bounded the depth; only what it could read is read again.
  const auto strict = Json::parse(trimmed(answer.text), nullptr, false);
  read.form = has_all(strict, wanted) ? core::Form::exact : core::Form::repaired;
  read.object = std::move(object);
  return read;
}

std::string text_member(const Json& object, const char* name, std::size_t longest) {
  const auto* value = member(object, name);
  if (value == nullptr) return {};
  if (!value->is_array()) return as_text(*value, longest);
  // Some answer a text with a list of its sentences.
  std::string all;
  for (const auto& part : *value) {
    const auto text = as_text(part, longest);
    if (!text.empty()) all += (all.empty() ? "" : "\n") + text;
    if (all.size() > longest) break;
  }
  return cut(std::move(all), longest);
}

std::vector<std::string> texts_member(const Json& object, const char* name, std::size_t most,
                                      std::size_t longest) {
  std::vector<std::string> texts;
  const auto* value = member(object, name);
  if (value == nullptr) return texts;
  const auto add = [&](const Json& one) {
    auto text = as_text(one, longest);
    if (!text.empty() && texts.size() < most) texts.push_back(std::move(text));
  };
  if (value->is_array())
    for (const auto& one : *value) add(one);
  else
    add(*value);
  return texts;
}

std::optional<double> share_member(const Json& object, const char* name) {
  const auto* value = member(object, name);
  if (value == nullptr) return std::nullopt;
  std::optional<Share> share;
  if (value->is_number()) share = Share{value->get<double>(), false};
  if (value->is_string()) share = written_share(value->get_ref<const std::string&>());
  if (!share) return std::nullopt;
  if (share->percent || share->number > 1) share->number /= 100;
  if (!(share->number >= 0 && share->number <= 1)) return std::nullopt;
  return share->number;
}

std::optional<bool> flag_member(const Json& object, const char* name) {
  const auto* value = member(object, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  const auto word = language::fold(bare(as_text(*value, 20)));
  if (word == "true" || word == "yes") return true;
  if (word == "false" || word == "no") return false;
  return std::nullopt;
}

std::string prose_of(const models::ChatAnswer& answer, std::size_t longest) {
  constexpr std::string_view fence = "```";
  auto text = trimmed(language::to_utf8(answer.text));
  const auto line_end = text.find('\n');
  if (text.starts_with(fence) && text.ends_with(fence) && line_end != text.npos &&
      text.find(fence, fence.size()) == text.size() - fence.size())
    text = trimmed(std::string_view(text).substr(line_end, text.size() - fence.size() - line_end));
  return cut(std::move(text), longest);
}

std::string bare(std::string_view text) {
  constexpr std::string_view marks = " \t\r\n\"'`*_.:[](){}";
  const auto begin = text.find_first_not_of(marks);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(marks) - begin + 1));
}

bool says_none(std::string_view text) {
  return text.size() < 40 && language::fold(bare(text)) == "none";
}

}  // namespace assay::reasoning::prompted
