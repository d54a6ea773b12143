// MOCHEG: claims of fact-checking sites with the sites' rulings; a row for each piece of evidence.
#include <map>
#include <set>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "eval/csv.h"
#include "language/lines.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

// The text between the tags of a piece of HTML.
std::string without_tags(std::string_view html) {
  std::string text;
  bool tag = false;
  for (const char c : html) {
    if (c == '<') tag = true;
    if (!tag) text += c;
    if (c == '>' && tag) {
      tag = false;
      text += ' ';
    }
  }
  return text;
}

class Mocheg : public OwnFormat {
 public:
  std::string_view name() const override { return "mocheg"; }
  std::string_view title() const override { return "MOCHEG"; }
  std::vector<std::string> splits() const override { return {"test", "val", "train"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named("mocheg");
  }
  bool has_evidence() const override { return true; }
  bool limited_by_date() const override { return false; }

  Dataset load(const LoadOptions& options) const override {
    const auto split = split_of(options, *this);
    const auto file = file_in(options, std::filesystem::path(split) / "Corpus2.csv");
    const auto table = CsvTable::read(file);
    const auto id = table.need_column("claim_id");
    const auto claim = table.need_column("Claim");
    const auto label = table.need_column("cleaned_truthfulness");
    const auto ruling = table.need_column("ruling_outline");
    const auto evidence = table.column("Evidence");
    const auto space = labels(options.variant);
    Collector collector(options, file);
    collector.dataset().base = file.parent_path();
    std::set<std::string> seen;
    std::size_t without_ruling = 0;
    for (const auto& row : table.rows()) {
      if (!seen.insert(row.cells[id]).second) continue;  // the first row of a claim is it
      if (language::is_blank(row.cells[ruling])) {
        ++without_ruling;
        continue;
      }
      collector.add("row " + std::to_string(row.number), [&] {
        Instance instance;
        set_id(row.cells[id], instance);
        instance.claim.text = claim_text_of(row.cells[claim]);
        instance.label = need_label(space, row.cells[label]);
        instance.justification = row.cells[ruling];
        return instance;
      });
    }
    auto dataset = collector.take();
    if (evidence) add_evidence(table, id, *evidence, dataset);
    if (without_ruling > 0)
      dataset.warnings.push_back(std::to_string(without_ruling) +
                                 " claims without a ruling are left out");
    return dataset;
  }

 private:
  // Of all of a claim's rows, each text once.
  static void add_evidence(const CsvTable& table, std::size_t id, std::size_t column,
                           Dataset& dataset) {
    std::map<std::string, Instance*> by_id;
    for (auto& instance : dataset.instances) by_id.emplace(instance.claim.id, &instance);
    std::set<std::pair<std::string, std::string>> seen;
    for (const auto& row : table.rows()) {
      const auto found = by_id.find(row.cells[id]);
      auto text = without_tags(row.cells[column]);
      if (found == by_id.end() || language::is_blank(text) ||
          !seen.emplace(row.cells[id], text).second)
        continue;
      auto& evidence = found->second->evidence;
      GoldEvidence item;
      item.id = row.cells[id] + "-" + std::to_string(evidence.size());
      item.text = std::move(text);
      evidence.push_back(std::move(item));
    }
  }
};

}  // namespace

std::shared_ptr<const Benchmark> mocheg() { return std::make_shared<Mocheg>(); }

}  // namespace assay::eval
