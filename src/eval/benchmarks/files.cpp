#include "eval/benchmarks/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/fold.h"
#include "language/json_input.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{1} << 30;
constexpr std::size_t longest_claim = 100'000;
constexpr int depth = 64;

std::string shown_item(const fs::path& file, const std::string& place) {
  return "'" + io::shown(file) + "' " + place;
}

void each_of_array(const fs::path& file, const std::string& bytes,
                   const std::function<void(const Json&, std::size_t)>& each) {
  Json array;
  try {
    array = language::parse_json(bytes, depth);
  } catch (const InputError& error) {
    throw InputError("'" + io::shown(file) + "': " + error.what());
  }
  if (!array.is_array()) throw InputError("'" + io::shown(file) + "' holds no JSON array");
  for (std::size_t i = 0; i < array.size(); ++i) {
    const auto place = shown_item(file, fmt::format("item {}", i + 1));
    if (!array[i].is_object()) throw InputError(place + " is not a JSON object");
    try {
      each(array[i], i);
    } catch (const InputError& error) {
      throw InputError(place + ": " + error.what());
    }
  }
}

void each_of_lines(const fs::path& file, const std::string& bytes,
                   const std::function<void(const Json&, std::size_t)>& each) {
  std::string_view rest = bytes;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  std::size_t items = 0;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto line = language::take_line(rest);
    if (language::is_blank(line)) continue;
    try {
      each(language::parse_object(line), items++);
    } catch (const InputError& error) {
      throw InputError(shown_item(file, fmt::format("line {}", number)) + ": " + error.what());
    }
  }
}

// Letters and digits alone, in lower case.
std::string bare(std::string_view text) {
  std::string letters;
  for (const char c : language::lower_case(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte)) letters += c;
  }
  return letters;
}

GoldAnswer answer_of(const Json& json) {
  if (!json.is_object()) throw InputError("an answer is not a JSON object");
  GoldAnswer answer;
  answer.text = language::text_field(json, "answer");
  if (answer.text.empty()) answer.text = language::text_field(json, "answer_text");
  answer.type = language::text_field(json, "answer_type");
  answer.explanation = language::text_field(json, "boolean_explanation");
  answer.url = language::text_field(json, "source_url");
  for (const auto* key : {"image_answers", "answer_images", "images"})
    for (auto& image : language::texts_field(json, key)) answer.images.push_back(std::move(image));
  return answer;
}

}  // namespace

fs::path file_in(const LoadOptions& options, const fs::path& relative) {
  std::error_code error;
  if (!fs::exists(options.data, error))
    throw InputError("there is no '" + io::shown(options.data) + "'");
  if (!fs::is_directory(options.data, error)) return options.data;
  auto file = options.data / relative;
  if (!fs::exists(file, error))
    throw InputError("there is no '" + io::shown(relative) + "' in '" + io::shown(options.data) +
                     "'");
  return file;
}

fs::path folder_in(const LoadOptions& options) {
  std::error_code error;
  const auto path = fs::absolute(options.data);
  return fs::is_directory(path, error) ? path : path.parent_path();
}

std::string split_of(const LoadOptions& options, const Benchmark& benchmark) {
  const auto splits = benchmark.splits();
  if (splits.empty() || options.split.empty()) return splits.empty() ? "" : splits.front();
  if (std::find(splits.begin(), splits.end(), options.split) != splits.end()) return options.split;
  std::string known;
  for (const auto& split : splits) known += " " + split;
  throw core::UsageError(std::string(benchmark.title()) + " has no split '" + options.split +
                         "'; known are:" + known);
}

void Collector::add(const std::string& place, const std::function<Instance()>& make) {
  const auto where = shown_item(file_, place) + ": ";
  try {
    auto instance = make();
    if (!ids_.insert(instance.claim.id).second)
      throw InputError("the id '" + instance.claim.id + "' comes twice");
    dataset_.instances.push_back(std::move(instance));
  } catch (const InputError& error) {
    if (!options_.skip_bad)
      throw InputError(where + error.what() + " (--skip-bad goes on without such claims)");
    ++skipped_;
    dataset_.warnings.push_back("skipped " + where + error.what());
  }
}

Dataset Collector::take() {
  if (dataset_.instances.empty()) throw InputError("'" + io::shown(file_) + "' holds no claim");
  if (skipped_ > 0)
    dataset_.warnings.push_back(fmt::format("{} of {} claims were skipped", skipped_,
                                            dataset_.instances.size() + skipped_));
  return std::move(dataset_);
}

