#include "web/markdown.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "web/clean_text.h"
#include "web/image_address.h"
#include "web/page_images.h"
#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::size_t most_images = 32;
constexpr std::size_t most_links = 200;
constexpr std::size_t most_references = 8;  // of an image
constexpr int smallest_image = 200;         // pixels, where the page declares them
constexpr std::size_t nearby_bytes = 160;
constexpr std::size_t deepest_indent = 40;
constexpr std::size_t longest_cell = 300;

std::string_view utf8_suffix(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  auto at = text.size() - limit;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return text.substr(at);
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::max(value, 0);
}

// The address with the largest width or density of a `srcset`.
std::string_view largest_of(std::string_view srcset) {
  std::string_view best;
  double most = -1;
  while (!srcset.empty()) {
    const auto start = srcset.find_first_not_of(" \t\r\n,");
    if (start == srcset.npos) break;
    srcset.remove_prefix(start);
    const auto end = std::min(srcset.find_first_of(" \t\r\n"), srcset.size());
    auto address = srcset.substr(0, end);
    srcset.remove_prefix(end);
    const auto comma = std::min(srcset.find(','), srcset.size());
    auto size = srcset.substr(0, comma);
    srcset.remove_prefix(comma);
    while (address.ends_with(',')) address.remove_suffix(1);
    const auto digit = size.find_first_of("0123456789");
    double value = 1;
    if (digit != size.npos) std::from_chars(size.data() + digit, size.data() + size.size(), value);
    if (value > most && !address.empty()) {
      most = value;
      best = address;
    }
  }
  return best;
}

class Renderer {
 public:
  Renderer(const HtmlTree& tree, const PageMarks& marks, std::string_view base,
           std::string_view title)
      : tree_(tree), marks_(marks), base_(base), title_(title) {}

  Rendered run(const MainContent& content) {
    const auto outer = outer_images(tree_, marks_, content);
    for (const NodeId id : outer.before) image(id, {});
    for (const NodeId lead : content.leads) block(lead);
    render(content.body);
    flush();
    for (const NodeId id : outer.behind) image(id, {});
    settle_images();
    drop_headings_from(0);
    while (!out_.text.empty() && out_.text.back() == '\n') out_.text.pop_back();
    for (auto& image : out_.images) image.position = std::min(image.position, out_.text.size());
    return std::move(out_);
  }

 private:
  void render_children(NodeId id) {
    for (NodeId child = tree_[id].first; child != no_node; child = tree_[child].next) render(child);
  }

  void render(NodeId id) {
    if (marks_.dropped(id)) return captioned_images(id);
    const auto& node = tree_[id];
    switch (node.tag) {
      case Tag::text:
        add_text(node.text);
        return;
      case Tag::br:
        inline_ += '\x1F';
        return;  // a line break that survives cleaning
      case Tag::hr:
        flush();
        return;
      case Tag::img:
      case Tag::amp_img:
        image(id, {});
        return;
      case Tag::figure:
        figure(id);
        return;
      case Tag::figcaption:
      case Tag::caption:
        return;
      case Tag::ul:
      case Tag::ol:
        list(id);
        return;
      case Tag::blockquote:
        quotation(id);
        return;
      case Tag::pre:
        code(id);
        return;
      case Tag::table:
        table(id);
        return;
      case Tag::q:
        inline_ += '"';
        render_children(id);
        inline_ += '"';
        return;
      case Tag::a:
        link(id);
        return;
      default:
        break;
    }
    if (is_heading(node.tag))
      heading(id);
    else if (is_block(node.tag))
      block(id);
    else
      render_children(id);
  }

  // A box that is left out of the text for its caption may hold the picture, too.
  void captioned_images(NodeId id) {
    const auto roles = marks_.roles(id);
    if (marks_.hidden(id) || marks_.reason(id) != Dropped::role || (roles & role_media_text) == 0 ||
        (roles & unwanted_roles) != 0)
      return;
    for (NodeId i = id; i < tree_[id].end; ++i)
      if (!marks_.hidden(i) && (tree_[i].tag == Tag::img || tree_[i].tag == Tag::amp_img))
        image(i, {});
  }

