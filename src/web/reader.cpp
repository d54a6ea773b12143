#include "web/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/core/error.h"
#include "web/article_json.h"
#include "web/charset.h"
#include "web/page_language.h"
#include "web/pdf.h"
#include "web/text.h"

namespace assay::web {
namespace {

constexpr std::array<std::pair<MediaType, std::string_view>, 4> names{
    {{MediaType::html, "html"},
     {MediaType::text, "text"},
     {MediaType::markdown, "markdown"},
     {MediaType::pdf, "pdf"}}};

constexpr std::pair<std::string_view, MediaType> extensions[] = {
    {".html", MediaType::html},      {".htm", MediaType::html},
    {".xhtml", MediaType::html},     {".shtml", MediaType::html},
    {".txt", MediaType::text},       {".text", MediaType::text},
    {".md", MediaType::markdown},    {".markdown", MediaType::markdown},
    {".mdown", MediaType::markdown}, {".pdf", MediaType::pdf}};

std::string lower_ascii(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

// The hints in one string; a NUL can be in neither.
std::string header_of(const ArticleHints& hints) {
  std::string header = hints.url;
  std::erase(header, '\0');
  header += '\0';
  return header + hints.charset;
}

ArticleHints hints_of(std::string_view header) {
  const auto end = std::min(header.find('\0'), header.size());
  ArticleHints hints;
  hints.url = header.substr(0, end);
  hints.charset = header.substr(std::min(end + 1, header.size()));
  return hints;
}

io::WorkerLimits worker_limits(const ReaderLimits& limits) {
  io::WorkerLimits worker;
  worker.memory = limits.memory;
  worker.request = limits.bytes + (64 << 10);
  worker.cpu = std::chrono::ceil<std::chrono::seconds>(limits.time) + std::chrono::seconds(1);
  return worker;
}

}  // namespace

std::string_view to_string(MediaType type) {
  return std::ranges::find(names, type, &std::pair<MediaType, std::string_view>::first)->second;
}

std::optional<MediaType> media_type_from_string(std::string_view text) {
  for (const auto& [type, name] : names)
    if (name == text) return type;
  return std::nullopt;
}

std::optional<MediaType> media_type_of(const std::filesystem::path& path,
                                       std::string_view first_bytes) {
  const auto extension = lower_ascii(path.extension().string());
  for (const auto& [known, type] : extensions)
    if (extension == known) return type;
  if (first_bytes.starts_with("%PDF-")) return MediaType::pdf;
  if (!extension.empty()) {
    // An extension that names something else is believed, unless the bytes are plainly a page.
    const auto head = lower_ascii(std::string(first_bytes.substr(0, 512)));
    const bool page = head.find("<!doctype html") != head.npos || head.find("<html") != head.npos;
    return page ? std::optional(MediaType::html) : std::nullopt;
  }
  if (first_bytes.empty() || !looks_like_text(first_bytes)) return std::nullopt;
  const auto head = lower_ascii(std::string(first_bytes.substr(0, 512)));
  for (const std::string_view sign : {"<!doctype html", "<html", "<head", "<body"})
    if (head.find(sign) != head.npos) return MediaType::html;
  return MediaType::text;
}

Reader::Reader(std::filesystem::path program, ReaderLimits limits)
    : limits_(limits), worker_(std::move(program), worker_limits(limits)) {}

Article Reader::read(MediaType type, std::string_view bytes, const ArticleHints& hints) {
  if (bytes.size() > limits_.bytes)
    throw Unreadable("longer than " + std::to_string(limits_.bytes >> 20) + " MiB");
  try {
    return article_from_bytes(worker_.call(to_string(type), header_of(hints), bytes, limits_.time));
  } catch (const io::WorkerFailure& failure) {
    // Without a worker nothing can be read: that is no fault of this document.
    if (failure.kind == io::WorkerFailure::Kind::unusable) throw core::InputError(failure.what());
    throw Unreadable(failure.what());
  }
}

Article read_here(MediaType type, std::string_view bytes, const ArticleHints& hints) {
  switch (type) {
    case MediaType::html:
      return extract_article(bytes, hints);
    case MediaType::text:
      return extract_text(bytes, hints);
    case MediaType::markdown:
      return extract_markdown(bytes, hints);
    case MediaType::pdf:
      return extract_pdf(bytes, hints);
  }
  throw Unreadable("no known kind of document");
}

io::Jobs reader_jobs() {
  io::Jobs jobs;
  for (const auto& [kind, name] : names)
    jobs.emplace(name, [type = kind](std::string_view header, std::string_view bytes) {
      return to_bytes(read_here(type, bytes, hints_of(header)));
    });
  return jobs;
}

void prepare_reader_jobs() {
  // Each converter that decode() may ask for comes from ICU's data, which is part of its library.
  // Converters by name need nothing from files either, but the table of aliases is built when first
  // asked.
  decode("\xE4\xF6 text that is no UTF-8", "windows-1252", {});
  decode("\x82\xA0\x82\xA2\x82\xA4\xFF", {}, {});
  prepare_language();
  prepare_pdf();
}

}  // namespace assay::web
