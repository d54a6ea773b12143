// The embedded stages on the 200 shared claims of AVeriTeC, each with its gold documents as corpus.
//
//   averitec DATA                cross-validated and compiled-in scores; DATA is data/averitec
//   averitec DATA --fit HEADER   fits the judge and writes src/reasoning/extractive/judge_weights.h
//   averitec DATA --results FILE scores the results.jsonl of `assay check --batch --labels
//   averitec` averitec DATA --findings     what develop says, a JSON line a claim
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "assay/core/label_space.h"
#include "eval/calibration.h"
#include "eval/classification.h"
#include "language/tokens.h"
#include "logistic.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/stopwords.h"

namespace {

using namespace assay;
using core::Json;
using core::Verdict;
using reasoning::extractive::Tally;

constexpr unsigned repeats = 10;

struct Item {
  core::Claim claim;
  std::string label;
  std::vector<std::string> documents;
  std::vector<core::Evidence> evidence;
  core::Development development;
  bench::Example example;
};

Json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return Json::parse(file);
}

std::map<std::string, std::string> read_pool(const std::filesystem::path& path) {
  std::map<std::string, std::string> texts;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  for (std::string line; std::getline(file, line);) {
    const auto document = Json::parse(line);
    texts[document.at("id")] = document.at("text");
  }
  return texts;
}

std::vector<Item> read_items(const std::filesystem::path& data) {
  const auto gold = read_json(data / "qrels.json");
  const auto pool = read_pool(data / "pool.jsonl");
  std::vector<Item> items;
  for (const auto& row : read_json(data / "dev.json")) {
    Item item;
    item.claim.id = std::to_string(row.at("id").get<int>());
    item.claim.text = core::MultimodalText(row.at("claim").get<std::string>());
    if (row.at("speaker").is_string()) item.claim.speaker = row.at("speaker");
    if (row.at("claim_date").is_string())
      item.claim.date = core::Date::parse(row.at("claim_date").get<std::string>());
    item.label = row.at("label");
    if (gold.contains(item.claim.id))
      for (const auto& id : gold.at(item.claim.id)) item.documents.push_back(pool.at(id));
    items.push_back(std::move(item));
  }
  return items;
}

// As the procedure does: each document is one source, one that says nothing is no evidence. All
// documents are there from the first turn on, so one turn is all.
void think(Item& item, const reasoning::extractive::Lexicon& lexicon) {
  for (const auto& text : item.documents) {
    reasoning::SummarizeInput input;
    input.claim = item.claim;
    input.text = text;
    auto summary = reasoning::extractive::summarize(input, lexicon);
    if (summary.none()) continue;
    core::Evidence evidence;
    evidence.id = "E" + std::to_string(item.evidence.size() + 1);
    evidence.quotations = std::move(summary.quotations);
    evidence.takeaways = std::move(summary.takeaways);
    item.evidence.push_back(std::move(evidence));
  }
  item.development = reasoning::extractive::develop({item.claim, item.evidence}, lexicon);
  item.example.tally = reasoning::extractive::tally(item.claim, item.evidence, item.development);
  const auto space = core::LabelSpace::named("averitec");
  item.example.verdict = static_cast<std::size_t>(space.find(item.label)->verdict);
}

// Claims with many words in common, and those of one speaker on one day, share a group.
void group(std::vector<Item>& items) {
  std::vector<std::set<std::string>> words;
  for (const auto& item : items) {
    std::set<std::string> stems;
    for (const auto& token : language::tokenize(item.claim.text.plain(), "en"))
      if (!reasoning::extractive::is_stopword(token.text)) stems.insert(token.stem);
    words.push_back(std::move(stems));
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].example.group = i;
    for (std::size_t j = 0; j < i; ++j) {
      std::size_t shared = 0;
      for (const auto& stem : words[i]) shared += words[j].contains(stem) ? 1 : 0;
      const auto either = words[i].size() + words[j].size() - shared;
      const bool alike = static_cast<double>(shared) > 0.3 * static_cast<double>(either);
      const bool one_speech = !items[i].claim.speaker.empty() &&
                              items[i].claim.speaker == items[j].claim.speaker &&
                              items[i].claim.date == items[j].claim.date;
      if (!alike && !one_speech) continue;
      const auto from = items[i].example.group;
      const auto to = items[j].example.group;
      for (std::size_t k = 0; k <= i; ++k)
        if (items[k].example.group == from) items[k].example.group = to;
    }
  }
}

