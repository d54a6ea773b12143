// NewsCLIPpings: captions of news pictures, half of them beside a picture of another event.
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "io/files.h"
#include "language/json_input.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t largest_annotations = std::size_t{1} << 30;
constexpr std::size_t longest_value = 100'000;

struct Item {
  std::string caption;
  std::string image;
};
using Items = std::unordered_map<std::string, Item>;

// Reads VisualNews' list of items, which has hundreds of megabytes, as it comes: of each object its
// id, caption and path alone, and only of those that are asked for.
class ItemReader : public nlohmann::json_sax<Json> {
 public:
  explicit ItemReader(Items& wanted) : wanted_(wanted) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t value) override { return take(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return take(std::to_string(value)); }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t& value) override { return take(value); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    if (++depth_ > 16) return false;
    if (depth_ == 2) item_ = {}, id_.clear();
    return true;
  }
  bool key(string_t& name) override {
    key_ = depth_ == 2 ? name : "";
    return true;
  }
  bool end_object() override {
    if (depth_-- != 2) return true;
    if (const auto found = wanted_.find(id_); found != wanted_.end()) found->second = item_;
    return true;
  }
  bool start_array(std::size_t) override { return ++depth_ <= 16; }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool parse_error(std::size_t place, const std::string&, const Json::exception&) override {
    error_ = place;
    return false;
  }
  std::size_t error() const { return error_; }

 private:
  bool take(const std::string& value) {
    if (depth_ != 2 || value.size() > longest_value) return true;
    if (key_ == "id") id_ = value;
    if (key_ == "caption") item_.caption = value;
    if (key_ == "image_path") item_.image = value;
    return true;
  }

  Items& wanted_;
  int depth_ = 0;
  std::string key_;
  std::string id_;
  Item item_;
  std::size_t error_ = 0;
};

void read_items(const fs::path& file, Items& wanted) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError("cannot read '" + io::shown(file) + "'");
  ItemReader reader(wanted);
  if (!Json::sax_parse(stream, &reader))
    throw InputError("'" + io::shown(file) + "' is not valid JSON (byte " +
                     std::to_string(reader.error()) + ")");
}

struct Annotation {
  std::string caption;  // ids of items
  std::string image;
  bool falsified = false;
};

std::vector<Annotation> read_annotations(const fs::path& file) {
  const auto where = "'" + io::shown(file) + "'";
  std::vector<Annotation> annotations;
  const auto object = [&] {
    try {
      return language::parse_json(io::read_file(file, largest_annotations), 16);
    } catch (const InputError& error) {
      throw InputError(where + ": " + error.what());
    }
  }();
  if (!object.is_object() || !object.contains("annotations") ||
      !object.at("annotations").is_array())
    throw InputError(where + " has no list `annotations`");
  for (const auto& item : object.at("annotations")) {
    const auto place = where + " annotation " + std::to_string(annotations.size() + 1) + ": ";
    if (!item.is_object()) throw InputError(place + "is not a JSON object");
    try {
      Annotation one{language::id_field(item, "id"), language::id_field(item, "image_id"), false};
      const auto falsified = item.find("falsified");
      if (falsified == item.end() || !falsified->is_boolean())
        throw InputError("`falsified` is neither true nor false");
      one.falsified = falsified->get<bool>();
      if (one.caption.empty() || one.image.empty())
        throw InputError("`id` or `image_id` is missing");
      annotations.push_back(std::move(one));
    } catch (const InputError& error) {
      throw InputError(place + error.what());
    }
  }
  return annotations;
}

// `./guardian/images/1.jpg` beside the list of items.
std::string path_of(std::string path) {
  if (path.starts_with("./")) path.erase(0, 2);
  return "origin/" + path;
}

class Newsclippings : public OwnFormat {
 public:
  std::string_view name() const override { return "newsclippings"; }
  std::string_view title() const override { return "NewsCLIPpings"; }
  std::vector<std::string> splits() const override { return {"test", "val", "train"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named("newsclippings");
  }
  bool limited_by_date() const override { return false; }

  Dataset load(const LoadOptions& options) const override {
    if (!fs::is_directory(options.data))
      throw InputError(
          "NewsCLIPpings is a folder with news_clippings/ and origin/data.json, and '" +
          io::shown(options.data) + "' is none");
    const auto split = split_of(options, *this);
    const auto file =
        file_in(options, fs::path("news_clippings/data/merged_balanced") / (split + ".json"));
    const auto annotations = read_annotations(file);
    Items items;
    for (const auto& one : annotations) items[one.caption], items[one.image];
    read_items(file_in(options, "origin/data.json"), items);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    for (std::size_t i = 0; i < annotations.size(); ++i)
      collector.add("annotation " + std::to_string(i + 1),
                    [&] { return instance_of(annotations[i], i, items); });
    auto dataset = collector.take();
    warn_of_pictures(dataset);
    return dataset;
  }

 private:
  static Instance instance_of(const Annotation& one, std::size_t number, const Items& items) {
    const auto& caption = items.at(one.caption);
    const auto& image = items.at(one.image);
    if (caption.caption.empty())
      throw InputError("origin/data.json has no caption of item " + one.caption);
    if (image.image.empty()) throw InputError("origin/data.json has no path of item " + one.image);
    Instance instance;
    set_id(std::to_string(number), instance);
    instance.id_json = instance.claim.id;
    instance.claim.text = claim_text_of(caption.caption);
    instance.image_files = {path_of(image.image)};
    instance.label = one.falsified ? "falsified" : "pristine";
    instance.group = one.caption;
    return instance;
  }
};

}  // namespace

std::shared_ptr<const Benchmark> newsclippings() { return std::make_shared<Newsclippings>(); }

}  // namespace assay::eval
