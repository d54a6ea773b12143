#pragma once
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "assay/core/claim.h"
#include "io/blobs.h"
#include "io/pool.h"
#include "models/chat_model.h"
#include "vision/picture_readers.h"

namespace assay::reasoning::prompted {

// Kept pictures in the form in which models take them: PNG, JPEG, WebP and GIF of a moderate size
// as they are, everything else as a JPEG no side of which is longer than 1,568 pixels. For one
// event loop; decoding goes to the pool.
class Pictures {
 public:
  // Without `readers` only pictures that go as they are can be had.
  Pictures(std::shared_ptr<vision::PictureReaders> readers, io::Pool& pool)
      : readers_(std::move(readers)), pool_(pool) {}

  // Nothing where the picture is not kept or can't be read.
  boost::asio::awaitable<std::optional<models::ImagePart>> load(core::Image image,
                                                                const io::Blobs& blobs);

 private:
  // Prompts that are under way at the same time share the bytes of a picture.
  std::map<std::string, std::pair<std::string, std::weak_ptr<const std::string>>> shared_;
  std::shared_ptr<vision::PictureReaders> readers_;
  io::Pool& pool_;
};

}  // namespace assay::reasoning::prompted
