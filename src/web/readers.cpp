#include "web/readers.h"

#include <memory>
#include <utility>

namespace assay::web {

Readers::Readers(std::filesystem::path program, ReaderLimits limits)
    : program_(std::move(program)), limits_(limits) {}

Article Readers::read(MediaType type, std::string_view bytes, const ArticleHints& hints) {
  auto reader = spares_.take();
  if (!reader) reader = std::make_unique<Reader>(program_, limits_);
  try {
    auto article = reader->read(type, bytes, hints);
    spares_.put_back(std::move(reader));
    return article;
  } catch (const Unreadable&) {
    spares_.put_back(std::move(reader));  // it serves the next page as if nothing had happened
    throw;
  }
}

}  // namespace assay::web
