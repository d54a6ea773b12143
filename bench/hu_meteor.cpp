// HU-METEOR of a system's answers to AVeriTeC's claims: how long all takes, reading included.
//
//   hu_meteor AVERITEC [--claims 200]
//
// AVERITEC holds submission.csv and solution.csv (id, claim, evi, label, split), 200 claims; more
// are these again, each with a mark of its own in every text, so that no text comes twice.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "eval/text/hu_meteor.h"
#include "io/files.h"

namespace {

using namespace assay;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Strings = std::vector<std::string>;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The fields of a well-formed file, row by row.
std::vector<Strings> read_csv(const fs::path& file) {
  const auto bytes = io::read_file(file, std::size_t{64} << 20);
  std::vector<Strings> rows(1, Strings(1));
  bool quoted = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (quoted && c == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"')
      rows.back().back() += bytes[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.emplace_back(1);
    else
      rows.back().back() += c;
  }
  return rows;
}

struct Evidence {
  Strings questions;
  Strings pairs;
};

std::map<std::string, Evidence> read_evidence(const fs::path& file) {
  std::map<std::string, Evidence> claims;
  for (const auto& row : read_csv(file)) {
    if (row.size() < 4 || row[0] == "id") continue;
    auto& evidence = claims[row[0]];
    std::string_view rest = row[2];
    while (true) {
      const auto question = rest.find("\t\t\n");
      if (question == rest.npos) break;
      const auto answer = rest.find("\t\t\n", question + 3);
      if (answer == rest.npos) break;
      evidence.questions.emplace_back(rest.substr(0, question));
      evidence.pairs.push_back(evidence.questions.back() + " " +
                               std::string(rest.substr(question + 3, answer - question - 3)));
      rest.remove_prefix(std::min(answer + 4, rest.size()));
    }
  }
  return claims;
}

void mark(Strings& texts, std::size_t round) {
  for (auto& text : texts)
    if (round > 0) text += fmt::format(" again{}", round);
}

int run(const fs::path& folder, std::size_t wanted) {
  const auto begin = Clock::now();
  const auto submitted = read_evidence(folder / "submission.csv");
  const auto gold = read_evidence(folder / "solution.csv");
  const auto read = seconds_since(begin);
  const eval::WordNet wordnet;
  const auto loaded = seconds_since(begin);
  eval::HuMeteor metric(wordnet);
  double questions = 0;
  double pairs = 0;
  std::size_t claims = 0;
  for (std::size_t round = 0; claims < wanted && !gold.empty(); ++round)
    for (const auto& [id, people] : gold) {
      if (claims == wanted) break;
      const auto found = submitted.find(id);
      if (found == submitted.end()) continue;
      eval::EvidenceStrings texts{found->second.questions, found->second.pairs, people.questions,
                                  people.pairs};
      for (auto* strings :
           {&texts.predicted_questions, &texts.predicted, &texts.gold_questions, &texts.gold})
        mark(*strings, round);
      const auto score = metric.score(texts);
      questions += score.questions;
      pairs += score.question_answers;
      ++claims;
    }
  const auto count = static_cast<double>(claims);
  fmt::print("{} claims: files {:.3f} s, WordNet {:.3f} s, all {:.3f} s; HU-METEOR {:.6f} {:.6f}\n",
             claims, read, loaded - read, seconds_since(begin), questions / count, pairs / count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2 && !(argc == 4 && std::string_view(argv[2]) == "--claims")) {
      fmt::print(stderr, "usage: hu_meteor AVERITEC [--claims 200]\n");
      return 2;
    }
    return run(argv[1], argc == 4 ? std::strtoul(argv[3], nullptr, 10) : 200);
  } catch (const std::exception& e) {
    fmt::print(stderr, "hu_meteor: {}\n", e.what());
    return 1;
  }
}
