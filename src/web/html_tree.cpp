#include "web/html_tree.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <unordered_map>

#include "web/article.h"
#include "web/clean_text.h"

namespace assay::web {
namespace {

constexpr std::uint16_t deepest = 500;
constexpr std::size_t block_size = 64 << 10;
constexpr std::size_t longest_attribute = 64 << 10;

const std::unordered_map<std::string_view, Tag>& tags() {
  static const std::unordered_map<std::string_view, Tag> map{{"a", Tag::a},
                                                             {"abbr", Tag::abbr},
                                                             {"address", Tag::address},
                                                             {"amp-img", Tag::amp_img},
                                                             {"area", Tag::area},
                                                             {"article", Tag::article},
                                                             {"aside", Tag::aside},
                                                             {"audio", Tag::audio},
                                                             {"b", Tag::b},
                                                             {"base", Tag::base},
                                                             {"big", Tag::big},
                                                             {"blockquote", Tag::blockquote},
                                                             {"body", Tag::body},
                                                             {"br", Tag::br},
                                                             {"button", Tag::button},
                                                             {"canvas", Tag::canvas},
                                                             {"caption", Tag::caption},
                                                             {"center", Tag::center},
                                                             {"cite", Tag::cite},
                                                             {"code", Tag::code},
                                                             {"col", Tag::col},
                                                             {"dd", Tag::dd},
                                                             {"del", Tag::del},
                                                             {"details", Tag::details},
                                                             {"dfn", Tag::dfn},
                                                             {"dialog", Tag::dialog},
                                                             {"div", Tag::div},
                                                             {"dl", Tag::dl},
                                                             {"dt", Tag::dt},
                                                             {"em", Tag::em},
                                                             {"embed", Tag::embed},
                                                             {"fieldset", Tag::fieldset},
                                                             {"figcaption", Tag::figcaption},
                                                             {"figure", Tag::figure},
                                                             {"font", Tag::font},
                                                             {"footer", Tag::footer},
                                                             {"form", Tag::form},
                                                             {"h1", Tag::h1},
                                                             {"h2", Tag::h2},
                                                             {"h3", Tag::h3},
                                                             {"h4", Tag::h4},
                                                             {"h5", Tag::h5},
                                                             {"h6", Tag::h6},
                                                             {"head", Tag::head},
                                                             {"header", Tag::header},
                                                             {"hgroup", Tag::hgroup},
                                                             {"hr", Tag::hr},
                                                             {"html", Tag::html},
                                                             {"i", Tag::i},
                                                             {"iframe", Tag::iframe},
                                                             {"image", Tag::img},
                                                             {"img", Tag::img},
                                                             {"input", Tag::input},
                                                             {"ins", Tag::ins},
                                                             {"kbd", Tag::kbd},
                                                             {"label", Tag::label},
                                                             {"legend", Tag::legend},
                                                             {"li", Tag::li},
                                                             {"link", Tag::link},
                                                             {"main", Tag::main},
                                                             {"map", Tag::map},
                                                             {"mark", Tag::mark},
                                                             {"menu", Tag::menu},
                                                             {"meta", Tag::meta},
                                                             {"nav", Tag::nav},
                                                             {"noscript", Tag::noscript},
                                                             {"object", Tag::object},
                                                             {"ol", Tag::ol},
                                                             {"optgroup", Tag::optgroup},
                                                             {"option", Tag::option},
                                                             {"p", Tag::p},
                                                             {"param", Tag::param},
                                                             {"picture", Tag::picture},
                                                             {"pre", Tag::pre},
                                                             {"q", Tag::q},
                                                             {"rp", Tag::rp},
                                                             {"rt", Tag::rt},
                                                             {"ruby", Tag::ruby},
                                                             {"s", Tag::s},
                                                             {"samp", Tag::samp},
                                                             {"script", Tag::script},
                                                             {"section", Tag::section},
                                                             {"select", Tag::select},
                                                             {"small", Tag::small},
                                                             {"source", Tag::source},
                                                             {"span", Tag::span},
                                                             {"strike", Tag::strike},
                                                             {"strong", Tag::strong},
                                                             {"style", Tag::style},
                                                             {"sub", Tag::sub},
                                                             {"summary", Tag::summary},
                                                             {"sup", Tag::sup},
                                                             {"svg", Tag::svg},
                                                             {"table", Tag::table},
                                                             {"tbody", Tag::tbody},
                                                             {"td", Tag::td},
                                                             {"template", Tag::template_},
                                                             {"textarea", Tag::textarea},
                                                             {"tfoot", Tag::tfoot},
                                                             {"th", Tag::th},
                                                             {"thead", Tag::thead},
                                                             {"time", Tag::time},
                                                             {"title", Tag::title},
                                                             {"tr", Tag::tr},
                                                             {"tt", Tag::tt},
                                                             {"u", Tag::u},
                                                             {"ul", Tag::ul},
                                                             {"var", Tag::var},
                                                             {"video", Tag::video}};
  return map;
}

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view{} : reinterpret_cast<const char*>(text);
}

}  // namespace

