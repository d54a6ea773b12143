#pragma once
#include <string>
#include <string_view>

#include "web/article.h"

namespace assay::web {

// What a plain fetch brought.
struct PlainPage {
  std::string_view media_type;       // in lower case; empty where unknown
  std::string_view bytes;            // as they came
  const Article* article = nullptr;  // that was read from them; none where there was none to read
};

// Why the page is to be rendered by a browser, in a few words (`its text is made by scripts`,
// `a login stands before it`); empty where what came is good as it is, however short: an article of
// few words stays one. Only signs in the page count; sites known to need a browser are in
// sites/browser.tsv. Looks at the bytes without parsing them, in linear time.
std::string why_browser(const PlainPage& page);

// Is a text, whoever took it from its page, what stands before a page and not the page: that
// JavaScript, a login or an answer about cookies is needed? A long text is none.
bool is_wall(std::string_view text);

}  // namespace assay::web
