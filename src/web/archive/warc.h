#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// WARC 1.1 (ISO 28500:2017): the format in which web archives keep what they fetched. A file is a
// row of records, each a gzip member of its own, so that one can be read from its place alone.
namespace assay::web {

struct WarcField {
  std::string name;
  std::string value;
};

struct WarcRecord {
  std::vector<WarcField> fields;  // in their order, Content-Length among them
  std::string block;
  std::uint64_t offset = 0;  // of its gzip member in the file
  std::uint64_t length = 0;  // of the member

  // The value of the first field of that name, whose case does not matter; empty where there is
  // none.
  std::string_view field(std::string_view name) const;
  // `response`, `request`, `warcinfo`, `revisit`, `resource`, …
  std::string_view type() const { return field("WARC-Type"); }
  // Of an HTTP response or revisit: its status line and headers, and what stands behind them.
  std::string_view http_head() const;
  std::string_view payload() const;
  // The value of the first of those headers that has this name; empty where there is none.
  std::string_view http_field(std::string_view name) const;
};

// `sha256:` and the digest of the bytes in base 32 (RFC 4648, padded), as other programs for web
// archives write and check it.
std::string warc_digest(std::string_view bytes);

// The record as a gzip member. `fields` without Content-Length.
std::string warc_member(const std::vector<WarcField>& fields, std::string_view block);

}  // namespace assay::web
