// How well the search finds AVeriTeC's gold evidence with the claim as query: recall@10, recall@100
// and the mean reciprocal rank over the claims that have gold documents.
//
//   recall [FOLDER]    the folder that holds pool.jsonl, dev.json and qrels.json
//                      (default: $ASSAY_SHARED/data/averitec, else ../shared/data/averitec)
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/files.h"
#include "retrieval/index/builder.h"
#include "retrieval/index/index.h"

namespace {

using namespace assay;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 30;

struct Claim {
  std::string text;
  std::set<std::uint32_t> gold;  // documents
};

struct Collection {
  std::vector<std::string> documents;
  std::vector<Claim> claims;
};

Collection read(const fs::path& folder) {
  Collection collection;
  std::map<std::string, std::uint32_t> numbers;
  std::ifstream pool(folder / "pool.jsonl");
  for (std::string line; std::getline(pool, line);) {
    const json document = json::parse(line);
    numbers[document.at("id")] = static_cast<std::uint32_t>(collection.documents.size());
    collection.documents.push_back(document.at("text"));
  }
  const json gold = json::parse(io::read_file(folder / "qrels.json", most_bytes));
  for (const json& claim : json::parse(io::read_file(folder / "dev.json", most_bytes))) {
    const auto id = claim.at("id").is_string() ? claim.at("id").get<std::string>()
                                               : std::to_string(claim.at("id").get<int>());
    if (!gold.contains(id) || gold.at(id).empty()) continue;
    Claim& added = collection.claims.emplace_back();
    added.text = claim.at("claim");
    for (const json& document : gold.at(id)) added.gold.insert(numbers.at(document));
  }
  return collection;
}

// Lower-cased words of ASCII letters and digits, as the plainest index would have them.
std::string plain(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    const bool lower = c >= 'a' && c <= 'z';
    if (c >= 'A' && c <= 'Z')
      words += static_cast<char>(c + 32);
    else
      words += digit || lower ? c : ' ';
  }
  return words;
}

using Find = std::function<std::vector<retrieval::ScoredDocument>(const std::string&)>;

void measure(const char* name, const std::vector<Claim>& claims, const Find& find) {
  double ten = 0;
  double hundred = 0;
  double reciprocal = 0;
  for (const Claim& claim : claims) {
    const auto hits = find(claim.text);
    std::size_t in_ten = 0;
    std::size_t in_hundred = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (!claim.gold.contains(hits[i].document)) continue;
      if (first == 0) first = i + 1;
      if (i < 10) ++in_ten;
      if (i < 100) ++in_hundred;
    }
    const auto all = static_cast<double>(claim.gold.size());
    ten += static_cast<double>(in_ten) / all;
    hundred += static_cast<double>(in_hundred) / all;
    if (first != 0) reciprocal += 1.0 / static_cast<double>(first);
  }
  const auto count = static_cast<double>(claims.size());
  fmt::print("{:<44} {:9.4f} {:10.4f} {:7.4f}\n", name, ten / count, hundred / count,
             reciprocal / count);
}

// An index of the texts on disk, whose words are stemmed by this language.
retrieval::Index build(const fs::path& folder, const std::vector<std::string>& texts,
                       const char* language) {
  retrieval::IndexOptions options;
  options.language = language;
  retrieval::IndexBuilder builder(folder, options);
  for (const auto& text : texts) builder.add({}, text);
  builder.finish();
  return retrieval::Index::open(folder);
}

Find search(const retrieval::Index& index, retrieval::Ranking ranking) {
  return [&index, ranking](const std::string& claim) {
    retrieval::SearchOptions options;
    options.top = index.documents();
    options.ranking = ranking;
    return index.search(index.parse(claim), options);
  };
}

void run(const fs::path& folder) {
  const Collection collection = read(folder);
  fmt::print("{} documents, {} claims with gold documents\n", collection.documents.size(),
             collection.claims.size());
  fmt::print("{:<44} {:>9} {:>10} {:>7}\n", "", "recall@10", "recall@100", "MRR");
  using retrieval::Ranking;

  std::vector<std::string> words;
  for (const auto& text : collection.documents) words.push_back(plain(text));
  const io::TemporaryFolder plain_folder(fs::temp_directory_path() / "recall");
  const auto unstemmed = build(plain_folder.path(), words, "zxx");
  const Find find = search(unstemmed, Ranking::bm25);
  measure("BM25, lower-cased words, no stemming", collection.claims,
          [&](const std::string& claim) { return find(plain(claim)); });

  const io::TemporaryFolder stemmed_folder(fs::temp_directory_path() / "recall");
  const auto stemmed = build(stemmed_folder.path(), collection.documents, "");
  measure("BM25, stemmed by the language found", collection.claims, search(stemmed, Ranking::bm25));
  measure("standard: what assay searches with", collection.claims,
          search(stemmed, Ranking::standard));
}

fs::path default_folder() {
  const char* shared = std::getenv("ASSAY_SHARED");
  return fs::path(shared != nullptr ? shared : "../shared") / "data" / "averitec";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? fs::path(argv[1]) : default_folder());
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "recall: {}\n", error.what());
    return 1;
  }
}
