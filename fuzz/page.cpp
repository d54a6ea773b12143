// A libFuzzer target of pages: whatever a server sends is read as an article. The first line is the
// address that it came from.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "language/utf8.h"
#include "web/article.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  const auto bytes = text.substr(std::min(line.size() + 1, size));
  web::Article article;
  try {
    article = web::extract_article(bytes, {std::string(line), {}});
  } catch (const web::Unreadable&) {
    return 0;
  }
  for (const auto* part : {&article.text, &article.title, &article.author, &article.publisher})
    require(language::is_utf8(*part) && part->find('\0') == part->npos);
  require(!article.text.empty());
  require(article.images.size() <= 32 && article.links.size() <= 200);
  for (const auto& image : article.images) require(image.position <= article.text.size());
  for (const auto& link : article.links) require(link.position <= article.text.size());
  return 0;
}
