#include <array>
#include <cstddef>

#include "assay/core/error.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/csv_fields.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"

namespace assay::eval {
namespace {

// A row whose label is known to be wrong.
struct Fault {
  std::string_view id;       // of the index column
  std::string_view caption;  // words that must stand in it, so that another edition of the file is
                             // left alone; empty: the number alone counts
  std::string_view right;    // the label it should have; empty: the one it has
  std::string_view note;
};

// 249 and 250 have each other's labels. The paper names a third by the number 753, of another
// edition: the caption that it quotes is row 745 here, a true caption's label on a picture of
// another time. Row 753 here is another story and has its right label; leaving out what the paper
// names by number leaves it out too.
constexpr std::array<Fault, 4> known_faults{{
    {"249", "In His Name Ministries", "miscaptioned", "its label and that of 250 are switched"},
    {"250", "Area 51 Raid", "true", "its label and that of 249 are switched"},
    {"745", "Crystal Clanton", "out-of-context",
     "labelled true, but its picture is of another time"},
    {"753", "", "", "named as faulty by its number, which is that of another edition"},
}};

const Fault* fault_of(std::string_view id, std::string_view caption) {
  for (const auto& fault : known_faults)
    if (fault.id == id && caption.find(fault.caption) != std::string_view::npos) return &fault;
  return nullptr;
}

// `images/true_83.jpg` and `images/false_83.jpg` are of one story, number 83.
std::string story_of(std::string_view image) {
  const auto end = image.rfind('.');
  if (end == std::string_view::npos) return {};
  const auto begin = image.find_last_not_of("0123456789", end - 1) + 1;
  return std::string(image.substr(begin, end - begin));
}

Instance instance_of(const CsvFields& row, const std::string& index_column,
                     const LabelReader& labels) {
  Instance instance;
  const auto id = id_of_cell(row.text(index_column));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.claim.text = core::MultimodalText(checked_claim(row.text("caption"), "caption"));
  instance.image_files = {DatasetBuilder::image(row.text("image_path"))};
  instance.label = labels.gold(row.text("label"));
  instance.group = story_of(row.text("image_path"));
  return instance;
}

// False: the row is left out.
bool apply(Faults faults, Instance& instance, DatasetBuilder& builder) {
  const auto* fault = fault_of(instance.claim.id, instance.claim.text.to_string());
  if (fault == nullptr) return true;
  instance.note = fault->note;
  if (faults == Faults::drop) {
    builder.note("claims with faults left out", "id " + instance.claim.id);
    return false;
  }
  if (faults == Faults::correct && !fault->right.empty() && instance.label != fault->right) {
    instance.note += "; corrected from " + instance.label;
    instance.label = fault->right;
    builder.note("labels corrected", "id " + instance.claim.id);
  }
  return true;
}

class Verite : public BasicBenchmark {
 public:
  std::string_view name() const override { return "verite"; }
  std::string_view title() const override { return "VERITE"; }
  bool scores_verite_pairs() const override { return true; }
  std::vector<std::string> splits() const override { return {}; }
  bool limited_by_date() const override { return false; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"VERITE.csv"});
    DatasetBuilder builder(file, file.parent_path(), options);
    const auto table = parse_csv(read_benchmark_file(file), file, {}, builder.bad_rows());
    const CsvColumns columns(table, file, {"caption", "image_path", "label"});
    for (const auto& row : table.rows)
      builder.add(columns.place(row), [&]() -> std::optional<Instance> {
        auto instance = instance_of(columns.of(row), table.header.front(), labels);
        if (!apply(options.faults, instance, builder)) return std::nullopt;
        return instance;
      });
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view) const override {
    return {core::LabelSpace::named("verite"), {{"OOC", "out-of-context"}, {"MC", "miscaptioned"}}};
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_verite() { return std::make_shared<const Verite>(); }

}  // namespace assay::eval
