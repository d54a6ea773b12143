#pragma once
#include <filesystem>
#include <string_view>

#include "io/spares.h"
#include "web/reader.h"

namespace assay::web {

// Reader for several threads: as many workers as are in use at a time, kept for the next page.
class Readers {
 public:
  explicit Readers(std::filesystem::path program, ReaderLimits limits = {});

  // As Reader::read(). Thread-safe.
  Article read(MediaType type, std::string_view bytes, const ArticleHints& hints = {});

 private:
  std::filesystem::path program_;
  ReaderLimits limits_;
  io::Spares<Reader> spares_;
};

}  // namespace assay::web
