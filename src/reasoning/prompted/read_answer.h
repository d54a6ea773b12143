#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"
#include "assay/core/model_call.h"
#include "models/chat_model.h"

namespace assay::reasoning::prompted {

// The JSON object of an answer that has all the `wanted` members.
struct ReadObject {
  std::optional<core::Json> object;
  core::Form form = core::Form::unusable;  // exact: the answer is the object and nothing else
  std::string problem;
};
ReadObject read_object(const models::ChatAnswer& answer, const std::vector<std::string>& wanted);

// Members of what a model wrote, whatever it wrote there: bounded, trimmed, UTF-8; empty where the
// member is missing or of another kind. A number or a word is taken as text.
std::string text_member(const core::Json& object, const char* name, std::size_t longest = 20'000);
std::vector<std::string> texts_member(const core::Json& object, const char* name,
                                      std::size_t most = 100, std::size_t longest = 4'000);
// 0 to 1, of a number, `0.8`, `80 %` or 80; nothing where it is none of these.
std::optional<double> share_member(const core::Json& object, const char* name);
std::optional<bool> flag_member(const core::Json& object, const char* name);

// An answer that is to be prose: UTF-8, cut at `longest` bytes, without a fence around all of it.
std::string prose_of(const models::ChatAnswer& answer, std::size_t longest);

// The text without white space, quotes, backticks, asterisks and a full stop around it.
std::string bare(std::string_view text);

// Does the answer say NONE and no more (in any marks)?
bool says_none(std::string_view text);

}  // namespace assay::reasoning::prompted
