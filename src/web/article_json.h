#pragma once
#include <string>
#include <string_view>

#include "web/article.h"

namespace assay::web {

// An Article as it crosses from the worker to its caller.
std::string to_bytes(const Article& article);

// The inverse. What a worker sends may be the work of the document that it read: throws Unreadable
// where it is no Article, or holds text that is not UTF-8 or has NUL in it.
Article article_from_bytes(std::string_view bytes);

}  // namespace assay::web
