#pragma once
#include <string_view>

#include "web/article.h"

namespace assay::web {

inline constexpr std::string_view text_extractor = "text/1";

// Reads plain text: decoded (byte order mark, UTF-8, hint, detection), line ends made `\n`,
// invisible characters removed. Throws Unreadable where the bytes are no text, or hold none.
Article extract_text(std::string_view bytes, const ArticleHints& hints = {});

// The same for Markdown: the first heading is the title, and a front matter (`---`) of `title`,
// `author`, `date` and `url` is read and left out. Pictures that it shows are listed; their signs
// stay in the text.
Article extract_markdown(std::string_view bytes, const ArticleHints& hints = {});

}  // namespace assay::web
