#pragma once
#include <string_view>
#include <vector>

#include "web/article.h"

namespace assay::web {

// The pictures of a Markdown text: `![alt](path "caption")` and `<img src="…" alt="…">`, outside of
// code, at most 32. `base` resolves addresses; may be empty. Positions are those of their signs.
std::vector<ArticleImage> markdown_images(std::string_view text, std::string_view base);

}  // namespace assay::web
