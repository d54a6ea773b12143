#include "web/fetch/robots.h"

#include <algorithm>
#include <charconv>

#include "io/http_text.h"
#include "web/sites/percent.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_text = 512 << 10;
constexpr std::size_t most_rules = 10'000;
constexpr std::size_t longest_pattern = 2'000;
constexpr std::size_t longest_path = 2'000;
// Bytes of all patterns with a `*`, each of which may take as long as itself times the path.
constexpr std::size_t most_starred = 64 << 10;
constexpr double longest_delay = 60;  // seconds

// Of a line; the format knows no other white space.
constexpr std::string_view blank = " \t\r\v\f";

struct Line {
  std::string_view key;
  std::string_view value;
};

Line line_of(std::string_view text) {
  text = text.substr(0, text.find('#'));
  const auto colon = text.find(':');
  if (colon == text.npos) return {};
  return {io::trimmed(text.substr(0, colon), blank), io::trimmed(text.substr(colon + 1), blank)};
}

// Does the pattern fit the path from its beginning? Each `*` takes as little as it can; a later
// piece that doesn't fit moves the last `*` alone, which is enough.
bool fits(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::size_t p = 0;
  std::size_t s = 0;
  std::size_t star = pattern.npos;
  std::size_t after = 0;
  while (true) {
    if (p == pattern.size() && (!to_the_end || s == path.size())) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = s;
    } else if (p < pattern.size() && s < path.size() && pattern[p] == path[s]) {
      ++p;
      ++s;
    } else if (star != pattern.npos && after < path.size()) {
      p = star + 1;
      s = ++after;
    } else {
      return false;
    }
  }
}

// Two `*` in a row say no more than one.
std::string without_double_stars(std::string pattern) {
  const auto double_star = [](char a, char b) { return a == '*' && b == '*'; };
  pattern.erase(std::ranges::unique(pattern, double_star).begin(), pattern.end());
  return pattern;
}

std::optional<std::chrono::milliseconds> delay_of(std::string_view value) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error != std::errc() || !(seconds >= 0)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<int>(std::min(seconds, longest_delay) * 1000));
}

// Whom a group is for.
enum class Meant { nobody, all, us };

Meant meant_by(std::string_view agent, std::string_view product) {
  if (agent == "*") return Meant::all;
  // Only the product counts: `Assay/1.0` is `Assay`.
  const auto end = agent.find_first_of("/ \t");
  return io::same_header(agent.substr(0, end), product) ? Meant::us : Meant::nobody;
}

}  // namespace

Robots Robots::closed() {
  Robots robots;
  robots.rules_.push_back({"/", false});
  return robots;
}

Robots Robots::parse(std::string_view text, std::string_view product) {
  text = text.substr(0, longest_text);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Robots own;
  Robots general;
  bool has_own = false;
  Meant meant = Meant::nobody;
  bool in_agents = false;  // several user-agent lines in a row begin one group
  std::size_t taken = 0;
  std::size_t starred = 0;
  while (!text.empty() && taken < most_rules) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const auto [key, value] = line_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (io::same_header(key, "user-agent")) {
      const auto who = meant_by(value, product);
      meant = in_agents ? std::max(meant, who) : who;
      has_own = has_own || who == Meant::us;
      in_agents = true;
      continue;
    }
    const bool allow = io::same_header(key, "allow");
    const bool rule = allow || io::same_header(key, "disallow");
    if (rule || io::same_header(key, "crawl-delay")) in_agents = false;
    if (meant == Meant::nobody) continue;
    auto& robots = meant == Meant::us ? own : general;
    if (io::same_header(key, "crawl-delay")) robots.delay_ = delay_of(value);
    if (!rule || value.empty() || value.size() > longest_pattern) continue;
    auto pattern = without_double_stars(percent_normalised(value));
    if (pattern.find('*') != pattern.npos && (starred += pattern.size()) > most_starred) continue;
    robots.rules_.push_back({std::move(pattern), allow});
    ++taken;
  }
  return has_own ? own : general;
}

bool Robots::allows(std::string_view path) const {
  path = path.substr(0, std::min({path.find('#'), longest_path, path.size()}));
  const auto wanted = percent_normalised(path.empty() ? "/" : path);
  if (wanted == "/robots.txt") return true;
  const Rule* best = nullptr;
  for (const auto& rule : rules_) {
    const bool longer = best == nullptr || rule.pattern.size() > best->pattern.size() ||
                        (rule.pattern.size() == best->pattern.size() && rule.allow);
    if (longer && fits(rule.pattern, wanted)) best = &rule;
  }
  return best == nullptr || best->allow;
}

}  // namespace assay::web
