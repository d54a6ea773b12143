#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <string>

#include "models/chat_model.h"

namespace assay::models {

// A decoded picture: three bytes (red, green, blue) a pixel, rows from the top.
struct Pixels {
  int width = 0;
  int height = 0;
  std::string rgb;
};

// Decodes a picture for a model that runs inside the process. Pictures are hostile bytes: whoever
// gives this decodes them in a sandboxed worker. May throw what says why it can't.
using PixelReader = std::function<boost::asio::awaitable<Pixels>(ImagePart)>;

}  // namespace assay::models
