#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assay::eval {

// Numbers in place of tokens, the same for equal ones. The tokens outlive it.
class TokenNumbers {
 public:
  std::vector<std::uint32_t> operator()(std::span<const std::string> tokens) {
    std::vector<std::uint32_t> made;
    made.reserve(tokens.size());
    for (const auto& token : tokens)
      made.push_back(
          numbers_.try_emplace(token, static_cast<std::uint32_t>(numbers_.size())).first->second);
    return made;
  }

  std::size_t size() const { return numbers_.size(); }  // different tokens so far

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

}  // namespace assay::eval
