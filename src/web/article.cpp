#include "web/article.h"

#include "web/charset.h"
#include "web/clean_text.h"
#include "web/html_bounds.h"
#include "web/html_tree.h"
#include "web/language.h"
#include "web/main_content.h"
#include "web/markdown.h"
#include "web/metadata.h"
#include "web/url.h"

namespace assay::web {
namespace {

// The address that relative references are resolved against.
std::string base_of(const HtmlTree& tree, std::string_view url) {
  const NodeId base = tree.find(Tag::base);
  if (base != no_node)
    if (auto resolved = resolve_url(url, tree.attribute(base, "href")); !resolved.empty())
      return resolved;
  return std::string(url);
}

}  // namespace

Article extract_article(std::string_view bytes, const ArticleHints& hints) {
  check_bounds(bytes);
  const std::string html = decode(bytes, hints.charset, declared_charset(bytes));
  const HtmlTree tree(html);
  PageMarks marks(tree);
  const Metadata metadata = read_metadata(tree, marks, hints.url);
  const NodeId main = find_main_content(tree, marks, metadata.title);
  auto rendered = render_markdown(tree, marks, main, base_of(tree, hints.url), metadata.title);
  Article article;
  article.url = metadata.url.empty() ? one_line(hints.url) : metadata.url;
  article.title = metadata.title;
  article.author = metadata.author;
  article.publisher = metadata.publisher;
  article.published = metadata.published;
  article.modified = metadata.modified;
  article.language = language_of(rendered.text, metadata.language);
  article.text = std::move(rendered.text);
  article.images = std::move(rendered.images);
  article.extractor = article_extractor;
  if (article.text.empty()) throw Unreadable("no text in the page");
  return article;
}

}  // namespace assay::web
