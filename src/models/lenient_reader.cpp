#include "models/lenient_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/utf8.h"

namespace assay::models {
namespace {

using core::Json;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '$';
}

struct Quotes {
  std::string_view open;
  std::string_view close;
  bool doubtful;  // may the closing mark stand inside, too?
};
constexpr std::array<Quotes, 5> all_quotes{{{"\"", "\"", false},
                                            {"'", "'", true},
                                            {"`", "`", true},
                                            {"\u201C", "\u201D", true},
                                            {"\u2018", "\u2019", true}}};

}  // namespace

std::optional<Json> LenientReader::read(std::size_t at, std::size_t& end) {
  at_ = at;
  values_ = 0;
  failure_ = Failure::none;
  Json result;
  const bool read = value(result, 0);
  work_ += at_ - at;
  end = at_;
  if (read) return result;
  if (failure_ == Failure::none) failure_ = more() ? Failure::syntax : Failure::cut;
  return std::nullopt;
}

bool LenientReader::over_limit() {
  failure_ = Failure::limit;
  return false;
}

bool LenientReader::take(char c) {
  if (here() != c) return false;
  ++at_;
  return true;
}

bool LenientReader::skip_comment() {
  const auto rest = text_.substr(at_);
  if (rest.starts_with("//")) {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  if (!rest.starts_with("/*")) return false;
  const auto end = text_.find("*/", at_ + 2);
  at_ = end == std::string_view::npos ? text_.size() : end + 2;
  return true;
}

void LenientReader::skip_blank() {
  do {
    while (more() && is_blank(here())) ++at_;
  } while (skip_comment());
}

bool LenientReader::value(Json& into, int depth) {
  skip_blank();
  if (!more()) return false;
  if (++values_ > limits_.values) return over_limit();
  const char c = here();
  if ((c == '{' || c == '[') && depth >= limits_.depth) return over_limit();
  if (c == '{') return object(into, depth);
  if (c == '[') return array(into, depth);
  if ((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.') return number(into);
  std::string text;
  if (string(text)) {
    into = std::move(text);
    return true;
  }
  return at_quote() ? false : word(into, depth);
}

bool LenientReader::object(Json& into, int depth) {
  take('{');
  into = Json::object();
  for (;;) {
    skip_blank();
    while (take(',')) skip_blank();
    if (take('}')) return true;
    if (into.size() >= limits_.members) return over_limit();
    if (!member(into, depth)) return false;
    skip_blank();
    if (here() != ',' && here() != '}' && !(heal_ && at_quote())) return false;
  }
}

bool LenientReader::member(Json& into, int depth) {
  std::string key;
  if (!name(key)) return false;
  skip_blank();
  if (!take(':')) return false;
  Json one;
  if (!value(one, depth + 1)) return false;
  into[key] = std::move(one);
  return true;
}

bool LenientReader::array(Json& into, int depth) {
  take('[');
  into = Json::array();
  for (;;) {
    skip_blank();
    while (take(',')) skip_blank();
    if (take(']')) return true;
    Json one;
    if (!value(one, depth + 1)) return false;
    into.push_back(std::move(one));
    skip_blank();
    if (here() != ',' && here() != ']') return false;
  }
}

bool LenientReader::name(std::string& into) {
  if (at_quote()) return string(into);
  const auto word = word_here();
  if (word.empty()) return false;
  into = word;
  at_ += word.size();
  return true;
}

bool LenientReader::at_quote() const {
  const auto rest = text_.substr(at_);
  for (const auto& quotes : all_quotes)
    if (rest.starts_with(quotes.open)) return true;
  return false;
}

bool LenientReader::string(std::string& into) {
  const auto rest = text_.substr(at_);
  for (const auto& quotes : all_quotes) {
    if (!rest.starts_with(quotes.open)) continue;
    at_ += quotes.open.size();
    return string_until(quotes.close, quotes.doubtful || heal_, into);
  }
  return false;
}

bool LenientReader::string_until(std::string_view close, bool doubtful, std::string& into) {
  into.clear();
  while (more()) {
    if (text_.substr(at_).starts_with(close)) {
      const auto after = at_ + close.size();
      if (!doubtful || string_may_end(after)) {
        at_ = after;
        return true;
      }
    }
    if (here() == '\\') {
      if (!escape(into)) return false;
    } else {
      into.push_back(text_[at_++]);
    }
  }
  return false;
}

// What may follow a string: the end of a name or of a value, or the next name on a new line.
bool LenientReader::string_may_end(std::size_t after) const {
  bool new_line = false;
  while (after < text_.size() && is_blank(text_[after])) new_line |= text_[after++] == '\n';
  if (after == text_.size()) return false;  // then the object has no end either
  const char c = text_[after];
  return c == ',' || c == ':' || c == '}' || c == ']' || (new_line && (c == '"' || c == '\''));
}

bool LenientReader::escape(std::string& into) {
  ++at_;
  if (!more()) return false;
  const char c = text_[at_++];
  switch (c) {
    case 'n':
      into.push_back('\n');
      break;
    case 't':
      into.push_back('\t');
      break;
    case 'r':
      into.push_back('\r');
      break;
    case 'b':
    case 'f':
      into.push_back(' ');
      break;
    case 'u':
      return code_point(into);
    default:  // \" \\ \/ and what needed none, such as \' and \_
      into.push_back(c);
  }
  return true;
}

bool LenientReader::hex(unsigned& into) {
  into = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = here();
    const bool digit = c >= '0' && c <= '9';
    const char letter = static_cast<char>(c | 0x20);
    if (!digit && (letter < 'a' || letter > 'f')) return false;
    into = into * 16 + static_cast<unsigned>(digit ? c - '0' : letter - 'a' + 10);
  }
  return true;
}

bool LenientReader::code_point(std::string& into) {
  constexpr unsigned replacement = 0xFFFD;
  unsigned point = 0;
  if (!hex(point)) return false;
  const bool first = point >= 0xD800 && point < 0xDC00;
  if (first && text_.substr(at_).starts_with("\\u")) {
    const auto before = at_;
    at_ += 2;
    unsigned second = 0;
    if (!hex(second)) return false;
    if (second >= 0xDC00 && second < 0xE000)
      point = 0x10000 + ((point - 0xD800) << 10) + (second - 0xDC00);
    else
      at_ = before;
  }
  language::append(into, point >= 0xD800 && point < 0xE000 ? replacement : point);
  return true;
}

bool LenientReader::number(Json& into) {
  constexpr std::size_t longest = 60;
  const auto begin = at_ + (here() == '+' ? 1 : 0);
  auto end = begin;
  while (end < text_.size() && (is_word(text_[end]) || text_[end] == '.' || text_[end] == '+'))
    ++end;
  if (end - begin > longest) return false;
  std::string digits(text_.substr(begin, end - begin));
  if (digits.starts_with(".")) digits.insert(0, "0");
  if (digits.ends_with(".")) digits += "0";
  auto parsed = Json::parse(digits, nullptr, false);
  if (!parsed.is_number()) {
    if (end == text_.size()) at_ = end;  // it was cut
    return false;
  }
  into = std::move(parsed);
  at_ = end;
  return true;
}

std::string_view LenientReader::word_here() const {
  auto end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool LenientReader::word(Json& into, int depth) {
  const auto found = word_here();
  if (found == "true" || found == "True" || found == "TRUE")
    into = true;
  else if (found == "false" || found == "False" || found == "FALSE")
    into = false;
  else if (found == "null" || found == "None" || found == "undefined")
    into = nullptr;
  else if (heal_ && depth > 0 && !found.empty())
    return bare_words(into);
  else
    return unknown_word(found.size());
  at_ += found.size();
  return true;
}

// A word at the very end may be one that was cut.
bool LenientReader::unknown_word(std::size_t size) {
  if (at_ + size == text_.size()) at_ = text_.size();
  return false;
}

// Words without quotes, to the end of the value.
bool LenientReader::bare_words(Json& into) {
  const auto begin = at_;
  while (more() && (is_word(here()) || here() == ' ' || here() == '.')) ++at_;
  if (here() != ',' && here() != '}' && here() != ']' && here() != '\n') return false;
  auto words = text_.substr(begin, at_ - begin);
  while (words.ends_with(' ')) words.remove_suffix(1);
  into = std::string(words);
  return true;
}

}  // namespace assay::models
