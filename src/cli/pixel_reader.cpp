#include "cli/pixel_reader.h"

#include <utility>

namespace assay::cli {
namespace {

// By value: a coroutine.
boost::asio::awaitable<models::Pixels> read(std::shared_ptr<vision::PictureReaders> readers,
                                            io::Pool& pool, models::ImagePart image) {
  const auto picture = co_await pool.run([&] { return readers->read(*image.bytes).picture; });
  co_return models::Pixels{picture.width, picture.height,
                           std::string(picture.rgb.begin(), picture.rgb.end())};
}

}  // namespace

models::PixelReader pixel_reader(std::shared_ptr<vision::PictureReaders> readers, io::Pool& pool) {
  return [readers = std::move(readers), &pool](models::ImagePart image) {
    return read(readers, pool, std::move(image));
  };
}

}  // namespace assay::cli
