#include <charconv>

#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"

namespace assay::eval {
namespace {

constexpr std::string_view three = "three";

// AgentFact counts three classes. Its paper does not print how the four become three; this is our
// decision: misleading counts as false, since its fact-checks rate the claim as not right.
LabelReader three_labels() {
  return {core::LabelSpace::named("cr2024plus-three"),
          {{"supported", "True"},
           {"refuted", "False"},
           {"misleading", "False"},
           {"not enough information", "Unproven"},
           {"not enough evidence", "Unproven"},
           {"NEI", "Unproven"}}};
}

// `<image:2>` of the file is our `[image:2]`, where the claim has so many pictures.
std::string with_references(std::string text, std::size_t pictures) {
  constexpr std::string_view begin = "<image:";
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const char* digits = text.data() + at + begin.size();
    const char* end = text.data() + text.size();
    std::size_t number = 0;
    const auto [after, error] = std::from_chars(digits, end, number);
    if (error != std::errc() || after == end || *after != '>') continue;
    if (number == 0 || number > pictures) continue;
    text[at] = '[';
    text[static_cast<std::size_t>(after - text.data())] = ']';
  }
  return text;
}

std::vector<std::string> pictures_of(const core::Json& object) {
  auto pictures = texts_of(object, {"image", "images"});
  for (auto& picture : pictures) {
    if (picture.starts_with("./")) picture.erase(0, 2);
    picture = DatasetBuilder::image(std::move(picture));
  }
  return pictures;
}

Instance instance_of(const JsonRow& row, const LabelReader& labels, DatasetBuilder& builder) {
  const auto& object = row.object;
  Instance instance;
  const auto id = id_of(object, {"id"}).value_or(id_of_number(row.index));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.image_files = pictures_of(object);
  auto text = checked_claim(text_of(object, {"text", "claim"}), "text");
  instance.claim.text =
      core::MultimodalText(with_references(std::move(text), instance.image_files.size()));
  instance.claim.date = builder.date(text_of(object, {"date"}));
  instance.claim.speaker = text_of(object, {"author"});
  instance.label = labels.gold(text_of(object, {"label"}));
  return instance;
}

class ClaimReview : public BasicBenchmark {
 public:
  std::string_view name() const override { return "cr2024plus"; }
  std::string_view title() const override { return "ClaimReview2024+"; }
  std::vector<std::string> splits() const override { return {"test"}; }
  std::vector<std::string> variants() const override { return {std::string(three)}; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"{}.json"});
    DatasetBuilder builder(file, file.parent_path(), options);
    read_array(
        read_benchmark_file(file), file,
        [&](const JsonRow& row) {
          builder.add(row.place, [&] { return instance_of(row, labels, builder); });
        },
        builder.bad_rows());
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view variant) const override {
    if (variant == three) return three_labels();
    return {core::LabelSpace::named("cr2024plus"),
            {{"NEI", "not enough information"}, {"not enough evidence", "not enough information"}}};
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_cr2024plus() { return std::make_shared<const ClaimReview>(); }

}  // namespace assay::eval
