#include "vision/picture_reader.h"

#include <utility>

#include "vision/decode_job.h"

namespace assay::vision {
namespace {

io::WorkerLimits worker_limits(const PictureLimits& limits) {
  io::WorkerLimits worker;
  worker.memory = limits.memory;
  worker.request = limits.bytes + (64 << 10);
  const auto side = static_cast<std::size_t>(limits.max_side);
  worker.reply = side * side * 3 + (64 << 10);
  return worker;
}

}  // namespace

PictureReader::PictureReader(std::filesystem::path program, PictureLimits limits)
    : limits_(limits), worker_(std::move(program), worker_limits(limits)) {}

DecodedImage PictureReader::read(std::string_view bytes) { return read(bytes, limits_.max_side); }

DecodedImage PictureReader::read(std::string_view bytes, int max_side) {
  // What needs no worker to be known.
  if (bytes.empty()) throw Undecodable("it is empty");
  if (bytes.size() > limits_.bytes)
    throw Undecodable("it is longer than " + std::to_string(limits_.bytes >> 20) + " MiB");
  DecodeLimits limits;
  limits.max_side = max_side > 0 ? std::min(max_side, limits_.max_side) : limits_.max_side;
  try {
    return decode_reply(worker_.call(decode_job, encode_limits(limits), bytes, limits_.time),
                        limits);
  } catch (const io::WorkerFailure& failure) {
    if (failure.kind == io::WorkerFailure::Kind::unusable) throw;
    throw Undecodable(failure.what());
  }
}

}  // namespace assay::vision
