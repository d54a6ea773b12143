#include "vision/heif_references.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace assay::vision {
namespace {

constexpr int deepest = 8;
constexpr std::size_t most_references = 100'000;

using Id = std::uint32_t;
using References = std::map<Id, std::vector<Id>>;

std::uint64_t number(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

struct Box {
  std::string_view type;
  std::string_view content;
};

// Takes the next box off the front; nothing where there is no whole one.
std::optional<Box> take_box(std::string_view& bytes) {
  if (bytes.size() < 8) return std::nullopt;
  auto size = number(bytes.substr(0, 4));
  std::size_t header = 8;
  if (size == 1) {
    if (bytes.size() < 16) return std::nullopt;
    size = number(bytes.substr(8, 8));
    header = 16;
  }
  if (size == 0 || size > bytes.size()) size = bytes.size();  // to the end
  if (size < header) return std::nullopt;
  const Box box{bytes.substr(4, 4), bytes.substr(header, size - header)};
  bytes.remove_prefix(size);
  return box;
}

// One box of references: from one item to some.
void add_references(std::string_view content, std::size_t id_bytes, std::size_t& left,
                    References& references) {
  if (content.size() < id_bytes + 2) return;
  auto& to = references[static_cast<Id>(number(content.substr(0, id_bytes)))];
  auto count = number(content.substr(id_bytes, 2));
  content.remove_prefix(id_bytes + 2);
  for (; count > 0 && content.size() >= id_bytes && left > 0; --count, --left) {
    to.push_back(static_cast<Id>(number(content.substr(0, id_bytes))));
    content.remove_prefix(id_bytes);
  }
}

void read_references(std::string_view iref, References& references) {
  if (iref.size() < 4) return;
  const std::size_t id_bytes = iref[0] == 0 ? 2 : 4;
  iref.remove_prefix(4);
  std::size_t left = most_references;
  while (const auto box = take_box(iref))
    if (box->type == "dimg") add_references(box->content, id_bytes, left, references);
}

References references_of(std::string_view bytes) {
  References references;
  while (const auto box = take_box(bytes)) {
    if (box->type != "meta" || box->content.size() < 4) continue;
    auto inside = box->content.substr(4);
    while (const auto child = take_box(inside))
      if (child->type == "iref") read_references(child->content, references);
  }
  return references;
}

// How many references follow one another from each item at most; more than `deepest` where they
// have no end.
class Depths {
 public:
  explicit Depths(const References& references) : references_(references) {}

  // `steps`: how deep the call itself is, which a circle makes grow until it is too deep.
  int of(Id item, int steps) {
    if (steps > deepest) return deepest + 1;
    if (const auto known = depths_.find(item); known != depths_.end()) return known->second;
    int depth = 0;
    if (const auto at = references_.find(item); at != references_.end())
      for (const Id to : at->second) {
        depth = std::max(depth, 1 + of(to, steps + 1));
        if (depth > deepest) return depth;
      }
    depths_[item] = depth;
    return depth;
  }

 private:
  const References& references_;
  std::map<Id, int> depths_;
};

}  // namespace

bool derived_without_end(std::string_view bytes) {
  const auto references = references_of(bytes);
  Depths depths(references);
  for (const auto& [item, to] : references)
    if (depths.of(item, 0) > deepest) return true;
  return false;
}

}  // namespace assay::vision
