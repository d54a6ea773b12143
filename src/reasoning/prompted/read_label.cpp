#include "reasoning/prompted/read_label.h"
#include "reasoning/prompted/known.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "language/fold.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::reasoning::prompted {
namespace {

using core::Json;
using core::Judgement;
using core::Label;
using core::LabelSpace;

constexpr double confidence_of_prose = 0.5;  // a model that names none

// Letters and digits alone: `Not_Enough Evidence.` is `notenoughevidence`.
std::string letters(std::string_view text) {
  std::string kept;
  for (const char c : language::fold(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) kept += c;
  return kept;
}

bool abstains(std::string_view named) {
  static const std::set<std::string> words{"notenoughevidence", "notenoughinformation", "nei",
                                           "insufficientevidence", "insufficientinformation"};
  return words.contains(letters(named));
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// Behind `verdict:` or `the verdict is`, to the end of the sentence; empty where this is neither.
std::string_view named_behind(std::string_view rest) {
  constexpr std::string_view marks = " \t\"'`*_";
  const auto skip = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(marks), rest.size()));
  };
  skip();
  if (rest.starts_with(':') || rest.starts_with('='))
    rest.remove_prefix(1);
  else if (rest.starts_with("is "))
    rest.remove_prefix(3);
  else
    return {};
  skip();
  return rest.substr(0, std::min(rest.find_first_of("\n.,;\"`*(){}"), std::size_t{80}));
}

// Where prose names its verdict: a line (or all of it) that holds nothing else, and behind the word
// `verdict` or the like. A label within a sentence may be one that the sentence denies.
std::vector<std::string_view> named_places(std::string_view text) {
  std::vector<std::string_view> places;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    if (end - at < 80) places.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto lowered = lower(text);
  for (const std::string_view word : {"verdict", "label", "answer", "decision", "judgement"})
    for (auto at = lowered.find(word); at != text.npos; at = lowered.find(word, at + 1))
      places.push_back(named_behind(text.substr(at + word.size())));
  return places;
}

struct Named {
  const Label* label = nullptr;
  bool undecided = false;
  bool found() const { return label != nullptr || undecided; }
};

Named named_in(std::string_view words, const LabelSpace& labels, bool may_abstain) {
  Named named;
  named.label = find_label(labels, words);
  named.undecided = named.label == nullptr && may_abstain && abstains(words);
  if (named.undecided) named.label = labels.for_verdict(core::Verdict::not_enough_evidence);
  return named;
}

Judgement judgement_of(const Named& named) {
  Judgement judgement;
  judgement.verdict =
      named.label != nullptr ? named.label->verdict : core::Verdict::not_enough_evidence;
  if (named.label != nullptr) judgement.label = named.label->name;
  return judgement;
}

std::string choices(const LabelSpace& labels, bool may_abstain) {
  std::string text;
  for (const auto& label : labels.labels()) text += (text.empty() ? "`" : ", `") + label.name + "`";
  if (may_abstain && !labels.can_abstain()) text += ", `" + std::string(undecided) + "`";
  return text;
}

}  // namespace

const Label* find_label(const LabelSpace& labels, std::string_view named) {
  const auto wanted = letters(named);
  if (wanted.empty()) return nullptr;
  for (const auto& label : labels.labels())
    if (letters(label.name) == wanted) return &label;
  return nullptr;
}

Reading<Judgement> read_judgement(const models::ChatAnswer& answer, const LabelSpace& labels,
                                  bool may_abstain) {
  Reading<Judgement> reading;
  const auto object = read_object(answer, {"verdict"});
  Named named;
  std::string said;
  if (object.object) {
    said = text_member(*object.object, "verdict", 200);
    named = named_in(said, labels, may_abstain);
  } else if (answer.finish != models::Finish::cut) {
    for (const auto place : named_places(answer.text)) {
      const auto candidate = named_in(bare(place), labels, may_abstain);
      if (!candidate.found()) continue;
      // Two labels in one answer name none.
      if (named.found() && named.label != candidate.label) {
        named = {};
        break;
      }
      named = candidate;
    }
  }
  if (!named.found()) {
    reading.problem = object.object ? "\"" + said + "\" is none of the options" : object.problem;
    reading.problem += "; choose one of " + choices(labels, may_abstain);
    return reading;
  }
  auto judgement = judgement_of(named);
  reading.form = core::Form::repaired;
  judgement.confidence = confidence_of_prose;
  if (object.object) {
    reading.form = object.form;
    const auto confidence = share_member(*object.object, "confidence");
    if (confidence) judgement.confidence = *confidence;
    judgement.key_findings = text_member(*object.object, "key_findings", 8'000);
    if (named.label != nullptr && named.label->name != said) reading.form = core::Form::repaired;
  }
  reading.value = std::move(judgement);
  return reading;
}

Reading<Judgement> read_cited_judgement(const models::ChatAnswer& answer, const LabelSpace& labels,
                                        bool may_abstain, const core::Claim& claim,
                                        const std::vector<core::Evidence>& evidence) {
  auto reading = read_judgement(answer, labels, may_abstain);
  if (!reading.value) return reading;
  auto checked = checked_references(reading.value->key_findings, known_in(claim, evidence));
  reading.value->key_findings = std::move(checked.text);
  if (checked.removed.empty()) return reading;
  reading.form = core::Form::repaired;
  reading.problem = removed_note(checked);
  return reading;
}

Judgement no_judgement(const LabelSpace& labels, const std::string& why) {
  Judgement judgement;
  if (const auto* label = labels.for_verdict(core::Verdict::not_enough_evidence))
    judgement.label = label->name;
  judgement.key_findings = "The model gave no verdict that could be used.";
  judgement.reasons = {"no verdict could be read from the model's answers: " + why};
  return judgement;
}

std::string judgement_schema(const LabelSpace& labels, bool may_abstain, bool reasoning) {
  Json names = Json::array();
  for (const auto& label : labels.labels()) names.push_back(label.name);
  if (may_abstain && !labels.can_abstain()) names.push_back(undecided);
  Json properties;
  Json required = Json::array();
  const auto add = [&](const char* name, Json type) {
    properties[name] = std::move(type);
    required.push_back(name);
  };
  if (reasoning) add("key_findings", {{"type", "string"}});
  add("verdict", {{"type", "string"}, {"enum", names}});
  add("confidence", {{"type", "number"}});
  return Json{{"type", "object"},
              {"properties", properties},
              {"required", required},
              {"additionalProperties", false}}
      .dump();
}

}  // namespace assay::reasoning::prompted