void each_item(const fs::path& file, const std::function<void(const Json&, std::size_t)>& each) {
  const auto bytes = io::read_file(file, largest_file);
  const auto first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != bytes.npos && bytes[first] == '{') return each_of_lines(file, bytes, each);
  each_of_array(file, bytes.substr(first == bytes.npos ? 0 : first), each);
}

void set_id(std::string id, Instance& instance) {
  if (id.empty()) throw InputError("`id` is empty");
  instance.id_json = Json(id).dump();
  instance.claim.id = std::move(id);
}

void set_id(const Json& item, std::size_t number, Instance& instance) {
  const auto found = item.find("id");
  if (found == item.end() || found->is_null()) {
    instance.id_json = std::to_string(number);
    instance.claim.id = instance.id_json;
    return;
  }
  set_id(language::id_field(item, "id"), instance);
  instance.id_json = found->dump();
}

const core::Label* matching_label(const core::LabelSpace& labels, std::string_view text) {
  if (const auto* exact = labels.find(text)) return exact;
  const auto wanted = bare(text);
  if (wanted.empty()) return nullptr;
  const core::Label* found = nullptr;
  for (const auto& label : labels.labels()) {
    if (bare(label.name) != wanted) continue;
    if (found != nullptr) return nullptr;
    found = &label;
  }
  return found;
}

std::string need_label(const core::LabelSpace& labels, std::string_view text) {
  if (const auto* label = matching_label(labels, text)) return label->name;
  std::string known;
  for (const auto& label : labels.labels()) known += (known.empty() ? "" : ", ") + label.name;
  throw InputError("the label '" + std::string(text) + "' is none of: " + known);
}

core::MultimodalText claim_text_of(const std::string& text) {
  if (language::is_blank(text)) throw InputError("the claim has no text");
  if (text.size() > longest_claim)
    throw InputError(fmt::format("the claim is longer than {} bytes", longest_claim));
  return core::MultimodalText(text);
}

std::vector<GoldQuestion> gold_questions_of(const Json& item) {
  std::vector<GoldQuestion> questions;
  const auto* list = language::list_field(item, "questions");
  if (list == nullptr) return questions;
  for (const auto& one : *list) {
    if (!one.is_object()) throw InputError("a question is not a JSON object");
    GoldQuestion question;
    question.question = language::text_field(one, "question");
    for (const auto* key : {"input_images", "question_images"})
      for (auto& image : language::texts_field(one, key))
        question.images.push_back(std::move(image));
    if (const auto* answers = language::list_field(one, "answers"))
      for (const auto& answer : *answers) question.answers.push_back(answer_of(answer));
    questions.push_back(std::move(question));
  }
  return questions;
}

std::vector<GoldEvidence> evidence_of(const std::string& claim,
                                      const std::vector<GoldQuestion>& questions) {
  std::vector<GoldEvidence> evidence;
  for (std::size_t q = 0; q < questions.size(); ++q)
    for (std::size_t a = 0; a < questions[q].answers.size(); ++a) {
      const auto& answer = questions[q].answers[a];
      if (answer.type == "Unanswerable" || language::is_blank(answer.text)) continue;
      GoldEvidence item;
      item.id = fmt::format("{}-{}-{}", claim, q, a);
      item.text = answer.text;
      // Yes or no says nothing without what was asked.
      if (answer.type == "Boolean")
        item.text = questions[q].question + " " + answer.text +
                    (answer.explanation.empty() ? "" : ". " + answer.explanation);
      item.url = answer.url;
      item.images = answer.images;
      evidence.push_back(std::move(item));
    }
  return evidence;
}

void warn_of_pictures(Dataset& dataset) {
  std::size_t missing = 0;
  std::size_t all = 0;
  std::unordered_set<std::string> seen;
  std::error_code error;
  for (const auto& instance : dataset.instances)
    for (const auto& file : instance.image_files) {
      if (file.starts_with("data:") || !seen.insert(file).second) continue;
      ++all;
      missing += fs::exists(dataset.base / file, error) ? 0 : 1;
    }
  if (missing > 0)
    dataset.warnings.push_back(
        fmt::format("{} of {} pictures are not in '{}'", missing, all, io::shown(dataset.base)));
}

}  // namespace assay::eval
