#include "cli/post_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/json_input.h"

namespace assay::cli {
namespace {

using language::date_field;
using language::parse_object;
using language::text_field;
using language::texts_field;

constexpr std::size_t longest_post = 256 << 20;  // its pictures may be in it

Post post_of(const core::Json& object) {
  Post post;
  auto& claim = post.claim;
  claim.post = text_field(object, "text");
  claim.date = date_field(object, "date");
  claim.origin = text_field(object, "url");
  claim.speaker = text_field(object, "author");
  if (claim.speaker.empty()) claim.speaker = text_field(object, "speaker");
  claim.place = text_field(object, "place");
  post.images = texts_field(object, "images");
  return post;
}

}  // namespace

Post read_post(const std::filesystem::path& file) {
  const auto bytes = io::read_file(file, longest_post);
  try {
    return post_of(parse_object(bytes));
  } catch (const core::InputError& error) {
    throw core::InputError(fmt::format("the post '{}': {}", io::shown(file), error.what()));
  }
}

}  // namespace assay::cli
