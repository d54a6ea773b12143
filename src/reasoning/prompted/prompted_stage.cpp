#include "reasoning/prompted/prompted_stage.h"

#include <nlohmann/json.hpp>

#include "io/record_file.h"

namespace assay::reasoning::prompted {

std::string options_of(const Shared& shared, const Backbone& backbone) {
  core::Json json{{"temperature", backbone.options.temperature},
                  {"top_p", backbone.options.top_p},
                  {"max_tokens", backbone.options.max_tokens}};
  if (backbone.traits.context > 0) json["context"] = backbone.traits.context;
  if (backbone.traits.vision) json["vision"] = *backbone.traits.vision;
  if (shared.unimodal) json["unimodal"] = true;
  if (!shared.style_example.empty()) json["style_example"] = shared.style_example;
  return io::hash_of(json).substr(0, 12);
}

std::int64_t left_for_evidence(const Room& room, std::string_view rest, std::size_t pictures) {
  const auto shown = room.pictures ? static_cast<std::int64_t>(pictures) * picture_tokens : 0;
  return std::max<std::int64_t>(room.tokens - estimated_tokens(rest) - shown, 0);
}

}  // namespace assay::reasoning::prompted
