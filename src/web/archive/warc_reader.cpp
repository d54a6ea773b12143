#include "web/archive/warc_reader.h"

#include <zlib.h>

#include <array>
#include <charconv>
#include <new>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"

namespace assay::web {
namespace {

constexpr std::string_view line_end = "\r\n";

std::size_t length_of(const WarcRecord& record, const WarcBounds& bounds) {
  const auto text = record.field("Content-Length");
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    throw BadWarc(record.offset, "a record without its length");
  if (length > bounds.record) throw BadWarc(record.offset, "a record is too long");
  return length;
}

}  // namespace

WarcRecord parse_warc_record(std::string_view text, std::uint64_t offset,
                             const WarcBounds& bounds) {
  WarcRecord record;
  record.offset = offset;
  if (!text.starts_with("WARC/1.")) throw BadWarc(offset, "no WARC record");
  const auto head = text.substr(0, bounds.head).find("\r\n\r\n");
  if (head == text.npos) throw BadWarc(offset, "a record whose fields don't end");
  auto fields = text.substr(0, head + line_end.size());
  fields.remove_prefix(fields.find(line_end) + line_end.size());  // the version
  while (!fields.empty()) {
    const auto end = fields.find(line_end);
    const auto line = fields.substr(0, end);
    fields.remove_prefix(end + line_end.size());
    const auto colon = line.find(':');
    if (colon == line.npos || colon == 0) throw BadWarc(offset, "a line that is no field");
    if (record.fields.size() == bounds.fields) throw BadWarc(offset, "too many fields");
    record.fields.push_back({std::string(io::trimmed(line.substr(0, colon), " \t")),
                             std::string(io::trimmed(line.substr(colon + 1), " \t"))});
  }
  const auto length = length_of(record, bounds);
  const auto body = text.substr(head + 4);
  if (body.size() < length) throw BadWarc(offset, "a record that is cut off");
  record.block = body.substr(0, length);
  if (body.substr(length) != "\r\n\r\n") throw BadWarc(offset, "a record of another length");
  return record;
}

struct WarcReader::Inflater {
  Inflater() {
    constexpr int gzip_alone = 15 + 16;
    if (inflateInit2(&stream, gzip_alone) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream stream{};
};

WarcReader::WarcReader(const std::filesystem::path& file, WarcBounds bounds)
    : bounds_(bounds), file_(file, std::ios::binary), inflater_(std::make_unique<Inflater>()) {
  if (!file_) throw core::InputError("cannot read '" + io::shown(file) + "'");
}

WarcReader::~WarcReader() = default;

// One gzip member, from at_ on; at_ goes behind it. Empty at the end of the file.
std::string WarcReader::unpack() {
  auto& stream = inflater_->stream;
  inflateReset(&stream);
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(at_));
  std::string text;
  std::vector<char> in(64 << 10);
  std::vector<char> out(256 << 10);
  for (;;) {
    file_.read(in.data(), static_cast<std::streamsize>(in.size()));
    const auto got = static_cast<std::size_t>(file_.gcount());
    if (got == 0 && stream.total_in == 0) return {};
    if (got == 0) throw BadWarc(at_, "a record that is cut off");
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(got);
    do {
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(out.size());
      const int status = inflate(&stream, Z_NO_FLUSH);
      if (status == Z_BUF_ERROR) break;  // nothing more to unpack so far
      if (status != Z_OK && status != Z_STREAM_END)
        throw BadWarc(at_, "a record that can't be unpacked");
      text.append(out.data(), out.size() - stream.avail_out);
      if (text.size() > bounds_.record + bounds_.head) throw BadWarc(at_, "a record is too long");
      if (status != Z_STREAM_END) continue;
      at_ += stream.total_in;
      return text;
    } while (stream.avail_in > 0 || stream.avail_out == 0);
  }
}

std::optional<WarcRecord> WarcReader::next() {
  const auto begin = at_;
  const auto text = unpack();
  if (text.empty() && at_ == begin) return std::nullopt;
  auto record = parse_warc_record(text, begin, bounds_);
  record.length = at_ - begin;
  return record;
}

}  // namespace assay::web
