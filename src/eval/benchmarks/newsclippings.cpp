#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "assay/core/error.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/benchmarks/visual_news.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

// A caption and a picture, by the items of VisualNews that they come from.
struct Annotation {
  std::size_t index = 0;
  std::string caption_id;
  std::string image_id;
  std::string label;
};

std::string label_of(const Json& object) {
  const auto* falsified = field_of(object, {"falsified"});
  if (falsified == nullptr) return {};
  if (!falsified->is_boolean()) throw InputError("`falsified` is not true or false");
  return falsified->get<bool>() ? "falsified" : "pristine";
}

Annotation annotation_of(const JsonRow& row) {
  const auto caption = id_of(row.object, {"id"});
  const auto image = id_of(row.object, {"image_id"});
  if (!caption || !image) throw InputError("no `id` or no `image_id`");
  return {row.index, caption->text, image->text, label_of(row.object)};
}

std::vector<Annotation> annotations_of(const fs::path& file, DatasetBuilder& builder) {
  std::vector<Annotation> annotations;
  const auto take = [&](const JsonRow& row) {
    try {
      annotations.push_back(annotation_of(row));
    } catch (const InputError& error) {
      builder.bad(row.place + ": " + error.what());
    }
  };
  read_array(read_benchmark_file(file), file, take, builder.bad_rows(), "annotations");
  return annotations;
}

// Beside the annotations or in a folder above them.
fs::path news_file(const fs::path& annotations) {
  constexpr int highest = 6;
  fs::path folder = fs::absolute(annotations).parent_path();
  for (int up = 0; up < highest; ++up, folder = folder.parent_path())
    for (const char* name : {"origin/data.json", "visual_news/origin/data.json",
                             "VisualNews/origin/data.json", "visualnews/origin/data.json"}) {
      std::error_code error;
      if (auto file = folder / name; fs::is_regular_file(file, error)) return file;
    }
  throw InputError(
      fmt::format("VisualNews's 'origin/data.json' is not near '{}'", io::shown(annotations)));
}

using News = std::unordered_map<std::string, NewsItem>;

const NewsItem& item_of(const News& news, const std::string& id) {
  const auto it = news.find(id);
  if (it == news.end()) throw InputError(fmt::format("VisualNews has no item '{}'", io::shown(id)));
  return it->second;
}

Instance instance_of(const Annotation& annotation, const News& news) {
  Instance instance;
  const auto id = id_of_number(annotation.index);
  instance.claim.id = id.text;
  instance.id_json = id.json;
  const auto& caption = item_of(news, annotation.caption_id).caption;
  instance.claim.text = core::MultimodalText(checked_claim(caption, "caption"));
  const auto& image = item_of(news, annotation.image_id).image;
  if (image.empty())
    throw InputError(fmt::format("item '{}' has no picture", io::shown(annotation.image_id)));
  instance.image_files = {image};
  instance.label = annotation.label;
  return instance;
}

class NewsClippings : public BasicBenchmark {
 public:
  std::string_view name() const override { return "newsclippings"; }
  std::string_view title() const override { return "NewsCLIPpings"; }
  std::vector<std::string> splits() const override { return {"test", "val", "train"}; }
  bool limited_by_date() const override { return false; }

  Dataset load(const LoadOptions& options) const override {
    checked_reader(options.variant);
    const auto file =
        file_of(options, {"news_clippings/data/merged_balanced/{}.json",
                          "data/merged_balanced/{}.json", "merged_balanced/{}.json", "{}.json"});
    const auto items = news_file(file);
    DatasetBuilder builder(file, items.parent_path(), options);
    const auto annotations = annotations_of(file, builder);
    std::unordered_set<std::string> ids;
    for (const auto& annotation : annotations) {
      ids.insert(annotation.caption_id);
      ids.insert(annotation.image_id);
    }
    const auto news = read_visual_news(items, ids);
    for (const auto& annotation : annotations)
      builder.add(row_place(file, annotation.index + 1),
                  [&] { return instance_of(annotation, news); });
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view) const override {
    return LabelReader(core::LabelSpace::named("newsclippings"));
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_newsclippings() {
  return std::make_shared<const NewsClippings>();
}

}  // namespace assay::eval