  // Pictures that no text comes after.
  void settle_images() {
    for (auto& waiting : waiting_) {
      waiting.position = out_.text.size();
      out_.images.push_back(std::move(waiting));
    }
    waiting_.clear();
  }

  void block(NodeId id) {
    flush();
    render_children(id);
    flush();
  }

  void heading(NodeId id) {
    flush();
    render_children(id);
    const std::string text = one_line(inline_);
    inline_.clear();
    linked_ = plain_ = false;
    if (text.empty() || text == title_) return settle_links(false);
    const auto level =
        static_cast<std::size_t>(tree_[id].tag) - static_cast<std::size_t>(Tag::h1) + 1;
    drop_headings_from(level);
    const auto start = out_.text.size();
    put(std::string(level, '#') + " " + text);
    headings_.push_back({start, out_.text.size(), level});
    settle_links(true);
  }

  // Takes back the headings just written, of this level and below: nothing came after them.
  void drop_headings_from(std::size_t level) {
    while (!headings_.empty() && headings_.back().end == out_.text.size() &&
           headings_.back().level >= level) {
      out_.text.resize(headings_.back().start);
      headings_.pop_back();
    }
  }

  void add_text(std::string_view text) {
    inline_.append(text);
    if (link_depth_ == 0 && !plain_)
      plain_ = text.find_first_not_of(" \t\r\n|·•»«>-/,;:") != text.npos;
  }

  void link(NodeId id) {
    ++link_depth_;
    linked_ = true;
    const auto start = inline_.size();
    render_children(id);
    --link_depth_;
    // A link around whole blocks has written them; then only its address is kept.
    if (inline_.size() <= start || link_depth_ > 0) return;
    std::string text = one_line(std::string_view(inline_).substr(start));
    const auto href = tree_.attribute(id, "href");
    if (text.empty() || href.empty() || href.front() == '#') return;
    std::string url = without_invisible(resolve_url(base_, href));
    if (url.empty() || out_.links.size() + waiting_links_.size() >= most_links) return;
    std::erase(text, '\x1F');
    waiting_links_.push_back({std::move(text), std::move(url), 0});
  }

  // The links of a block that has been written, or was thrown away.
  void settle_links(bool kept) {
    for (auto& link : waiting_links_) {
      if (!kept || !seen_links_.insert(link.url).second) continue;
      link.position = last_block_;
      out_.links.push_back(std::move(link));
    }
    waiting_links_.clear();
  }

  // A line that is nothing but links, and no item of a list, leads away from the text.
  bool only_links(std::size_t size) const {
    return linked_ && !plain_ && prefix_.empty() && marker_.empty() && size < 100;
  }

  // Writes what was gathered as one or more paragraphs.
  void flush() {
    if (inline_.empty()) return;
    std::string gathered;
    gathered.swap(inline_);
    const bool links = only_links(gathered.size());
    linked_ = plain_ = false;
    if (links) return settle_links(false);
    std::string paragraph;
    std::string_view rest = gathered;
    for (;;) {
      const auto end = rest.find('\x1F');
      const std::string line = one_line(rest.substr(0, end));
      // Two line breaks in a row are how many pages separate paragraphs.
      if (line.empty()) {
        put(paragraph);
        paragraph.clear();
      } else {
        if (!paragraph.empty()) paragraph += '\n';
        paragraph += line;
      }
      if (end == rest.npos) break;
      rest.remove_prefix(end + 1);
    }
    put(paragraph);
    settle_links(true);
  }

  // Appends one block, its lines behind the prefix of the lists and quotations around it.
  void put(std::string_view text) {
    if (text.empty()) return;
    const bool tight = !marker_.empty() && in_item_;
    if (!out_.text.empty()) out_.text += tight ? "\n" : "\n\n";
    last_block_ = out_.text.size();
    settle_images();
    bool first = true;
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      if (!first) out_.text += '\n';
      out_.text += first && !marker_.empty() ? marker_ : prefix_;
      out_.text.append(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      first = false;
    }
    marker_.clear();
  }