const std::vector<std::string>& label_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    const auto space = core::LabelSpace::named("averitec");
    for (const auto& label : space.labels()) list.push_back(label.name);
    return list;
  }();
  return names;
}

struct Scores {
  std::vector<eval::Outcome> outcomes;
  std::vector<eval::Graded> graded;

  void add(const std::string& gold, const std::string& predicted, double confidence) {
    outcomes.push_back({gold, predicted});
    graded.push_back({confidence, gold == predicted});
  }
};

void print(std::string_view title, const Scores& scores) {
  const auto matrix = eval::confusion(scores.outcomes, label_names());
  fmt::print("{}: accuracy {:.3f}, macro-F1 {:.3f}, ECE {:.3f}, Brier {:.3f} over {} claims\n",
             title, eval::accuracy(scores.outcomes), eval::macro_f1(matrix),
             eval::ece(scores.graded), eval::brier(scores.graded), scores.outcomes.size());
  for (const auto& score : eval::label_scores(matrix))
    fmt::print("  {:36} F1 {:.3f}  precision {:.3f}  recall {:.3f}\n", score.label, score.f1,
               score.precision, score.recall);
  fmt::print("  confusion, rows gold, columns predicted in the same order:\n");
  for (const auto& row : matrix.counts) fmt::print("    {:4}\n", fmt::join(row, " "));
}

std::string label_of(Verdict verdict) {
  return core::LabelSpace::named("averitec").for_verdict(verdict)->name;
}

Scores compiled(const std::vector<Item>& items) {
  Scores scores;
  for (const auto& item : items) {
    const auto judgement = reasoning::extractive::judge(
        {item.claim, core::LabelSpace::named("averitec"), item.evidence, item.development, true});
    scores.add(item.label, judgement.label, judgement.confidence);
  }
  return scores;
}

Scores general(const std::vector<Item>& items) {
  Scores scores;
  for (const auto& item : items) {
    const auto choice = reasoning::extractive::choose_general(item.example.tally);
    scores.add(item.label, label_of(choice.verdict), choice.probability);
  }
  return scores;
}

Scores cross_validated(const std::vector<Item>& items, unsigned seed) {
  std::vector<const bench::Example*> examples;
  for (const auto& item : items) examples.push_back(&item.example);
  const auto folds = bench::draw_folds(examples, 5, seed);
  Scores scores;
  for (std::size_t fold = 0; fold < 5; ++fold) {
    std::vector<const bench::Example*> inside;
    for (std::size_t i = 0; i < examples.size(); ++i)
      if (folds[i] != fold) inside.push_back(examples[i]);
    const auto judge = bench::train(inside, bench::select(inside, seed * 100 + 7));
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (folds[i] != fold) continue;
      const auto choice = reasoning::extractive::choose(judge, examples[i]->tally);
      scores.add(items[i].label, label_of(choice.verdict), choice.probability);
    }
  }
  return scores;
}

void report(const std::vector<Item>& items) {
  std::vector<double> f1;
  Scores all;
  for (unsigned seed = 1; seed <= repeats; ++seed) {
    const auto scores = cross_validated(items, seed);
    f1.push_back(eval::macro_f1(eval::confusion(scores.outcomes, label_names())));
    all.outcomes.insert(all.outcomes.end(), scores.outcomes.begin(), scores.outcomes.end());
    all.graded.insert(all.graded.end(), scores.graded.begin(), scores.graded.end());
  }
  const auto [low, high] = std::ranges::minmax(f1);
  const double mean = std::accumulate(f1.begin(), f1.end(), 0.0) / static_cast<double>(f1.size());
  print(fmt::format("cross-validated ({} times 5 folds, grouped, settings chosen inside)", repeats),
        all);
  fmt::print("  macro-F1 of the {} repetitions: mean {:.3f}, {:.3f} to {:.3f}\n", repeats, mean,
             low, high);
  print("compiled-in weights on the claims that they were fitted to", compiled(items));
  print("general judge (weights set by hand)", general(items));
}

