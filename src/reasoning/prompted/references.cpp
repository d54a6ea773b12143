#include "reasoning/prompted/references.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace assay::reasoning::prompted {
namespace {

constexpr std::size_t longest_bracket = 400;
constexpr std::size_t longest_address = 4'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// `E12`, as evidence is named.
bool is_id(std::string_view word) {
  return word.size() < 8 && word.starts_with('E') && all_digits(word.substr(1));
}

// The IDs of a bracket's inside; nothing where it holds anything else.
std::optional<std::vector<std::string_view>> ids_of(std::string_view inside) {
  std::vector<std::string_view> ids;
  while (true) {
    const auto begin = inside.find_first_not_of(" ,;");
    if (begin == inside.npos) break;
    inside.remove_prefix(begin);
    const auto word = inside.substr(0, inside.find_first_of(" ,;"));
    inside.remove_prefix(word.size());
    if (word == "and" || word == "Evidence" || word == "evidence") continue;
    if (!is_id(word)) return std::nullopt;
    ids.push_back(word);
  }
  if (ids.empty()) return std::nullopt;
  return ids;
}

std::optional<int> image_of(std::string_view inside) {
  constexpr std::string_view name = "image:";
  if (!inside.starts_with(name)) return std::nullopt;
  const auto digits = inside.substr(name.size());
  if (!all_digits(digits) || digits.size() > 6) return std::nullopt;
  return std::stoi(std::string(digits));
}

class Checker {
 public:
  Checker(std::string_view text, const Known& known) : text_(text), known_(known) {}

  Checked run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool took = c == '[' ? bracket() : c == '(' ? round() : c == '<' ? tag() : false;
      if (!took) checked_.text += text_[at_++];
    }
    return std::move(checked_);
  }

 private:
  void remove(std::string what) {
    checked_.removed.push_back(std::move(what));
    while (checked_.text.ends_with(' ')) checked_.text.pop_back();
  }

  std::string_view inside(char close, std::size_t longest) const {
    const auto end = text_.substr(at_, longest).find(close);
    return end == text_.npos ? std::string_view{} : text_.substr(at_ + 1, end - 1);
  }

  bool cite(const std::vector<std::string_view>& ids) {
    std::string kept;
    for (const auto id : ids)
      if (known_.evidence(id)) {
        kept += (kept.empty() ? "[" : " [") + std::string(id) + "]";
        ++checked_.citations;
      }
    for (const auto id : ids)
      if (!known_.evidence(id)) {
        if (kept.empty())
          remove("[" + std::string(id) + "]");
        else
          checked_.removed.push_back("[" + std::string(id) + "]");
      }
    checked_.text += kept;
    return true;
  }

  bool bracket() {
    const auto words = inside(']', longest_bracket);
    if (words.empty()) return false;
    const auto end = at_ + words.size() + 2;
    if (const auto ids = ids_of(words)) {
      at_ = end;
      // A citation that is a link as well: the ID says where it leads.
      if (at_ < text_.size() && text_[at_] == '(')
        if (const auto address = inside(')', longest_address); address.find("://") != address.npos)
          at_ += address.size() + 2;
      return cite(*ids);
    }
    if (const auto number = image_of(words)) {
      if (known_.image(*number)) {
        checked_.text += text_.substr(at_, words.size() + 2);
      } else {
        remove("[" + std::string(words) + "]");
      }
      at_ = end;
      return true;
    }
    return link(words, end);
  }

  // [words](address)
  bool link(std::string_view words, std::size_t end) {
    if (end >= text_.size() || text_[end] != '(') return false;
    const auto begin = at_;
    at_ = end;
    const auto address = inside(')', longest_address);
    at_ = begin;
    if (address.empty()) return false;
    const auto whole = words.size() + address.size() + 4;
    if (known_.address(address)) {
      checked_.text += text_.substr(at_, whole);
    } else {
      checked_.removed.push_back("link to " + std::string(address.substr(0, 200)));
      if (checked_.text.ends_with('!')) checked_.text.pop_back();  // a picture from elsewhere
      checked_.text += words;
    }
    at_ += whole;
    return true;
  }

  // (E1), (E1, E2)
  bool round() {
    const auto words = inside(')', longest_bracket);
    const auto ids = words.empty() ? std::nullopt : ids_of(words);
    if (!ids || !std::ranges::any_of(*ids, known_.evidence)) return false;
    at_ += words.size() + 2;
    return cite(*ids);
  }

  bool tag() {
    const auto words = inside('>', longest_bracket);
    const bool opens =
        !words.empty() && (is_letter(words[0]) || words[0] == '/' || words[0] == '!');
    if (!opens) return false;
    if (words.find("://") != words.npos) {  // <https://…>
      if (known_.address(words)) return false;
      remove("link to " + std::string(words.substr(0, 200)));
    } else {
      checked_.removed.push_back("<" + std::string(words.substr(0, 40)) + ">");
    }
    at_ += words.size() + 2;
    return true;
  }

  std::string_view text_;
  const Known& known_;
  Checked checked_;
  std::size_t at_ = 0;
};

}  // namespace

Checked checked_references(std::string_view text, const Known& known) {
  return Checker(text, known).run();
}

}  // namespace assay::reasoning::prompted
