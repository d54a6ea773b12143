#include "reasoning/prompted/known.h"

#include <algorithm>
#include <vector>

namespace assay::reasoning::prompted {
namespace {

bool has(std::span<const core::Image> images, int number) {
  return std::ranges::find(images, number, &core::Image::number) != images.end();
}

}  // namespace

Known known_in(const core::Claim& claim, std::span<const core::Evidence> evidence) {
  Known known;
  known.evidence = [evidence](std::string_view id) {
    return std::ranges::find(evidence, id, &core::Evidence::id) != evidence.end();
  };
  known.image = [&claim, evidence](int number) {
    return has(claim.images, number) || std::ranges::any_of(evidence, [&](const auto& item) {
             return has(item.images, number);
           });
  };
  known.address = [evidence](std::string_view address) {
    return std::ranges::any_of(evidence, [&](const core::Evidence& item) {
      return !item.source.url.empty() && item.source.url == address;
    });
  };
  return known;
}

Known known_in(const core::Claim& claim, const core::Source& source, const std::string& text) {
  Known known;
  known.evidence = [](std::string_view) { return false; };
  known.image = [&](int number) { return has(claim.images, number) || has(source.images, number); };
  known.address = [&](std::string_view address) {
    return address == source.url || (address.find("://") != address.npos &&
                                     address.size() < 2'000 && text.find(address) != text.npos);
  };
  return known;
}

std::string removed_note(const Checked& checked) {
  std::string note;
  for (const auto& what : checked.removed)
    note += (note.empty() ? "removed, for the record has no such thing: " : ", ") + what;
  return note;
}

}  // namespace assay::reasoning::prompted
