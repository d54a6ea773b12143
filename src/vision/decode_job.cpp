#include "vision/decode_job.h"

#include <cstdint>
#include <nlohmann/json.hpp>

#include "vision/codec.h"

namespace assay::vision {
namespace {

using core::Json;

constexpr std::size_t most_notes = 32;

DecodeLimits decode_limits(std::string_view header) {
  const auto json = Json::parse(header);
  DecodeLimits limits;
  limits.pixels = json.at("pixels").get<std::int64_t>();
  limits.side = json.at("side").get<int>();
  limits.memory = json.at("memory").get<std::size_t>();
  limits.max_side = json.at("max_side").get<int>();
  return limits;
}

std::string run_decode(std::string_view header, std::string_view bytes) {
  return encode_reply(decode(bytes, decode_limits(header)));
}

// A whole number that fits; what else a reply may hold in its place is no size.
int size_in(const Json& json, const char* key) {
  const auto& value = json.at(key);
  if (!value.is_number_unsigned()) throw Undecodable("the worker's answer is no picture");
  const auto number = value.get<std::uint64_t>();
  if (number > 1'000'000) throw Undecodable("the worker's answer is no picture");
  return static_cast<int>(number);
}

DecodedImage from_json(const Json& json) {
  DecodedImage image;
  image.picture.width = size_in(json, "width");
  image.picture.height = size_in(json, "height");
  image.original_width = size_in(json, "original_width");
  image.original_height = size_in(json, "original_height");
  image.complete = json.at("complete").get<bool>();
  const auto type = picture_type_from_media_type(json.at("type").get<std::string>());
  if (!type) throw Undecodable("the worker's answer names no type");
  image.type = *type;
  if (json.contains("taken")) image.taken = core::Date::parse(json.at("taken").get<std::string>());
  image.notes = json.at("notes").get<std::vector<std::string>>();
  return image;
}

}  // namespace

std::string encode_limits(const DecodeLimits& limits) {
  return Json{{"pixels", limits.pixels},
              {"side", limits.side},
              {"memory", limits.memory},
              {"max_side", limits.max_side}}
      .dump();
}

std::string encode_reply(const DecodedImage& image) {
  Json json{{"width", image.picture.width},           {"height", image.picture.height},
            {"original_width", image.original_width}, {"original_height", image.original_height},
            {"type", media_type(image.type)},         {"complete", image.complete}};
  if (image.taken) json["taken"] = image.taken->to_string();
  json["notes"] = image.notes;
  auto reply = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  reply.append(reinterpret_cast<const char*>(image.picture.rgb.data()), image.picture.rgb.size());
  return reply;
}

DecodedImage decode_reply(std::string_view reply, const DecodeLimits& limits) {
  const auto end = reply.substr(0, 64 << 10).find('\n');
  if (end == std::string_view::npos) throw Undecodable("the worker's answer is no picture");
  DecodedImage image;
  try {
    image = from_json(Json::parse(reply.substr(0, end)));
  } catch (const Json::exception&) {
    throw Undecodable("the worker's answer is no picture");
  }
  check_size(image.picture.width, image.picture.height, limits);
  check_size(image.original_width, image.original_height, limits);
  const auto pixels = reply.substr(end + 1);
  const auto count = static_cast<std::size_t>(image.picture.width) *
                     static_cast<std::size_t>(image.picture.height) * 3;
  if (pixels.size() != count) throw Undecodable("the worker's answer has pixels missing");
  image.picture.rgb.assign(pixels.begin(), pixels.end());
  if (image.notes.size() > most_notes) image.notes.resize(most_notes);
  return image;
}

io::Jobs picture_jobs() { return {{std::string(decode_job), &run_decode}}; }

void prepare_picture_jobs() { prepare_heic(); }

}  // namespace assay::vision