// Receives the parser's events. An exception must not pass through libxml2, which is C: it is kept,
// the parser stopped, and the exception thrown when the parser has returned.
class TreeBuilder {
 public:
  explicit TreeBuilder(HtmlTree& tree) : tree_(tree) {}

  void parse(std::string_view html) {
    htmlSAXHandler handler{};
    handler.startElement = [](void* self, const xmlChar* name, const xmlChar** attributes) {
      guarded(self, [&](TreeBuilder& b) { b.open(view(name), attributes); });
    };
    handler.endElement = [](void* self, const xmlChar*) {
      guarded(self, [&](TreeBuilder& b) { b.close(); });
    };
    handler.characters = [](void* self, const xmlChar* text, int length) {
      guarded(self, [&](TreeBuilder& b) {
        b.characters({reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)});
      });
    };
    handler.cdataBlock = handler.characters;
    handler.ignorableWhitespace = handler.characters;
    std::unique_ptr<htmlParserCtxt, void (*)(htmlParserCtxtPtr)> context(
        htmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8),
        &htmlFreeParserCtxt);
    if (!context) throw std::bad_alloc();
    context_ = context.get();
    htmlCtxtUseOptions(context_, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                     HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    htmlParseChunk(context_, html.data(), static_cast<int>(html.size()), 1);
    if (failure_) std::rethrow_exception(failure_);
    end_text();
    while (!open_.empty()) close();
    if (body_ != no_node) tree_.nodes_[body_].end = static_cast<NodeId>(tree_.nodes_.size());
  }

 private:
  template <class Do>
  static void guarded(void* self, Do what) noexcept {
    auto& builder = *static_cast<TreeBuilder*>(self);
    if (builder.failure_) return;
    try {
      what(builder);
    } catch (...) {
      builder.failure_ = std::current_exception();
      xmlStopParser(builder.context_);
    }
  }

  NodeId append(Tag tag) {
    const auto id = static_cast<NodeId>(tree_.nodes_.size());
    auto& node = tree_.nodes_.emplace_back();
    node.tag = tag;
    node.end = id + 1;
    const NodeId parent = parent_;
    if (parent != no_node) {
      auto& above = tree_.nodes_[parent];
      node.parent = parent;
      node.depth = static_cast<std::uint16_t>(above.depth + 1);
      if (above.last == no_node)
        above.first = id;
      else
        tree_.nodes_[above.last].next = id;
      above.last = id;
    }
    return id;
  }

  void open(std::string_view name, const xmlChar** attributes) {
    end_text();
    const auto found = tags().find(name);
    const Tag tag = found == tags().end() ? Tag::other : found->second;
    // A page has one root: what comes after it hangs in it.
    if (parent_ == no_node && !tree_.nodes_.empty()) parent_ = 0;
    if (parent_ != no_node && tree_.nodes_[parent_].tag == Tag::head && is_block(tag)) end_head();
    if (tag == Tag::body && body_ != no_node)
      return open_.push_back(no_node);  // it is open already
    const NodeId id = append(tag);
    tree_.nodes_[id].attribute = static_cast<std::uint32_t>(tree_.attributes_.size());
    for (; attributes != nullptr && *attributes != nullptr; attributes += 2) {
      const auto value = view(attributes[1]).substr(0, longest_attribute);
      tree_.attributes_.push_back({tree_.keep(view(attributes[0])), tree_.keep(value)});
      ++tree_.nodes_[id].attributes;
    }
    // An element at the limit is listed, but what it holds hangs beside it.
    open_.push_back(tree_.nodes_[id].depth < deepest ? id : no_node);
    if (open_.back() != no_node) parent_ = id;
  }

  // The parser knows no element of HTML 5, and leaves one that begins the page's text, where its
  // tags for head and body are left out, in the head.
  void end_head() {
    head_ = parent_;
    tree_.nodes_[head_].end = static_cast<NodeId>(tree_.nodes_.size());
    parent_ = tree_.nodes_[head_].parent;
    body_ = append(Tag::body);
    tree_.nodes_[body_].attribute = static_cast<std::uint32_t>(tree_.attributes_.size());
    parent_ = body_;
  }

  void close() {
    end_text();
    if (open_.empty()) return;
    const NodeId id = open_.back();
    open_.pop_back();
    if (id == no_node || id == head_) return;
    tree_.nodes_[id].end = static_cast<NodeId>(tree_.nodes_.size());
    parent_ = tree_.nodes_[id].parent;
  }

  // The parser hands over a text in pieces: at each character reference, and when it is long.
  void characters(std::string_view text) { pending_.append(text); }

  void end_text() {
    if (pending_.empty()) return;
    if (parent_ != no_node) {
      const NodeId id = append(Tag::text);
      tree_.nodes_[id].text = tree_.keep(pending_);
    }
    pending_.clear();
  }

  HtmlTree& tree_;
  htmlParserCtxtPtr context_ = nullptr;
  NodeId parent_ = no_node;
  std::vector<NodeId> open_;
  NodeId head_ = no_node;  // one that ended before the parser thought so, and
  NodeId body_ = no_node;  // the body that began then
  std::string pending_;    // text since the last tag
  std::exception_ptr failure_;
};

