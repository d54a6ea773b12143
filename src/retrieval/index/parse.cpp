#include "retrieval/index/parse.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "language/segments.h"
#include "language/terms.h"
#include "language/utf8.h"

namespace assay::retrieval {
namespace {

using language::Segment;
using language::SegmentKind;

constexpr std::size_t most_elements = 256;
constexpr std::size_t longest_query = 1 << 16;
constexpr std::size_t longest_phrase = 64;

struct Quoted {
  std::size_t begin;
  std::size_t end;
};

bool opens(char32_t c) {
  return c == '"' || c == 0x201C || c == 0x201E || c == 0xAB || c == 0xFF02;
}
bool closes(char32_t c) {
  return c == '"' || c == 0x201C || c == 0x201D || c == 0xBB || c == 0xFF02;
}

// What stands between quotation marks. One that is never closed quotes nothing.
std::vector<Quoted> quoted_parts(std::string_view text) {
  std::vector<Quoted> parts;
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = at;
    const char32_t c = language::decode(text, at);
    if (begin == std::string_view::npos) {
      if (opens(c)) begin = at;
    } else if (closes(c)) {
      parts.push_back({begin, mark});
      begin = std::string_view::npos;
    }
  }
  return parts;
}

class Parser {
 public:
  Parser(const IndexData& index, std::string_view text)
      : index_(index), text_(text.substr(0, longest_query)) {}

  Query run() {
    std::vector<Segment> all;
    language::Segmenter().split(text_, all);
    std::vector<Segment> segments = useful(all);
    std::sort(segments.begin(), segments.end(), [](const Segment& a, const Segment& b) {
      return std::tie(a.begin, a.kind) < std::tie(b.begin, b.kind);
    });
    const auto quoted = quoted_parts(text_);
    only_quoted_ = std::all_of(segments.begin(), segments.end(), [&](const Segment& segment) {
      return std::any_of(quoted.begin(), quoted.end(), [&](const Quoted& part) {
        return segment.begin >= part.begin && segment.begin < part.end;
      });
    });
    std::size_t at = 0;
    for (const Quoted& part : quoted) {
      for (; at < segments.size() && segments[at].begin < part.begin; ++at) word(segments[at]);
      const std::size_t first = at;
      while (at < segments.size() && segments[at].begin < part.end) ++at;
      quotation({segments.begin() + static_cast<std::ptrdiff_t>(first),
                 segments.begin() + static_cast<std::ptrdiff_t>(at)});
    }
    for (; at < segments.size(); ++at) word(segments[at]);
    return std::move(query_);
  }

 private:
  // Of what stands beside a word, the number of 27.6bn and the whole of e-mail are worth a look of
  // their own; the rest is there for queries that hold just that.
  std::vector<Segment> useful(const std::vector<Segment>& segments) const {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::vector<Segment> kept;
    std::uint32_t whole = 0;  // where the word begins that the others stand beside
    for (const Segment& segment : segments) {
      const auto bytes = text_.substr(segment.begin, segment.end - segment.begin);
      if (in_order(segment))
        whole = segment.begin;
      else if (segment.kind == SegmentKind::single)
        continue;
      else if (segment.kind == SegmentKind::part &&
               (!digit(bytes.front()) || segment.begin != whole))
        continue;
      else if (segment.kind == SegmentKind::compound &&
               std::any_of(bytes.begin(), bytes.end(), digit))
        continue;
      kept.push_back(segment);
    }
    return kept;
  }

  static bool in_order(const Segment& segment) {
    return segment.kind == SegmentKind::word || segment.kind == SegmentKind::number ||
           segment.kind == SegmentKind::pair;
  }

  // The terms of this index that the segment can mean; none where nothing of it is left.
  std::vector<std::string> terms(const Segment& segment) {
    std::vector<std::string> keys;
    const auto bytes = text_.substr(segment.begin, segment.end - segment.begin);
    const auto add = [&](language::StemmerId stemmer) {
      language::StemmerId used = language::no_stemmer;
      std::string key(1, '\0');
      key += maker_.stem(bytes, segment.kind, stemmer, used);
      key[0] = static_cast<char>(used);
      if (used == stemmer && key.size() > 1) keys.push_back(std::move(key));
    };
    add(language::no_stemmer);
    if (!keys.empty())
      for (const auto stemmer : index_.stemmers()) add(stemmer);
    return keys;
  }

  void word(const Segment& segment, std::size_t instead_of = QueryElement::none) {
    auto keys = terms(segment);
    if (keys.empty()) return;
    // The same word again, in the same role, weighs more.
    const auto known = words_.find({keys.front(), instead_of});
    if (known != words_.end()) {
      query_.elements[known->second].weight += 1;
      return;
    }
    if (query_.elements.size() >= most_elements) return;
    words_[{keys.front(), instead_of}] = query_.elements.size();
    QueryElement element;
    element.places.push_back({0, std::move(keys)});
    element.instead_of = instead_of;
    query_.elements.push_back(std::move(element));
  }

  void quotation(const std::vector<Segment>& segments) {
    QueryElement phrase;
    std::uint32_t first = 0;
    for (const Segment& segment : segments) {
      if (!in_order(segment) || phrase.places.size() == longest_phrase) continue;
      auto keys = terms(segment);
      if (keys.empty()) continue;
      if (phrase.places.empty()) first = segment.position;
      phrase.places.push_back({segment.position - first, std::move(keys)});
    }
    std::size_t number = QueryElement::none;
    if (phrase.places.size() > 1 && query_.elements.size() < most_elements) {
      number = query_.elements.size();
      query_.elements.push_back(std::move(phrase));
    }
    for (const Segment& segment : segments)
      word(segment, only_quoted_ ? number : QueryElement::none);
  }

  const IndexData& index_;
  std::string_view text_;
  language::TermMaker maker_;
  Query query_;
  bool only_quoted_ = false;
  std::map<std::pair<std::string, std::size_t>, std::size_t> words_;
};

}  // namespace

Query parse_query(const IndexData& index, std::string_view text) {
  return Parser(index, text).run();
}

}  // namespace assay::retrieval