void write_weights(const std::vector<Item>& items, const std::filesystem::path& path) {
  std::vector<const bench::Example*> examples;
  for (const auto& item : items) examples.push_back(&item.example);
  const auto settings = bench::select(examples, 4711);
  const auto judge = bench::train(examples, settings);
  std::ofstream file(path);
  const auto row = [&](const auto& values) {
    return fmt::format("{:.4f}", fmt::join(values, ", "));
  };
  file << "// Written by `averitec --fit`. Do not edit.\n#pragma once\n"
          "#include \"reasoning/extractive/judge_model.h\"\n\n"
          "namespace assay::reasoning::extractive {\n\n"
       << fmt::format("// Ridge {:.2f}; constant, then {}.\n", settings.ridge,
                      fmt::join(reasoning::extractive::feature_names, ", "))
       << "inline FittedJudge compiled_judge() {\n  FittedJudge judge;\n  // clang-format off\n"
          "  judge.model.weights = {{\n";
  for (const auto& weights : judge.model.weights) file << "      {" << row(weights) << "},\n";
  file << "  }};\n  judge.emphasis = {" << row(judge.emphasis) << "};\n  judge.without_evidence = {"
       << row(judge.without_evidence)
       << "};\n  // clang-format on\n  return judge;\n}\n\n"
          "}  // namespace assay::reasoning::extractive\n";
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

void score_results(const std::vector<Item>& items, const std::filesystem::path& path) {
  std::map<std::string, std::string> gold;
  for (const auto& item : items) gold[item.claim.id] = item.label;
  Scores scores;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  for (std::string line; std::getline(file, line);) {
    const auto result = Json::parse(line);
    const std::string id = result.at("claim_id");
    if (!gold.contains(id)) throw std::runtime_error("no claim has the id " + id);
    scores.add(gold.at(id), result.value("label", ""), result.value("confidence", 0.0));
    gold.erase(id);
  }
  print(path.string(), scores);
  if (!gold.empty()) fmt::print("  {} claims have no result\n", gold.size());
}

void print_findings(const std::vector<Item>& items) {
  for (const auto& item : items)
    std::cout << Json{{"id", item.claim.id},
                      {"label", item.label},
                      {"claim", item.claim.text.plain()},
                      {"evidence", item.evidence},
                      {"development", item.development}}
                     .dump()
              << '\n';
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::cerr << "usage: averitec DATA [--fit HEADER | --results FILE | --findings]\n";
    return 2;
  }
  const auto option = arguments.size() > 1 ? arguments[1] : "";
  auto items = read_items(arguments[0]);
  if (option == "--results" && arguments.size() > 2) {
    score_results(items, arguments[2]);
    return 0;
  }
  const reasoning::extractive::Lexicon lexicon(std::filesystem::path("/usr/share/wordnet"));
  const auto start = std::chrono::steady_clock::now();
  for (auto& item : items) think(item, lexicon);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  group(items);
  if (option == "--findings") {
    print_findings(items);
  } else if (option == "--fit" && arguments.size() > 2) {
    write_weights(items, arguments[2]);
  } else {
    fmt::print("{} {:.1f} ms a claim for summarize and develop.\n", lexicon.describe(),
               1000 * took.count() / static_cast<double>(items.size()));
    report(items);
  }
  return 0;
}

}  // namespace

int main(int count, char** values) {
  try {
    return run({values + 1, values + count});
  } catch (const std::exception& error) {
    std::cerr << "averitec: " << error.what() << '\n';
    return 1;
  }
}
