#include "web/html_bounds.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "web/article.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_name = 24;

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

// Elements that hold nothing, or that the parser closes where the next one begins.
bool never_nests(std::string_view name) {
  static constexpr std::string_view names[] = {
      "area",   "base",  "body", "br",    "col", "colgroup", "dd",   "dt",     "embed", "head",
      "hr",     "html",  "img",  "input", "li",  "link",     "meta", "option", "p",     "param",
      "source", "tbody", "td",   "tfoot", "th",  "thead",    "tr",   "track",  "wbr"};
  return std::ranges::binary_search(names, name);
}

bool raw_text(std::string_view name) { return name == "script" || name == "style"; }

// Follows the tags of a page as a parser would, as far as counting needs it.
class Scan {
 public:
  Scan(std::string_view html, const HtmlBounds& bounds) : html_(html), bounds_(bounds) {}

  void run() {
    while ((at_ = html_.find('<', at_)) != html_.npos) {
      ++at_;
      if (at_ >= html_.size()) return;
      if (letter(html_[at_]))
        open_tag();
      else if (html_[at_] == '/')
        close_tag();
      else if (html_.substr(at_, 3) == "!--")
        skip_comment();
    }
  }

 private:
  std::string_view read_name() {
    std::size_t length = 0;
    while (at_ < html_.size() && !space(html_[at_]) && html_[at_] != '>' && html_[at_] != '/') {
      if (length < longest_name) {
        const char c = html_[at_];
        name_[length++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      }
      ++at_;
    }
    return {name_, length};
  }

  void count_tag() {
    if (++tags_ > bounds_.tags)
      throw Unreadable("more than " + std::to_string(bounds_.tags) + " tags in the page");
  }

  void open_tag() {
    count_tag();
    const auto name = read_name();
    skip_attributes();
    if (raw_text(name)) {
      skip_raw_text(name);
    } else if (!never_nests(name)) {
      ++open_[std::string(name)];
      if (++depth_ > bounds_.depth)
        throw Unreadable("elements nested more than " + std::to_string(bounds_.depth) +
                         " deep in the page");
    }
  }

  void close_tag() {
    ++at_;
    count_tag();
    const auto found = open_.find(std::string(read_name()));
    if (found == open_.end() || found->second == 0) {
      if ((stray_work_ += depth_) > bounds_.stray_work)
        throw Unreadable("too many closing tags without an opening one in the page");
      return;
    }
    --found->second;
    --depth_;
  }

  // To the end of an opening tag.
  void skip_attributes() {
    std::size_t attributes = 0;
    while (at_ < html_.size() && html_[at_] != '>') {
      const char c = html_[at_];
      if (space(c) || c == '/') {
        ++at_;
        continue;
      }
      if (c == '<') return;  // a tag that was never closed
      if (++attributes > bounds_.attributes)
        throw Unreadable("more than " + std::to_string(bounds_.attributes) +
                         " attributes on one tag of the page");
      while (at_ < html_.size() && !space(html_[at_]) && html_[at_] != '=' && html_[at_] != '>' &&
             html_[at_] != '/')
        ++at_;
      skip_value();
    }
  }

  void skip_value() {
    auto next = at_;
    while (next < html_.size() && space(html_[next])) ++next;
    if (next >= html_.size() || html_[next] != '=') {
      if (at_ < html_.size() && html_[at_] == '=') ++at_;
      return;
    }
    at_ = next + 1;
    while (at_ < html_.size() && space(html_[at_])) ++at_;
    if (at_ >= html_.size()) return;
    if (const char quote = html_[at_]; quote == '"' || quote == '\'') {
      const auto end = html_.find(quote, at_ + 1);
      at_ = end == html_.npos ? html_.size() : end + 1;
      return;
    }
    while (at_ < html_.size() && !space(html_[at_]) && html_[at_] != '>') ++at_;
  }

  void skip_comment() {
    const auto end = html_.find("-->", at_);
    at_ = end == html_.npos ? html_.size() : end + 3;
  }

  void skip_raw_text(std::string_view name) {
    for (auto end = html_.find("</", at_); end != html_.npos; end = html_.find("</", end + 2)) {
      const auto found = html_.substr(end + 2, name.size());
      if (std::ranges::equal(found, name, [](char a, char b) { return (a | 0x20) == b; })) {
        at_ = end;
        return;
      }
    }
    at_ = html_.size();
  }

  std::string_view html_;
  const HtmlBounds& bounds_;
  std::size_t at_ = 0;
  std::size_t tags_ = 0;
  std::size_t depth_ = 0;
  std::size_t stray_work_ = 0;
  char name_[longest_name] = {};
  std::unordered_map<std::string, std::size_t> open_;
};

}  // namespace

void check_bounds(std::string_view html, const HtmlBounds& bounds) {
  if (html.size() > bounds.bytes)
    throw Unreadable("a page longer than " + std::to_string(bounds.bytes >> 20) + " MiB");
  Scan(html, bounds).run();
}

}  // namespace assay::web
