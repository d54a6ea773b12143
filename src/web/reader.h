#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "io/worker.h"
#include "web/article.h"

namespace assay::web {

enum class MediaType { html, text, markdown, pdf };
// `html`, `text`, `markdown`, `pdf`.
std::string_view to_string(MediaType type);
std::optional<MediaType> media_type_from_string(std::string_view text);

// What a file is, by its name's extension, else by its first bytes (512 are enough). Nothing where
// it is something that Reader does not read (a picture, an archive, a program).
std::optional<MediaType> media_type_of(const std::filesystem::path& path,
                                       std::string_view first_bytes);

struct ReaderLimits {
  std::size_t bytes = 64 << 20;            // a longer document is refused before it is sent
  std::size_t memory = 512 << 20;          // of the worker process
  std::chrono::milliseconds time{10'000};  // per document, then the worker is killed
};

// Reads documents in a worker process of its own. Used by one thread at a time; make one for each
// thread. Making one is cheap: the worker starts with the first document.
class Reader {
 public:
  // `program` is the assay program itself (/proc/self/exe in it).
  explicit Reader(std::filesystem::path program, ReaderLimits limits = {});

  // Throws Unreadable with the reason in one line: broken, encrypted, beyond a bound, over its time
  // or memory, no text. The next document is read as if nothing had happened.
  Article read(MediaType type, std::string_view bytes, const ArticleHints& hints = {});

 private:
  ReaderLimits limits_;
  io::Worker worker_;
};

// The same in this process, without its protection: for tests, fuzzing and benchmarks.
Article read_here(MediaType type, std::string_view bytes, const ArticleHints& hints = {});

// The worker's side: the jobs that Reader calls, for io::run_worker().
io::Jobs reader_jobs();
// Loads what the jobs need from files (converters, character maps), before the worker locks itself
// in.
void prepare_reader_jobs();

}  // namespace assay::web
