#include <algorithm>
#include <system_error>
#include <unordered_map>

#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/csv_fields.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/benchmarks/plain_html.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;

// pandas writes an absent value as nothing, or as this.
bool is_absent(const std::string& cell) { return language::is_blank(cell) || cell == "nan"; }

// Pictures by what their names begin with, up to the first character that is neither letter nor
// digit: the claim that their evidence belongs to.
using Pictures = std::unordered_map<std::string, std::vector<std::string>>;

std::string prefix_of(const std::string& name) {
  const auto end = std::ranges::find_if(name, [](char c) {
    return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
  });
  return {name.begin(), end};
}

Pictures pictures_in(const fs::path& base) {
  Pictures pictures;
  std::error_code error;
  std::size_t number = 0;
  for (fs::directory_iterator it(base / "images", error), end; !error && it != end;
       it.increment(error)) {
    if (++number > max_rows) break;
    const auto name = it->path().filename().string();
    pictures[prefix_of(name)].push_back("images/" + name);
  }
  for (auto& [prefix, names] : pictures) std::ranges::sort(names);
  return pictures;
}

// The rows of one claim, one a piece of evidence.
struct Rows {
  const CsvRow* first = nullptr;
  std::vector<const CsvRow*> all;
};

// In the order in which the claims first come. Rows without an id are given to `bad`.
std::vector<Rows> grouped(const CsvTable& table, const CsvColumns& columns,
                          DatasetBuilder& builder) {
  std::vector<Rows> groups;
  std::unordered_map<std::string_view, std::size_t> of_id;
  for (const auto& row : table.rows) {
    const std::string_view id = columns.of(row).text("claim_id");
    if (language::is_blank(id)) {
      builder.bad(columns.place(row) + ": the id is empty");
      continue;
    }
    const auto [it, fresh] = of_id.emplace(id, groups.size());
    if (fresh) groups.push_back({&row, {}});
    groups[it->second].all.push_back(&row);
  }
  return groups;
}

void add_evidence(Instance& instance, const Rows& rows, const CsvColumns& columns,
                  const Pictures& pictures) {
  for (const auto* row : rows.all) {
    auto text = plain_of_html(columns.of(*row).text("Evidence"));
    if (is_absent(text)) continue;
    GoldEvidence evidence;
    evidence.id = instance.claim.id + "-" + std::to_string(instance.evidence.size());
    evidence.text = std::move(text);
    instance.evidence.push_back(std::move(evidence));
  }
  // They belong to the evidence, of which nothing says to which piece.
  const auto it = pictures.find(instance.claim.id);
  if (it != pictures.end() && !instance.evidence.empty())
    instance.evidence.front().images = it->second;
}

class Mocheg : public BasicBenchmark {
 public:
  std::string_view name() const override { return "mocheg"; }
  std::string_view title() const override { return "MOCHEG"; }
  std::vector<std::string> splits() const override { return {"test", "val", "train"}; }
  bool limited_by_date() const override { return false; }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"{}/Corpus2.csv", "Corpus2.csv"});
    DatasetBuilder builder(file, file.parent_path(), options);
    const auto table = parse_csv(read_benchmark_file(file), file, {}, builder.bad_rows());
    const CsvColumns columns(table, file,
                             {"claim_id", "Claim", "cleaned_truthfulness", "ruling_outline"});
    const auto pictures = pictures_in(file.parent_path());
    for (const auto& rows : grouped(table, columns, builder))
      builder.add(columns.place(*rows.first), [&]() -> std::optional<Instance> {
        const auto row = columns.of(*rows.first);
        if (is_absent(row.text("ruling_outline"))) {
          builder.note("claims without `ruling_outline` left out");
          return std::nullopt;
        }
        auto instance = instance_of(row, labels);
        add_evidence(instance, rows, columns, pictures);
        return instance;
      });
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view) const override {
    return {core::LabelSpace::named("mocheg"),
            {{"not enough information", "NEI"}, {"not enough evidence", "NEI"}}};
  }

 private:
  static Instance instance_of(const CsvFields& row, const LabelReader& labels) {
    Instance instance;
    const auto id = id_of_cell(row.text("claim_id"));
    instance.claim.id = id.text;
    instance.id_json = id.json;
    instance.claim.text =
        core::MultimodalText(checked_claim(plain_of_html(row.text("Claim")), "Claim"));
    instance.label = labels.gold(row.text("cleaned_truthfulness"));
    instance.justification = plain_of_html(row.text("ruling_outline"));
    return instance;
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_mocheg() { return std::make_shared<const Mocheg>(); }

}  // namespace assay::eval
