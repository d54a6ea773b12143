#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "models/chat_model.h"
#include "reasoning/prompted/pictures.h"
#include "reasoning/session.h"

namespace assay::reasoning::prompted {

// How much a prompt may hold.
struct Room {
  std::int64_t tokens = 0;  // estimated
  bool pictures = true;     // does the model see?
};

// The room that a model's window leaves beside its answer. A window that is not known is taken as
// the 128,000 tokens of DEFAME's backbones (section 4.2).
Room room_of(const Backbone& backbone);

// About how many tokens a model reads this as: no tokenizer is asked, so with a margin.
std::int64_t estimated_tokens(std::string_view text);
inline constexpr std::int64_t picture_tokens = 1'600;

// A prompt's text as a user message: behind the first reference to each of these pictures stands
// the picture itself, in the order of the text. A picture that can't be had is told of in words.
boost::asio::awaitable<models::Message> user_message(std::string text,
                                                     std::vector<core::Image> pictures, Room room,
                                                     const io::Blobs& blobs, Pictures& source);

models::Message text_message(models::Role role, std::string text);

}  // namespace assay::reasoning::prompted
