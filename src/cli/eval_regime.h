#pragma once
#include <string>
#include <string_view>

namespace assay::cli {

// What a check may see (RW-Post, section III).
enum class Regime {
  closed_book,       // the claim and its post alone
  evidence_bounded,  // and evidence that is fixed beforehand: what came with it, or a corpus
  open_web  // and what it searches for on the web, without sources that give the answer away
};
// `closed-book`, `evidence-bounded`, `open-web`.
std::string_view to_string(Regime regime);

// Which inputs are given: RW-Post's T, T+I, T+E, T+I+E (section V-C).
struct Inputs {
  bool images = true;
  bool evidence = false;
  std::string to_string() const;
};

struct RegimeFlags {
  std::string regime;  // empty: what the rest says
  std::string inputs;  // likewise
};
struct Setting {
  Regime regime = Regime::open_web;
  Inputs inputs;
};
// What the flags come to for this procedure: without a regime, `direct` and `cot` are closed-book,
// or evidence-bounded where the inputs have E; others search the open web. `has_corpus`: --corpus
// was given. Throws UsageError for what does not go together.
Setting setting_of(const RegimeFlags& flags, const std::string& procedure, bool has_corpus);

}  // namespace assay::cli
