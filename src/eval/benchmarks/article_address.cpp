#include "eval/benchmarks/article_address.h"

#include <algorithm>
#include <string>

namespace assay::eval {
namespace {

void drop_prefix(std::string_view& text, std::string_view prefix) {
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
}

void drop_scheme(std::string_view& text) {
  drop_prefix(text, "http://");
  drop_prefix(text, "https://");
}

std::string bare_address(std::string_view address) {
  std::string lower(address);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  std::string_view rest = lower;
  drop_scheme(rest);
  constexpr std::string_view archive = "web.archive.org/web/";
  if (rest.starts_with(archive)) {
    rest.remove_prefix(archive.size());
    rest.remove_prefix(std::min(rest.find('/') + 1, rest.size()));  // the time of the copy
    drop_scheme(rest);
  }
  drop_prefix(rest, "www.");
  rest = rest.substr(0, rest.find('#'));
  while (rest.ends_with('/')) rest.remove_suffix(1);
  return std::string(rest);
}

}  // namespace

bool is_same_page(std::string_view one, std::string_view other) {
  const auto address = bare_address(one);
  return !address.empty() && address == bare_address(other);
}

}  // namespace assay::eval
