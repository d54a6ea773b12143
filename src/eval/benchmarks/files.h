#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"
#include "assay/core/label_space.h"
#include "eval/benchmarks/benchmark.h"

// What the readers of benchmarks' files have in common.
namespace assay::eval {

// The file that is meant: `options.data` itself where that is a file, else `relative` in it. Throws
// InputError, which says where it was looked for.
std::filesystem::path file_in(const LoadOptions& options, const std::filesystem::path& relative);
// The folder that the files of the benchmark lie in.
std::filesystem::path folder_in(const LoadOptions& options);
// The split, or the usual one. Throws UsageError for one that the benchmark does not have.
std::string split_of(const LoadOptions& options, const Benchmark& benchmark);

// Collects instances: refuses ids that come twice, and leaves out, where bad rows are to be
// skipped, those whose making throws InputError.
class Collector {
 public:
  Collector(const LoadOptions& options, std::filesystem::path file)
      : options_(options), file_(std::move(file)) {}

  // `place` is a number (`row 3`, `item 3`) for messages.
  void add(const std::string& place, const std::function<Instance()>& make);
  Dataset take();  // throws InputError where no claim is left
  void warn(std::string text) { dataset_.warnings.push_back(std::move(text)); }
  Dataset& dataset() { return dataset_; }

 private:
  const LoadOptions& options_;
  std::filesystem::path file_;
  Dataset dataset_;
  std::set<std::string> ids_;
  std::size_t skipped_ = 0;
};

// Calls `each` with every item of a JSON array, or of JSON Lines, and its number from 0. Throws
// InputError, which names the file and the item; so does `each`, without naming them.
void each_item(const std::filesystem::path& file,
               const std::function<void(const core::Json&, std::size_t)>& each);

// The id of an item: its field `id`, else its number. Sets both forms.
void set_id(const core::Json& item, std::size_t number, Instance& instance);
void set_id(std::string id, Instance& instance);

// The label of the space that is meant, whatever its letter case, spaces and punctuation; null
// where it is none, or more than one.
const core::Label* matching_label(const core::LabelSpace& labels, std::string_view text);
// The same as its name. Throws InputError, which lists the labels.
std::string need_label(const core::LabelSpace& labels, std::string_view text);

// Claim text of a benchmark. Throws InputError for a blank one or one of more than 100,000 bytes.
core::MultimodalText claim_text_of(const std::string& text);

// Questions with answers as AVeriTeC and AVerImaTeC write them.
std::vector<GoldQuestion> gold_questions_of(const core::Json& item);
// The answered ones as evidence, with ids `CLAIM-QUESTION-ANSWER` from 0.
std::vector<GoldEvidence> evidence_of(const std::string& claim,
                                      const std::vector<GoldQuestion>& questions);

// How many of the claims' pictures are not there, as a warning.
void warn_of_pictures(Dataset& dataset);

}  // namespace assay::eval
