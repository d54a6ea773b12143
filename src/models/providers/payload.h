#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/core/json.h"
#include "models/chat_model.h"

// What the dialects share: writing requests, and reading answers that may hold anything.
namespace assay::models {

// The bytes as base64.
std::string base64(std::string_view bytes);

// The text parts of a message, one after the other. Throws std::invalid_argument where the message
// holds an image.
std::string only_text(const Message& message);
bool has_images(const ChatRequest& chat);

// The texts of all system messages, a blank line between them.
std::string system_text(const ChatRequest& chat);

// The schema as JSON. Throws std::invalid_argument where it is none.
core::Json schema_json(const AnswerSchema& schema);

// The body of an answer; a discarded value where it is no JSON, or holds more than 20,000 objects
// and arrays, which would take too long to read. What a hostile server could make dear is left out:
// of an object all but its first thousand members, and what is nested deeper than a hundred.
core::Json parse_body(const std::string& body);

// As text; bytes that are not UTF-8 become U+FFFD.
std::string dump(const core::Json& json);

// The member, or null where there is none or `json` is no object.
const core::Json& member(const core::Json& json, const char* key);
// A string; of anything else empty.
std::string text_of(const core::Json& json);
// A whole number of 0 or more; of anything else 0.
std::int64_t count_of(const core::Json& json);

// `base` with `path` behind its path, its query kept: http://h/v1?a=b, /x → http://h/v1/x?a=b.
std::string endpoint(const std::string& base, const std::string& path);

// Sets `finish` to `empty` where the answer is complete and its text holds nothing.
void mark_empty(ChatAnswer& answer);

}  // namespace assay::models
