#include "web/readers.h"

#include <memory>
#include <utility>

namespace assay::web {

Readers::Readers(std::filesystem::path program, ReaderLimits limits)
    : program_(std::move(program)), limits_(limits) {}

Article Readers::read(MediaType type, std::string_view bytes, const ArticleHints& hints) {
  return spares_.use<Unreadable>([&] { return std::make_unique<Reader>(program_, limits_); },
                                 [&](Reader& reader) { return reader.read(type, bytes, hints); });
}

}  // namespace assay::web