HtmlTree::HtmlTree(std::string_view html) {
  if (html.size() > 0x7FFFFFFF) throw Unreadable("the page is too long");
  nodes_.reserve(html.size() / 32);
  TreeBuilder(*this).parse(html);
  if (nodes_.empty()) throw Unreadable("no HTML in it");
  nodes_[0].end = static_cast<NodeId>(nodes_.size());
}

std::string_view HtmlTree::keep(std::string_view bytes) {
  if (bytes.empty()) return {};
  if (bytes.size() > block_left_) {
    const auto size = std::max(block_size, bytes.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    block_at_ = blocks_.back().get();
    block_left_ = size;
  }
  char* const at = block_at_;
  std::memcpy(at, bytes.data(), bytes.size());
  block_at_ += bytes.size();
  block_left_ -= bytes.size();
  return {at, bytes.size()};
}

std::string_view HtmlTree::attribute(NodeId id, std::string_view name) const {
  const auto& node = nodes_[id];
  for (auto i = node.attribute; i < node.attribute + node.attributes; ++i)
    if (attributes_[i].name == name) return attributes_[i].value;
  return {};
}

bool HtmlTree::has_attribute(NodeId id, std::string_view name) const {
  const auto& node = nodes_[id];
  for (auto i = node.attribute; i < node.attribute + node.attributes; ++i)
    if (attributes_[i].name == name) return true;
  return false;
}

std::string HtmlTree::text(NodeId id) const {
  std::string all;
  for (NodeId i = id; i < nodes_[id].end; ++i) {
    const auto& node = nodes_[i];
    if (node.tag == Tag::script || node.tag == Tag::style)
      i = node.end - 1;
    else if (node.tag == Tag::text)
      all.append(node.text);
    else if (is_block(node.tag) || node.tag == Tag::br)
      all += ' ';
  }
  return one_line(all);
}

NodeId HtmlTree::find(Tag tag, NodeId id) const {
  for (NodeId i = id; i < nodes_[id].end; ++i)
    if (nodes_[i].tag == tag) return i;
  return no_node;
}

bool is_heading(Tag tag) { return tag >= Tag::h1 && tag <= Tag::h6; }

bool is_block(Tag tag) {
  switch (tag) {
    case Tag::address:
    case Tag::article:
    case Tag::aside:
    case Tag::blockquote:
    case Tag::body:
    case Tag::caption:
    case Tag::center:
    case Tag::dd:
    case Tag::details:
    case Tag::dialog:
    case Tag::div:
    case Tag::dl:
    case Tag::dt:
    case Tag::fieldset:
    case Tag::figcaption:
    case Tag::figure:
    case Tag::footer:
    case Tag::form:
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
    case Tag::header:
    case Tag::hgroup:
    case Tag::hr:
    case Tag::html:
    case Tag::legend:
    case Tag::li:
    case Tag::main:
    case Tag::menu:
    case Tag::nav:
    case Tag::ol:
    case Tag::optgroup:
    case Tag::option:
    case Tag::p:
    case Tag::pre:
    case Tag::section:
    case Tag::summary:
    case Tag::table:
    case Tag::tbody:
    case Tag::td:
    case Tag::tfoot:
    case Tag::th:
    case Tag::thead:
    case Tag::title:
    case Tag::tr:
    case Tag::ul:
      return true;
    default:
      return false;
  }
}

}  // namespace assay::web
