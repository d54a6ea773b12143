#include <algorithm>
#include <cstring>
#include <utility>

#include "retrieval/documents/json_lines.h"

namespace assay::retrieval {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::uint64_t lines_in(const std::string& bytes) {
  return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

}  // namespace

// Lines may come from a pipe, for which it waits.
LineReader::LineReader(const std::filesystem::path& path)
    : read_([file = std::make_shared<File>(path, true)](std::span<char> buffer) {
        return file->read(buffer);
      }) {}

std::optional<LineBlock> LineReader::next() {
  std::string bytes = std::exchange(rest_, {});
  std::size_t searched = 0;  // no line ends before this
  while (!ended_) {
    const auto size = bytes.size();
    bytes.resize(std::max(block_bytes_, size + block_bytes_ / 4));
    const auto n = read_(std::span(bytes).subspan(size));
    bytes.resize(size + n);
    hash_.add(std::string_view(bytes).substr(size));
    ended_ = n == 0;
    const bool first = bytes_read_ < byte_order_mark.size();
    bytes_read_ += n;
    if (first && bytes_read_ >= byte_order_mark.size() && bytes.starts_with(byte_order_mark))
      bytes.erase(0, byte_order_mark.size());
    if (ended_ || bytes.size() < block_bytes_ / 2) continue;
    const auto end = std::string_view(bytes).substr(searched).rfind('\n');
    if (end != std::string_view::npos) {
      rest_ = bytes.substr(searched + end + 1);
      bytes.resize(searched + end + 1);
      break;
    }
    searched = bytes.size();
    if (bytes.size() > longest_line) return skip_line();
  }
  if (bytes.empty()) return std::nullopt;
  LineBlock block{std::move(bytes), line_, false};
  line_ += lines_in(block.bytes);
  return block;
}

// Reads on to the end of a line that is too long, and drops it.
LineBlock LineReader::skip_line() {
  std::string buffer(usual_block, '\0');
  while (!ended_) {
    const auto n = read_(buffer);
    const auto piece = std::string_view(buffer).substr(0, n);
    hash_.add(piece);
    bytes_read_ += n;
    ended_ = n == 0;
    const auto end = piece.find('\n');
    if (end == std::string_view::npos) continue;
    rest_ = piece.substr(end + 1);
    break;
  }
  return {{}, line_++, true};
}

}  // namespace assay::retrieval
