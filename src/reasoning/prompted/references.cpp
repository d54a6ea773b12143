#include "reasoning/prompted/references.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::reasoning::prompted {
namespace {

constexpr std::size_t longest_bracket = 400;
constexpr std::size_t longest_address = 4'000;
constexpr std::size_t most_removed = 100;  // that are told of

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// `E12`, as evidence is named.
bool is_id(std::string_view word) {
  return word.size() < 8 && word.starts_with('E') && all_digits(word.substr(1));
}

// `E1-E3`, in any dash: each of them, of at most 20.
void add_range(std::string_view word, std::vector<std::string>& ids) {
  for (const std::string_view dash : {"-", "–", "—"}) {
    const auto at = word.find(dash);
    if (at == word.npos) continue;
    const auto first = word.substr(0, at);
    const auto last = word.substr(at + dash.size());
    if (!is_id(first) || !is_id(last)) continue;
    const int from = std::stoi(std::string(first.substr(1)));
    const int to = std::stoi(std::string(last.substr(1)));
    for (int id = from; id <= to && to - from < 20; ++id) ids.push_back("E" + std::to_string(id));
  }
}

// The IDs of a bracket's inside; nothing where it holds anything else.
std::optional<std::vector<std::string>> ids_of(std::string_view inside) {
  std::vector<std::string> ids;
  while (true) {
    const auto begin = inside.find_first_not_of(" ,;");
    if (begin == inside.npos) break;
    inside.remove_prefix(begin);
    const auto word = inside.substr(0, inside.find_first_of(" ,;"));
    inside.remove_prefix(word.size());
    if (word == "and" || word == "Evidence" || word == "evidence") continue;
    const auto before = ids.size();
    if (is_id(word))
      ids.emplace_back(word);
    else
      add_range(word, ids);
    if (ids.size() == before) return std::nullopt;
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

bool begins_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
}

// Goes through the text once.
class Checker {
 public:
  Checker(std::string_view text, const Known& known) : text_(text), known_(known) {}

  Checked run() {
    while (at_ < text_.size())
      if (!take_reference()) keep(text_[at_++]);
    return std::move(checked_);
  }

 private:
  void keep(char c) {
    if (c == '[') open_ = checked_.text.size();
    checked_.text += c;
  }

  bool take_reference() {
    switch (text_[at_]) {
      case '[':
        return bracket();
      case ']':
        return target();
      case '(':
        return round();
      case '<':
        return tag();
      case 'h':
      case 'w':
        return address();
      default:
        return false;
    }
  }

  void remove(std::string what) {
    checked_.removed.push_back(std::move(what));
    while (checked_.text.ends_with(' ')) checked_.text.pop_back();
  }

  // What stands between a bracket at `begin` and the next one that closes; empty without one.
  std::string_view inside(std::size_t begin, char close, std::size_t longest) const {
    const auto end = text_.substr(begin, longest).find(close);
    return end == text_.npos ? std::string_view{} : text_.substr(begin + 1, end - 1);
  }

  bool cite(const std::vector<std::string>& ids) {
    std::string kept;
    for (const auto& id : ids)
      if (known_.evidence(id)) {
        kept += (kept.empty() ? "[" : " [") + id + "]";
        ++checked_.citations;
      }
    for (const auto& id : ids)
      if (!known_.evidence(id)) {
        if (kept.empty())
          remove("[" + id + "]");
        else
          checked_.removed.push_back("[" + id + "]");
      }
    checked_.text += kept;
    return true;
  }

  bool bracket() {
    const auto words = inside(at_, ']', longest_bracket);
    if (words.empty()) return false;
    if (const auto ids = ids_of(words)) {
      at_ += words.size() + 2;
      // A citation that is a link as well: the ID says where it leads.
      if (at_ < text_.size() && text_[at_] == '(')
        if (const auto where = inside(at_, ')', longest_address); where.find("://") != where.npos)
          at_ += where.size() + 2;
      return cite(*ids);
    }
    const auto number = image_of(words);
    if (!number) return false;
    if (known_.image(*number))
      checked_.text += text_.substr(at_, words.size() + 2);
    else
      remove("[" + std::string(words) + "]");
    at_ += words.size() + 2;
    return true;
  }

  // The `](address)` of a link, whose words are behind us: of one that leads elsewhere the words
  // stay. A picture from elsewhere becomes a link.
  bool target() {
    if (at_ + 1 >= text_.size() || text_[at_ + 1] != '(') return false;
    const auto where = inside(at_ + 1, ')', longest_address);
    if (where.empty()) return false;
    if (!open_) return false;
    auto open = *std::exchange(open_, std::nullopt);
    if (open > 0 && checked_.text[open - 1] == '!') checked_.text.erase(--open, 1);
    if (known_.address(where)) {
      checked_.text.append("](").append(where).append(")");
    } else {
      checked_.removed.push_back("link to " + std::string(where.substr(0, 200)));
      checked_.text.erase(open, 1);
    }
    at_ += where.size() + 3;
    return true;
  }

  // (E1), (E1, E2)
  bool round() {
    const auto words = inside(at_, ')', longest_bracket);
    const auto ids = words.empty() ? std::nullopt : ids_of(words);
    if (!ids || !std::ranges::any_of(*ids, known_.evidence)) return false;
    at_ += words.size() + 2;
    return cite(*ids);
  }

  bool tag() {
    const auto words = inside(at_, '>', longest_bracket);
    const bool opens =
        !words.empty() && (is_letter(words[0]) || words[0] == '/' || words[0] == '!');
    if (!opens) return false;
    if (words.find("://") != words.npos && words.find(' ') == words.npos) {  // <https://…>
      if (known_.address(words)) {
        checked_.text += text_.substr(at_, words.size() + 2);
      } else {
        remove("link to " + std::string(words.substr(0, 200)));
      }
    } else {
      checked_.removed.push_back("<" + std::string(words.substr(0, 40)) + ">");
    }
    at_ += words.size() + 2;
    return true;
  }

  // An address that stands in the text by itself: readers make links of them.
  bool address() {
    const auto rest = text_.substr(at_, longest_address);
    if (!begins_address(rest) || (at_ > 0 && is_letter(text_[at_ - 1]))) return false;
    auto where = rest.substr(0, rest.find_first_of(" \t\r\n<>[]()\"'`|"));
    while (!where.empty() && std::string_view(".,;:!?*_").find(where.back()) != where.npos)
      where.remove_suffix(1);
    if (known_.address(where))
      checked_.text += where;
    else
      remove("link to " + std::string(where.substr(0, 200)));
    at_ += where.size();
    return true;
  }

  std::string_view text_;
  const Known& known_;
  Checked checked_;
  std::size_t at_ = 0;
  std::optional<std::size_t> open_;  // where the text has the last bracket that is none of ours
};

}  // namespace

Checked checked_references(std::string_view text, const Known& known) {
  constexpr int most_rounds = 8;
  Checked all;
  all.text = text;
  // What is left of one thing that was taken out can be another: `<<b>i>`, `[image:[E9]9]`.
  for (int round = 0; round < most_rounds; ++round) {
    auto checked = Checker(all.text, known).run();
    const bool done = checked.removed.empty();
    all.text = std::move(checked.text);
    all.citations = checked.citations;
    for (auto& what : checked.removed)
      if (all.removed.size() < most_removed) all.removed.push_back(std::move(what));
    if (done) return all;
  }
  // Nobody writes so by chance: no mark of a reference stays.
  std::erase_if(all.text, [](char c) {
    return std::string_view("<[]()/.").find(c) != std::string_view::npos;
  });
  all.citations = 0;
  return all;
}

}  // namespace assay::reasoning::prompted
