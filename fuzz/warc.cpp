// A libFuzzer target of records of web archives, unpacked: a run's folder may come from anyone.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "web/archive/warc_reader.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto record = assay::web::parse_warc_record(text);
    require(record.block.size() <= size && !record.fields.empty());
    require(record.http_head().size() + record.payload().size() <= record.block.size());
    require(!record.field("content-length").empty());
  } catch (const assay::web::BadWarc&) {
  }
  return 0;
}