  void list(NodeId id) {
    flush();
    const bool ordered = tree_[id].tag == Tag::ol;
    const std::string outer = prefix_;
    int count = 0;
    bool first = true;
    for (NodeId child = tree_[id].first; child != no_node; child = tree_[child].next) {
      if (marks_.dropped(child)) continue;
      if (tree_[child].tag != Tag::li) {
        render(child);
        continue;
      }
      flush();
      ++count;
      const std::string sign = ordered ? std::to_string(count) + ". " : "- ";
      marker_ = outer + sign;
      prefix_ = outer;
      indent(std::string(sign.size(), ' '));
      const bool before = in_item_;
      in_item_ = !first;
      const auto size = out_.text.size();
      render_children(child);
      flush();
      if (out_.text.size() != size) first = false;
      in_item_ = before;
      marker_.clear();
      prefix_ = outer;
    }
  }

  // Lists in lists in lists are set no deeper than a reader can follow.
  void indent(std::string_view by) {
    if (prefix_.size() < deepest_indent) prefix_ += by;
  }

  void quotation(NodeId id) {
    flush();
    const std::string outer = prefix_;
    const std::string outer_marker = marker_;
    indent("> ");
    if (!marker_.empty() && marker_.size() < deepest_indent) marker_ += "> ";
    render_children(id);
    flush();
    prefix_ = outer;
    marker_ = marker_.empty() ? std::string{} : outer_marker;
  }

