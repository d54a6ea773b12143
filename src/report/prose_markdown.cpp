#include <cmark.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "report/prose.h"
#include "report/prose_builder.h"

namespace assay::report {
namespace {

// cmark's time can grow with the square of a text that is made for it.
constexpr std::size_t longest_markdown = 20'000;  // bytes

struct Free {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};

std::string_view literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text ? text : "";
}

std::string_view address(cmark_node* node) {
  const char* text = cmark_node_get_url(node);
  return text ? text : "";
}

// The words in a link.
std::string words_in(cmark_node* node) {
  std::string words;
  const std::unique_ptr<cmark_iter, Free> iterator(cmark_iter_new(node));
  for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    auto* inside = cmark_iter_get_node(iterator.get());
    const auto type = cmark_node_get_type(inside);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
      words += ' ';
    else
      words += literal(inside);
  }
  return words;
}

class MarkdownReader {
 public:
  explicit MarkdownReader(const References& known) : known_(known), builder_(known) {}

  Prose run(std::string_view text) {
    const std::unique_ptr<cmark_node, Free> root(
        cmark_parse_document(text.data(), text.size(), CMARK_OPT_VALIDATE_UTF8));
    cmark_consolidate_text_nodes(root.get());
    const std::unique_ptr<cmark_iter, Free> iterator(cmark_iter_new(root.get()));
    for (auto event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get()))
      visit(*iterator, event == CMARK_EVENT_ENTER);
    return builder_.take();
  }

 private:
  void visit(cmark_iter& iterator, bool enter) {
    auto* node = cmark_iter_get_node(&iterator);
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_LIST:
        if (enter) number_ = first_number(node);
        return;
      case CMARK_NODE_ITEM:
        item_ = enter;
        return;
      case CMARK_NODE_HEADING:
        strong_ = enter ? strong_ + 1 : strong_ - 1;
        [[fallthrough]];
      case CMARK_NODE_PARAGRAPH:
        return enter ? begin() : builder_.end();
      case CMARK_NODE_CODE_BLOCK:
      case CMARK_NODE_HTML_BLOCK:
        return block(node);
      case CMARK_NODE_EMPH:
        emphasized_ += enter ? 1 : -1;
        return;
      case CMARK_NODE_STRONG:
        strong_ += enter ? 1 : -1;
        return;
      case CMARK_NODE_LINK:
        if (enter && link(node)) cmark_iter_reset(&iterator, node, CMARK_EVENT_EXIT);
        return;
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
        return builder_.add_text(" ", look());
      case CMARK_NODE_CODE: {
        auto code = look();
        code.code = true;
        return builder_.add_text(literal(node), code);
      }
      default:
        if (const auto text = literal(node); !text.empty()) builder_.add_text(text, look());
    }
  }

  static int first_number(cmark_node* list) {
    if (cmark_node_get_list_type(list) != CMARK_ORDERED_LIST) return 0;
    return std::clamp(cmark_node_get_list_start(list), 1, 1'000'000);
  }

  // A list's item is one by its first paragraph alone.
  void begin() {
    Paragraph paragraph;
    paragraph.item = std::exchange(item_, false);
    if (paragraph.item && number_ > 0) paragraph.number = number_++;
    builder_.begin(std::move(paragraph));
  }

  void block(cmark_node* node) {
    begin();
    auto span = look();
    span.code = cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK;
    auto text = literal(node);
    while (text.ends_with('\n')) text.remove_suffix(1);
    builder_.add_text(text, span);
    builder_.end();
  }

  // Is what the link holds done? Else its words are read as any others.
  bool link(cmark_node* node) {
    const auto words = words_in(node);
    const auto target = address(node);
    // `[E1](address)` cites, whatever the address.
    if (known_.evidence(words) || words.starts_with("image:")) {
      builder_.add_text("[" + words + "]", look());
      return true;
    }
    if (words.empty() || !known_.address(target)) return false;
    auto span = look();
    span.kind = Span::Kind::link;
    span.text = words;
    span.address = target;
    builder_.add(std::move(span));
    return true;
  }

  Span look() const {
    Span span;
    span.emphasized = emphasized_ > 0;
    span.strong = strong_ > 0;
    return span;
  }

  const References& known_;
  ProseBuilder builder_;
  int emphasized_ = 0;
  int strong_ = 0;
  bool item_ = false;
  int number_ = 0;
};

}  // namespace

Prose read_markdown(std::string_view text, const References& known) {
  std::size_t size = std::min(text.size(), longest_markdown);
  if (size < text.size())
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u) --size;
  auto prose = MarkdownReader(known).run(text.substr(0, size));
  prose.cut = prose.cut || size < text.size();
  return prose;
}

}  // namespace assay::report
