// ClaimReview2024+: claims of DEFAME's authors, newer than what GPT-4o had read.
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "language/json_input.h"

namespace assay::eval {
namespace {

using language::text_field;

// AgentFact counts three classes (its section V-A), and prints no mapping. What misleads is not
// true as it is told: False.
std::string three_class(const std::string& label) {
  if (label == "supported") return "True";
  return label == "not enough information" ? "Unproven" : "False";
}

// `<image:1>` as this program writes it.
std::string with_references(std::string text) {
  for (std::size_t at = 0; (at = text.find("<image:", at)) != text.npos; ++at) {
    const auto end = text.find('>', at);
    if (end == text.npos) break;
    const auto number = text.substr(at + 7, end - at - 7);
    if (number.empty() || number.size() > 4 ||
        number.find_first_not_of("0123456789") != number.npos)
      continue;
    text[at] = '[';
    text[end] = ']';
  }
  return text;
}

class Cr2024plus : public OwnFormat {
 public:
  std::string_view name() const override { return "cr2024plus"; }
  std::string_view title() const override { return "ClaimReview2024+"; }
  std::vector<std::string> splits() const override { return {"test"}; }
  std::vector<std::string> variants() const override { return {"three"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named(variant.empty() ? "cr2024plus" : "cr2024plus-three");
  }

  Dataset load(const LoadOptions& options) const override {
    const auto file = file_in(options, split_of(options, *this) + ".json");
    const auto four = core::LabelSpace::named("cr2024plus");
    check_variant(options.variant);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    each_item(file, [&](const core::Json& item, std::size_t number) {
      collector.add("item " + std::to_string(number + 1), [&] {
        Instance instance;
        set_id(item, number, instance);
        auto& claim = instance.claim;
        claim.text = claim_text_of(with_references(text_field(item, "text")));
        claim.date = language::date_field(item, "date");
        claim.speaker = text_field(item, "author");
        instance.image_files = language::texts_field(item, "image");
        if (const auto label = text_field(item, "label"); !label.empty()) {
          instance.label = need_label(four, label);
          if (!options.variant.empty()) instance.label = three_class(instance.label);
        }
        return instance;
      });
    });
    auto dataset = collector.take();
    warn_of_pictures(dataset);
    return dataset;
  }
};

}  // namespace

std::shared_ptr<const Benchmark> cr2024plus() { return std::make_shared<Cr2024plus>(); }

}  // namespace assay::eval
