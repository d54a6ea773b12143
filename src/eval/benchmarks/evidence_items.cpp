#include "eval/benchmarks/evidence_items.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "assay/core/error.h"
#include "eval/benchmarks/fields.h"
#include "io/files.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

// Paths, or objects that name one, as lines of a corpus have them.
std::vector<std::string> images_of(const Json& item) {
  std::vector<std::string> images;
  const auto* list = list_of(item, {"images"});
  if (list == nullptr) return images;
  for (const auto& image : *list) {
    if (image.is_string())
      images.push_back(image.get<std::string>());
    else if (image.is_object())
      images.push_back(text_of(image, {"file", "path", "url", "src"}));
    else
      throw InputError("`images` holds something that is neither a path nor an object");
    if (images.back().empty()) images.pop_back();
  }
  return images;
}

GoldEvidence evidence_of(const Json& item, std::size_t number, DatasetBuilder& builder) {
  if (!item.is_object())
    throw InputError(fmt::format("item {} of `evidence` is not an object", number));
  GoldEvidence evidence;
  const auto id = id_of(item, {"id"});
  evidence.id = id ? id->text : fmt::format("evidence-{}", number);
  evidence.text = text_of(item, {"text"});
  evidence.url = text_of(item, {"url"});
  evidence.title = text_of(item, {"title"});
  evidence.published = builder.date(text_of(item, {"date", "published"}));
  evidence.images = images_of(item);
  return evidence;
}

}  // namespace

std::vector<GoldEvidence> evidence_items(const Json& claim, DatasetBuilder& builder) {
  std::vector<GoldEvidence> items;
  std::unordered_set<std::string> ids;
  const auto* list = list_of(claim, {"evidence"});
  if (list == nullptr) return items;
  for (const auto& item : *list) {
    items.push_back(evidence_of(item, items.size() + 1, builder));
    if (!ids.insert(items.back().id).second)
      throw InputError(
          fmt::format("the id '{}' comes twice in `evidence`", io::shown(items.back().id)));
  }
  return items;
}

}  // namespace assay::eval
