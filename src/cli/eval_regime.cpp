#include "cli/eval_regime.h"

#include <array>
#include <optional>
#include <utility>

#include "assay/core/error.h"

namespace assay::cli {
namespace {

using core::UsageError;

constexpr std::array<std::pair<std::string_view, Regime>, 3> regimes{
    {{"closed-book", Regime::closed_book},
     {"evidence-bounded", Regime::evidence_bounded},
     {"open-web", Regime::open_web}}};

std::optional<Regime> regime_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  for (const auto& [known, regime] : regimes)
    if (known == name) return regime;
  throw UsageError("unknown regime '" + name +
                   "'; known are: closed-book evidence-bounded open-web");
}

std::optional<Inputs> inputs_named(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name == "T") return Inputs{false, false};
  if (name == "T+I") return Inputs{true, false};
  if (name == "T+E") return Inputs{false, true};
  if (name == "T+I+E") return Inputs{true, true};
  throw UsageError("unknown inputs '" + name + "'; known are: T T+I T+E T+I+E");
}

bool answers_at_once(const std::string& procedure) {
  return procedure == "direct" || procedure == "cot";
}

Regime usual_regime(const std::optional<Inputs>& inputs, const std::string& procedure) {
  if (inputs && inputs->evidence) return Regime::evidence_bounded;
  return answers_at_once(procedure) ? Regime::closed_book : Regime::open_web;
}

void check(const Setting& setting, const std::optional<Inputs>& inputs,
           const std::string& procedure, bool has_corpus) {
  const bool bounded = setting.regime == Regime::evidence_bounded;
  if (inputs && inputs->evidence && !bounded)
    throw UsageError("--inputs " + inputs->to_string() +
                     " gives evidence, which only the regime evidence-bounded does");
  if (inputs && !inputs->evidence && bounded && answers_at_once(procedure))
    throw UsageError("--inputs " + inputs->to_string() +
                     " gives no evidence: that is the regime closed-book");
  if (setting.regime == Regime::open_web && answers_at_once(procedure))
    throw UsageError("the procedure " + procedure +
                     " makes no search: its regime is closed-book or evidence-bounded");
  if (setting.regime == Regime::closed_book && has_corpus)
    throw UsageError("the regime closed-book searches nothing: leave --corpus out");
  if (bounded && has_corpus && answers_at_once(procedure))
    throw UsageError("the procedure " + procedure +
                     " reads the evidence that came with a claim and searches no --corpus");
}

}  // namespace

std::string_view to_string(Regime regime) {
  for (const auto& [name, known] : regimes)
    if (known == regime) return name;
  return {};
}

std::string Inputs::to_string() const {
  return std::string("T") + (images ? "+I" : "") + (evidence ? "+E" : "");
}

Setting setting_of(const RegimeFlags& flags, const std::string& procedure, bool has_corpus) {
  const auto inputs = inputs_named(flags.inputs);
  const auto regime = regime_named(flags.regime);
  Setting setting;
  setting.regime = regime.value_or(usual_regime(inputs, procedure));
  setting.inputs = inputs.value_or(Inputs{});
  check(setting, inputs, procedure, has_corpus);
  setting.inputs.evidence = setting.regime == Regime::evidence_bounded;
  return setting;
}

}  // namespace assay::cli