  void code(NodeId id) {
    flush();
    std::string text;
    for (NodeId i = id; i < tree_[id].end; ++i) {
      if (marks_.dropped(i))
        i = tree_[i].end - 1;
      else if (tree_[i].tag == Tag::text)
        text.append(tree_[i].text);
      else if (tree_[i].tag == Tag::br)
        text += '\n';
    }
    text = without_invisible(text);
    std::erase(text, '\r');
    while (text.starts_with('\n')) text.erase(0, 1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
    if (text.empty()) return;
    put("```\n" + text + "\n```");
  }

  void figure(NodeId id) {
    std::string caption;
    for (NodeId i = id; i < tree_[id].end; ++i)
      if (tree_[i].tag == Tag::figcaption && !marks_.dropped(i)) caption = tree_.text(i);
    flush();
    for (NodeId i = id + 1; i < tree_[id].end; ++i) {
      if (marks_.dropped(i)) {
        i = tree_[i].end - 1;
        continue;
      }
      const Tag tag = tree_[i].tag;
      if (tag == Tag::img || tag == Tag::amp_img) image(i, caption);
      if (tag != Tag::table && tag != Tag::blockquote && tag != Tag::pre) continue;
      render(i);
      i = tree_[i].end - 1;
    }
  }

  void image(NodeId id, const std::string& caption) {
    if (out_.images.size() + waiting_.size() >= most_images) return;
    ArticleImage image;
    image.references = references_of(id);
    image.src = without_invisible(address_of_image(base_, image.references));
    image.width = number(tree_.attribute(id, "width"));
    image.height = number(tree_.attribute(id, "height"));
    const bool small = (image.width > 0 && image.width < smallest_image) ||
                       (image.height > 0 && image.height < smallest_image);
    if (image.src.empty() || small) return;
    const auto same = [&](const ArticleImage& other) {
      return other.src == image.src &&
             (!is_data_url(image.src) || other.references == image.references);
    };
    if (std::ranges::any_of(out_.images, same) || std::ranges::any_of(waiting_, same)) return;
    image.alt = one_line(tree_.attribute(id, "alt"));
    image.caption = caption.empty() ? caption_of(tree_, marks_, id) : caption;
    image.nearby =
        one_line(utf8_suffix(one_line(inline_).empty() ? out_.text : inline_, nearby_bytes));
    waiting_.push_back(std::move(image));
  }

  // Lazy loading keeps the real address elsewhere, and a placeholder in `src`.
  std::vector<std::string> references_of(NodeId id) const {
    std::vector<std::string> references;
    const auto add = [&](std::string_view reference) {
      if (reference.empty() || references.size() == most_references ||
          std::ranges::find(references, reference) != references.end())
        return;
      references.emplace_back(reference);
    };
    for (const char* name : {"data-srcset", "srcset", "data-lazy-srcset"})
      add(largest_of(tree_.attribute(id, name)));
    if (const auto parent = tree_[id].parent;
        parent != no_node && tree_[parent].tag == Tag::picture)
      for (NodeId i = parent; i < tree_[parent].end; ++i)
        if (tree_[i].tag == Tag::source) {
          auto set = tree_.attribute(i, "srcset");
          if (set.empty()) set = tree_.attribute(i, "data-srcset");
          add(largest_of(set));
        }
    // The page's own file is never left out for want of room.
    const auto own = tree_.attribute(id, "src");
    if (references.size() == most_references) references.pop_back();
    for (const char* name : {"data-src", "data-original", "data-lazy-src", "data-url"})
      if (references.size() + 1 < most_references) add(tree_.attribute(id, name));
    add(own);
    return references;
  }

  // A table of data becomes a Markdown table; one that only lays out the page is read cell by cell.
  void table(NodeId id) {
    flush();
    std::vector<std::vector<std::string>> rows;
    if (!read_rows(id, rows)) {
      render_children(id);
      flush();
      return;
    }
    std::size_t columns = 0;
    for (const auto& row : rows) columns = std::max(columns, row.size());
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) text += '\n';
      text += '|';
      for (std::size_t c = 0; c < columns; ++c)
        text.append(" ").append(c < rows[i].size() ? rows[i][c] : std::string{}).append(" |");
      if (i > 0) continue;
      text += "\n|";
      for (std::size_t c = 0; c < columns; ++c) text += " --- |";
    }
    put(text);
  }

  // False where it is no table of data: nested tables, one column or row, long cells.
  bool read_rows(NodeId id, std::vector<std::vector<std::string>>& rows) const {
    std::size_t columns = 0;
    for (NodeId i = id + 1; i < tree_[id].end; ++i) {
      if (marks_.dropped(i)) {
        i = tree_[i].end - 1;
        continue;
      }
      const Tag tag = tree_[i].tag;
      if (tag == Tag::table || tag == Tag::img || tag == Tag::pre) return false;
      if (tag == Tag::tr) rows.emplace_back();
      if ((tag != Tag::td && tag != Tag::th) || rows.empty()) continue;
      std::string cell = visible_text(i);
      if (cell.size() > longest_cell) return false;
      std::string safe;
      for (const char c : cell) safe += c == '|' ? std::string("\\|") : std::string(1, c);
      rows.back().push_back(std::move(safe));
      columns = std::max(columns, rows.back().size());
      if (columns > 50 || rows.size() > 5000) return false;
    }
    std::erase_if(rows, [](const auto& row) {
      return std::ranges::all_of(row, [](const auto& cell) { return cell.empty(); });
    });
    return rows.size() >= 2 && columns >= 2;
  }

  std::string visible_text(NodeId id) const {
    std::string text;
    for (NodeId i = id; i < tree_[id].end; ++i) {
      if (marks_.dropped(i))
        i = tree_[i].end - 1;
      else if (tree_[i].tag == Tag::text)
        text.append(tree_[i].text);
      else if (is_block(tree_[i].tag) || tree_[i].tag == Tag::br)
        text += ' ';
    }
    return one_line(text);
  }

  const HtmlTree& tree_;
  const PageMarks& marks_;
  std::string_view base_;
  std::string_view title_;
  Rendered out_;
  std::string inline_;  // text since the last block
  int link_depth_ = 0;
  bool linked_ = false;   // there is a link in inline_
  bool plain_ = false;    // there is text outside of links in inline_
  std::string prefix_;    // of each line: the lists and quotations around
  std::string marker_;    // of the next line, in place of the prefix: a list item begins
  bool in_item_ = false;  // not the first of its list
  struct Heading {
    std::size_t start;  // in the text, separator included
    std::size_t end;
    std::size_t level;
  };
  std::vector<Heading> headings_;
  std::size_t last_block_ = 0;              // where the block written last begins
  std::vector<ArticleLink> waiting_links_;  // of the block being gathered
  std::set<std::string> seen_links_;
  std::vector<ArticleImage> waiting_;  // for the block that they stand before
};

}  // namespace

Rendered render_markdown(const HtmlTree& tree, const PageMarks& marks, const MainContent& content,
                         std::string_view base, std::string_view title) {
  return Renderer(tree, marks, base, title).run(content);
}

}  // namespace assay::web
