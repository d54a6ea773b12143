#include "web/article.h"

#include "web/charset.h"
#include "web/clean_text.h"
#include "web/html_bounds.h"
#include "web/html_tree.h"
#include "web/main_content.h"
#include "web/markdown.h"
#include "web/page_author.h"
#include "web/page_facts.h"
#include "web/page_language.h"
#include "web/page_title.h"
#include "web/publication_date.h"
#include "web/url.h"

namespace assay::web {
namespace {

// Of a page that shows pictures and says nothing else.
std::string text_of_captions(const std::vector<ArticleImage>& images) {
  std::string text;
  for (const auto& image : images)
    if (!image.caption.empty()) text += (text.empty() ? "" : "\n\n") + image.caption;
  return text;
}

// What a page without a text of its own says in its head: that of many a post is there alone.
std::string described(const PageFacts& facts) {
  return facts.meta({"og:description", "twitter:description", "description"});
}

// And the picture that it names there.
void add_described_picture(const PageFacts& facts, std::string_view base,
                           std::vector<ArticleImage>& images) {
  ArticleImage image;
  image.src = resolve_url(base, facts.meta({"og:image", "og:image:url", "twitter:image"}));
  if (image.src.empty()) return;
  image.alt = facts.meta({"og:image:alt", "twitter:image:alt"});
  image.references.push_back(image.src);
  images.push_back(std::move(image));
}

// The address that relative references are resolved against.
std::string base_of(const HtmlTree& tree, std::string_view url) {
  const NodeId base = tree.find(Tag::base);
  if (base != no_node)
    if (auto resolved = resolve_url(url, tree.attribute(base, "href")); !resolved.empty())
      return resolved;
  return std::string(url);
}

}  // namespace

std::string text_with_links(const Article& article) {
  std::string text = article.text;
  if (!article.links.empty()) text += '\n';
  for (const auto& link : article.links)
    text.append("\n- [").append(link.text).append("](").append(link.url).append(")");
  return text;
}

Article extract_article(std::string_view bytes, const ArticleHints& hints) {
  check_bounds(bytes);
  const std::string html = decode(bytes, hints.charset, declared_charset(bytes));
  const HtmlTree tree(html);
  PageMarks marks(tree);
  const PageFacts facts(tree, marks, hints.url);
  const std::string title = find_title(facts);
  const auto content = find_main_content(tree, marks, title);
  const auto dates = find_dates(facts, content, title);
  auto rendered =
      render_markdown(tree, marks, content,
                      base_of(tree, hints.url.empty() ? facts.canonical() : hints.url), title);
  Article article;
  article.url = facts.canonical();
  if (article.url.empty()) article.url = one_line(hints.url);
  article.title = title;
  article.author = find_author(facts);
  article.publisher = facts.publisher();
  article.published = dates.published;
  article.modified = dates.modified;
  if (rendered.text.empty()) rendered.text = text_of_captions(rendered.images);
  if (rendered.text.empty()) {
    rendered.text = described(facts);
    if (rendered.images.empty()) add_described_picture(facts, hints.url, rendered.images);
  }
  article.language = language_of(rendered.text, facts.language());
  article.text = std::move(rendered.text);
  article.images = std::move(rendered.images);
  article.links = std::move(rendered.links);
  article.claim_reviews = facts.claim_reviews;
  article.extractor = article_extractor;
  if (article.text.empty()) throw Unreadable("no text in the page");
  return article;
}

}  // namespace assay::web
