#include "cli/claim_pictures.h"

#include <fmt/format.h>

#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/data_url.h"
#include "vision/picture_type.h"

namespace assay::cli {
namespace {

using core::InputError;
namespace fs = std::filesystem;

constexpr std::size_t longest_picture = 64 << 20;

bool on_the_web(const std::string& reference) {
  return reference.starts_with("http://") || reference.starts_with("https://");
}

// What a person calls the picture: a data URL is long.
std::string name_of(const std::string& reference, std::size_t number) {
  if (retrieval::is_data_url(reference)) return fmt::format("picture {} (a data URL)", number);
  return "'" + io::shown(reference) + "'";
}

std::string bytes_of(const std::string& reference, const fs::path& base, const std::string& name) {
  if (reference.empty()) throw InputError("a picture's name is empty");
  if (on_the_web(reference))
    throw InputError(name +
                     " is on the web, and this version does not fetch: save the picture and "
                     "give the file's name");
  if (retrieval::is_data_url(reference)) {
    auto data = retrieval::read_data_url(reference, longest_picture);
    if (!data.problem.empty()) throw InputError(name + " can't be read: " + data.problem);
    return std::move(data.bytes);
  }
  // A pipe or a device might never end.
  std::error_code error;
  const auto path = base / fs::path(reference);
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    throw InputError(name + " is no file");
  return io::read_file(path, longest_picture);
}

std::string notes_of(const vision::DecodedImage& decoded) {
  return fmt::format("{}", fmt::join(decoded.notes, "; "));
}

tools::KeptPicture read_picture(const std::string& reference, std::size_t number,
                                const fs::path& base, vision::PictureReaders& readers) {
  const auto name = name_of(reference, number);
  tools::KeptPicture picture;
  picture.bytes = bytes_of(reference, base, name);
  try {
    const auto decoded = readers.read(picture.bytes);
    auto& image = picture.image;
    image.number = static_cast<int>(number);
    image.file = retrieval::is_data_url(reference) ? retrieval::short_reference(reference)
                                                   : io::shown(reference);
    image.media_type = vision::media_type(decoded.type);
    image.width = decoded.original_width;
    image.height = decoded.original_height;
    image.taken = decoded.taken;
    if (!decoded.complete) image.note = notes_of(decoded);
  } catch (const vision::Undecodable& error) {
    throw InputError(name + " can't be used as a picture: " + error.what());
  }
  return picture;
}

}  // namespace

std::vector<tools::KeptPicture> read_claim_pictures(const std::vector<std::string>& references,
                                                    const fs::path& base,
                                                    vision::PictureReaders& readers) {
  if (references.size() > most_claim_pictures)
    throw InputError(fmt::format("a claim has {} pictures; {} are the most", references.size(),
                                 most_claim_pictures));
  std::vector<tools::KeptPicture> pictures;
  for (const auto& reference : references)
    pictures.push_back(read_picture(reference, pictures.size() + 1, base, readers));
  return pictures;
}

}  // namespace assay::cli
