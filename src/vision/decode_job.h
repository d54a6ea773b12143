#pragma once
#include <string>
#include <string_view>

#include "io/worker.h"
#include "vision/decode.h"

namespace assay::vision {

// The worker's side: the job that PictureReader calls, for io::run_worker().
io::Jobs picture_jobs();
// Loads what the job needs before the worker locks itself in.
void prepare_picture_jobs();

// What goes over the socket. The header of a request is JSON of the limits; a reply is one line of
// JSON, then the pixels.
inline constexpr std::string_view decode_job = "decode_picture";
std::string encode_limits(const DecodeLimits& limits);
std::string encode_reply(const DecodedImage& image);
// Throws Undecodable where the reply isn't one: a worker is trusted no further than a file is.
DecodedImage decode_reply(std::string_view reply, const DecodeLimits& limits);

}  // namespace assay::vision
