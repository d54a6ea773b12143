#include "web/archive/warc.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "io/http_text.h"
#include "io/sha256.h"

namespace assay::web {
namespace {

constexpr std::string_view head_end = "\r\n\r\n";

int hex(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

std::string bytes_of_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(hex(text[i]) * 16 + hex(text[i + 1]));
  return bytes;
}

std::string base32(std::string_view bytes) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  unsigned buffer = 0;
  int bits = 0;
  for (const char c : bytes) {
    buffer = (buffer << 8 | static_cast<unsigned char>(c)) & 0xFFFF;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[buffer >> (bits - 5) & 31];
  }
  if (bits > 0) text += alphabet[buffer << (5 - bits) & 31];
  while (text.size() % 8 != 0) text += '=';
  return text;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  constexpr int gzip_window = 15 + 16;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("packing a record failed");
  return packed;
}

}  // namespace

std::string_view WarcRecord::field(std::string_view name) const {
  const auto found = std::ranges::find_if(
      fields, [&](const WarcField& one) { return io::same_header(one.name, name); });
  return found == fields.end() ? std::string_view() : std::string_view(found->value);
}

std::string_view WarcRecord::http_head() const {
  return std::string_view(block).substr(0, block.find(head_end));
}

std::string_view WarcRecord::payload() const {
  const auto end = block.find(head_end);
  return end == block.npos ? std::string_view()
                           : std::string_view(block).substr(end + head_end.size());
}

std::string_view WarcRecord::http_field(std::string_view name) const {
  constexpr std::string_view line_end = "\r\n";
  for (auto head = http_head(); !head.empty();) {
    const auto end = std::min(head.find(line_end), head.size());
    const auto line = head.substr(0, end);
    head.remove_prefix(std::min(end + line_end.size(), head.size()));
    const auto colon = line.find(':');
    if (colon != line.npos && io::same_header(line.substr(0, colon), name))
      return io::trimmed(line.substr(colon + 1));
  }
  return {};
}

std::string warc_digest(std::string_view bytes) {
  return "sha256:" + base32(bytes_of_hex(io::sha256(bytes)));
}

std::string warc_member(const std::vector<WarcField>& fields, std::string_view block) {
  std::string record = "WARC/1.1\r\n";
  for (const auto& field : fields)
    record.append(field.name).append(": ").append(field.value).append("\r\n");
  record += "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n";
  record.append(block).append("\r\n\r\n");
  return gzip(record);
}

}  // namespace assay::web
