#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/label_space.h"
#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"

namespace assay::eval {

// What is done with claims whose labels are known to be wrong.
enum class Faults { keep, drop, correct };

struct LoadOptions {
  std::filesystem::path data;  // the benchmark's folder, or one of its files
  std::string split = {};      // empty: the benchmark's usual one; of a single file it says nothing
  Faults faults = Faults::keep;
  std::string variant = {};  // of the labels, one of variants(); empty: as the benchmark has it
  bool skip_bad = false;     // leave out rows that can't be used, with a warning for each
};

// One benchmark: its files, its labels, what a check of its claims may use, and what it takes as a
// submission. One file each; `all()` lists them.
class Benchmark {
 public:
  virtual ~Benchmark() = default;

  virtual std::string_view name() const = 0;            // on the command line: `averitec`
  virtual std::string_view title() const = 0;           // `AVeriTeC`
  virtual std::vector<std::string> splits() const = 0;  // the usual one first; empty: no splits
  // Other ways to count its labels: cr2024plus has `three` (AgentFact's mapping), rwpost
  // `challenge` (with Mixture and Outdated). Mostly empty.
  virtual std::vector<std::string> variants() const { return {}; }
  // Throws InputError where the variant is unknown.
  virtual core::LabelSpace labels(std::string_view variant = {}) const = 0;
  // Tools that a check may use, by the names of actions. Empty: all.
  virtual std::vector<std::string> allowed_tools() const { return {}; }
  // Is the claim's date the limit of the evidence? (Where not, there is no limit.)
  virtual bool limited_by_date() const { return true; }
  // Do its files hold evidence to check against (the evidence-bounded regime)?
  virtual bool has_evidence() const { return false; }

  // Which scores of its own it has beside the usual ones: HU-METEOR and the AVeriTeC score;
  // VERITE's pairs of labels; AVerImaTeC's scores by a judge (else Ev2R is what a judge gives).
  virtual bool scores_hu_meteor() const { return false; }
  virtual bool scores_verite_pairs() const { return false; }
  virtual bool judged_as_averimatec() const { return false; }

  // Throws InputError, one line with file and row, where the files are not there or not of the
  // format, an id comes twice, or no claim is left.
  virtual Dataset load(const LoadOptions& options) const = 0;

  // Reads predictions in the benchmark's own form or forms, told apart by what the file holds, or
  // as JSON Lines of {id or claim_id, label (or verdict), confidence, justification, pairs or
  // evidence}. Labels are matched whatever their case, spaces and punctuation. Throws InputError
  // with the place, for a file that can't be read, an id that comes twice.
  virtual std::vector<Prediction> read_predictions(const std::filesystem::path& file,
                                                   std::string_view variant = {}) const = 0;
  // Writes a submission: one file, or two where there are two forms, into `folder` as
  // `predictions.*`, whole or not at all. `instances` and `predictions` go together by id; a claim
  // without a prediction is left out. Gives the paths.
  virtual std::vector<std::filesystem::path> write_predictions(
      const std::filesystem::path& folder, const Dataset& dataset,
      std::span<const Prediction> predictions) const = 0;
};

// `averitec`, `averimatec`, `mocheg`, `verite`, `cr2024plus`, `newsclippings`, `rwpost`, and
// `jsonl`, one's own claims in JSON Lines.
std::vector<std::shared_ptr<const Benchmark>> all_benchmarks();
// Names are matched whatever their case, `claimreview2024+` and `claimreview2024plus` are
// `cr2024plus`. Throws UsageError, which lists the known names.
std::shared_ptr<const Benchmark> benchmark_named(std::string_view name);

}  // namespace assay::eval
