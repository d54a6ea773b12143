#include "retrieval/documents/json_reason.h"

namespace assay::retrieval {

std::string json_reason(simdjson::error_code error) {
  switch (error) {
    case simdjson::UTF8_ERROR:
      return "not UTF-8";
    case simdjson::DEPTH_ERROR:
      return "nested too deep";
    case simdjson::STRING_ERROR:
      return "not JSON: a string holds an escape that is no character";
    case simdjson::UNESCAPED_CHARS:
      return "not JSON: a string holds a control character";
    case simdjson::UNCLOSED_STRING:
      return "not JSON: a string has no end";
    case simdjson::MEMALLOC:
      return "too long for the memory";
    default:
      return "not JSON";
  }
}

}  // namespace assay::retrieval
