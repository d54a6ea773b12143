#include "reasoning/prompted/pictures.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/core/error.h"
#include "vision/encode.h"

namespace assay::reasoning::prompted {
namespace {

constexpr int longest_side = 1568;  // what the providers scale down to, or near it
constexpr std::size_t longest_file = 3 << 20;
constexpr std::array<std::string_view, 4> taken{"image/png", "image/jpeg", "image/webp",
                                                "image/gif"};

struct Sent {
  std::string media_type;
  std::string bytes;
};

bool goes_as_it_is(const core::Image& image, std::size_t size) {
  const bool known = std::ranges::find(taken, image.media_type) != taken.end();
  // A side of 0: it was never decoded, so nothing is known of it.
  return known && size <= longest_file && image.width > 0 && image.note.empty() &&
         std::max(image.width, image.height) <= longest_side;
}

std::optional<Sent> made(const core::Image& image, const io::Blobs& blobs,
                         vision::PictureReaders* readers) {
  try {
    auto bytes = blobs.read(image.sha256);
    if (goes_as_it_is(image, bytes.size())) return Sent{image.media_type, std::move(bytes)};
    if (readers == nullptr) return std::nullopt;
    const auto picture = readers->read(bytes).picture;
    return Sent{"image/jpeg", vision::encode_jpeg(vision::fitted(picture, longest_side))};
  } catch (const vision::Undecodable&) {
    return std::nullopt;
  } catch (const core::InputError&) {  // its blob is gone
    return std::nullopt;
  }
}

}  // namespace

boost::asio::awaitable<std::optional<models::ImagePart>> Pictures::load(core::Image image,
                                                                        const io::Blobs& blobs) {
  if (image.sha256.empty()) co_return std::nullopt;
  if (const auto found = shared_.find(image.sha256); found != shared_.end())
    if (auto bytes = found->second.second.lock())
      co_return models::ImagePart{found->second.first, std::move(bytes)};
  auto sent =
      co_await pool_.run([this, &image, &blobs] { return made(image, blobs, readers_.get()); });
  std::erase_if(shared_, [](const auto& one) { return one.second.second.expired(); });
  if (!sent) co_return std::nullopt;
  const auto bytes = std::make_shared<const std::string>(std::move(sent->bytes));
  shared_[image.sha256] = {sent->media_type, bytes};
  co_return models::ImagePart{sent->media_type, bytes};
}

}  // namespace assay::reasoning::prompted
