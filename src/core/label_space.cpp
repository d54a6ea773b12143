#include "assay/core/label_space.h"

#include <array>
#include <utility>

#include "assay/core/error.h"

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 9> known_names{
    "default",          "averitec", "mocheg",           "verite",       "cr2024plus",
    "cr2024plus-three", "rwpost",   "rwpost-challenge", "newsclippings"};

constexpr auto supported = Verdict::supported;
constexpr auto refuted = Verdict::refuted;
constexpr auto not_enough = Verdict::not_enough_evidence;
constexpr auto conflicting = Verdict::conflicting;

std::vector<Label> labels_of(std::string_view space) {
  if (space == "default")
    return {
        {"supported", "The evidence shows that the claim is right in all that matters.", supported},
        {"refuted", "The evidence shows that at least one thing that matters is wrong.", refuted},
        {"not enough evidence", "What was found neither shows nor disproves the claim.",
         not_enough},
        {"conflicting",
         "Good sources disagree, or the claim is right in its words but leaves out what would turn "
         "its meaning.",
         conflicting}};
  if (space == "averitec")
    return {
        {"Supported", "The evidence that was found backs the claim.", supported},
        {"Refuted", "The evidence that was found contradicts the claim.", refuted},
        {"Not Enough Evidence", "The evidence does not settle the claim either way.", not_enough},
        {"Conflicting Evidence/Cherrypicking",
         "Evidence points both ways, or the claim holds only because facts were picked to suit it.",
         conflicting}};
  if (space == "mocheg")
    return {{"supported", "The evidence backs the claim.", supported},
            {"refuted", "The evidence contradicts the claim.", refuted},
            {"NEI", "The evidence does not decide the claim.", not_enough}};
  if (space == "verite")
    return {
        {"true", "The caption tells truly what the picture shows: who, what, where and when.",
         supported},
        {"miscaptioned",
         "The picture belongs to the story, but the caption was altered and says something untrue "
         "of it.",
         refuted},
        {"out-of-context", "The caption may be true, but the picture comes from something else.",
         refuted}};
  if (space == "cr2024plus")
    return {
        {"supported", "The claim is right, and what it leaves out doesn't change that.", supported},
        {"refuted", "What the claim says is wrong.", refuted},
        {"misleading",
         "Taken word by word it may be right, but its framing or omissions give a wrong picture, "
         "or "
         "the sources conflict.",
         conflicting},
        {"not enough information", "What can be found doesn't settle the claim.", not_enough}};
  if (space == "cr2024plus-three")
    return {
        {"True", "The claim is right, and what it leaves out doesn't change that.", supported},
        {"False", "The claim is wrong, or gives a wrong picture by what it leaves out.", refuted},
        {"Unproven", "What can be found doesn't settle the claim.", not_enough}};
  if (space == "rwpost-challenge")
    return {
        {"True", "Post and picture say what the evidence confirms.", supported},
        {"False", "The evidence disproves the post, or its picture shows something else.", refuted},
        {"Unproven", "The evidence neither confirms nor disproves the post.", not_enough},
        {"Mixture", "Part of what the post says is right, and part of it is wrong.", conflicting},
        {"Outdated", "The post was right once, and no longer is.", refuted}};
  if (space == "rwpost")
    return {
        {"True", "Post and picture say what the evidence confirms.", supported},
        {"False", "The evidence disproves the post, or its picture shows something else.", refuted},
        {"Unproven", "The evidence neither confirms nor disproves the post.", not_enough}};
  if (space == "newsclippings")
    return {{"pristine", "The picture is the one that was published with this caption's event.",
             supported},
            {"falsified", "The picture was taken from another event than the caption tells of.",
             refuted}};
  return {};
}

}  // namespace

LabelSpace::LabelSpace(std::string name, std::vector<Label> labels)
    : name_(std::move(name)), labels_(std::move(labels)) {}

std::vector<std::string_view> LabelSpace::known() {
  return {known_names.begin(), known_names.end()};
}

LabelSpace LabelSpace::named(std::string_view name) {
  auto labels = labels_of(name);
  if (!labels.empty()) return {std::string(name), std::move(labels)};
  std::string message = "unknown label space '" + std::string(name) + "'; known are";
  for (const auto known : known_names) message.append(" ").append(known);
  throw InputError(message);
}

const Label* LabelSpace::find(std::string_view label) const {
  for (const auto& candidate : labels_)
    if (candidate.name == label) return &candidate;
  return nullptr;
}

const Label* LabelSpace::for_verdict(Verdict verdict) const {
  for (const auto& candidate : labels_)
    if (candidate.verdict == verdict) return &candidate;
  return nullptr;
}

}  // namespace assay::core
