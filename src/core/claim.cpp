#include "assay/core/claim.h"

#include "core/json_fields.h"

namespace assay::core {

void to_json(Json& json, const Image& image) {
  json = Json{{"number", image.number}};
  put(json, "file", image.file);
  put(json, "sha256", image.sha256);
  put(json, "media_type", image.media_type);
  put(json, "caption", image.caption);
  put(json, "alt", image.alt);
  put(json, "nearby", image.nearby);
  put(json, "words_blob", image.words_blob);
  if (image.width > 0) json["width"] = image.width;
  if (image.height > 0) json["height"] = image.height;
  put(json, "taken", image.taken);
  put(json, "note", image.note);
}

void from_json(const Json& json, Image& image) {
  take(json, "number", image.number);
  take(json, "file", image.file);
  take(json, "sha256", image.sha256);
  take(json, "media_type", image.media_type);
  take(json, "caption", image.caption);
  take(json, "alt", image.alt);
  take(json, "nearby", image.nearby);
  take(json, "words_blob", image.words_blob);
  take(json, "width", image.width);
  take(json, "height", image.height);
  take(json, "taken", image.taken);
  take(json, "note", image.note);
}

void to_json(Json& json, const Claim& claim) {
  json = Json{{"id", claim.id}, {"text", claim.text}};
  put(json, "images", claim.images);
  put(json, "date", claim.date);
  put(json, "speaker", claim.speaker);
  put(json, "origin", claim.origin);
  put(json, "place", claim.place);
  put(json, "post", claim.post);
}

void from_json(const Json& json, Claim& claim) {
  take(json, "id", claim.id);
  take(json, "text", claim.text);
  take(json, "images", claim.images);
  take(json, "date", claim.date);
  take(json, "speaker", claim.speaker);
  take(json, "origin", claim.origin);
  take(json, "place", claim.place);
  take(json, "post", claim.post);
}

}  // namespace assay::core
