#include "models/providers/llama_slots.h"

#include <algorithm>

namespace assay::models {
namespace {

// A prefix this short (the beginning of every conversation) is no reason to give up what a slot
// holds beyond it.
constexpr std::size_t worth_sharing = 16;

std::size_t common(const LlamaSlots::Tokens& held, const LlamaSlots::Tokens& prompt,
                   std::size_t most) {
  const auto end = std::min({held.size(), prompt.size(), most});
  std::size_t shared = 0;
  while (shared < end && held[shared] == prompt[shared]) ++shared;
  return shared;
}

}  // namespace

std::optional<LlamaSlots::Place> LlamaSlots::take(const Tokens& prompt, std::size_t shareable) {
  // The last token is always computed: what follows it is what is wanted.
  const auto most = std::min(shareable, prompt.empty() ? 0 : prompt.size() - 1);
  std::optional<std::size_t> oldest;
  Place best;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const auto shared = common(slots_[i].tokens, prompt, most);
    const bool better = shared > best.shared ||
                        (shared == best.shared && slots_[best.from].busy && !slots_[i].busy);
    if (better) best = {0, i, shared};
    if (slots_[i].busy) continue;
    const auto older = [&](std::size_t other) {
      const auto& a = slots_[i];
      const auto& b = slots_[other];
      return a.tokens.empty() != b.tokens.empty() ? a.tokens.empty() : a.used < b.used;
    };
    if (!oldest || older(*oldest)) oldest = i;
  }
  if (!oldest) return std::nullopt;
  // In place where the slot is free and most of what it holds is wanted; else a copy, so that the
  // other prompt's tail stays.
  const auto& source = slots_[best.from];
  const bool in_place =
      !source.busy && best.shared >= worth_sharing && best.shared * 2 >= source.tokens.size();
  best.slot = in_place ? best.from : *oldest;
  Tokens shared(prompt.begin(), prompt.begin() + static_cast<std::ptrdiff_t>(best.shared));
  slots_[best.slot].tokens = std::move(shared);
  slots_[best.slot].busy = true;
  slots_[best.slot].used = ++clock_;
  return best;
}

void LlamaSlots::release(std::size_t slot) {
  slots_[slot].busy = false;
  slots_[slot].used = ++clock_;
}

std::optional<std::size_t> LlamaSlots::stalest() const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].busy || slots_[i].tokens.empty()) continue;
    if (!found || slots_[i].used < slots_[*found].used) found = i;
  }
  return found;
}

std::size_t LlamaSlots::free_slots() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(slots_, [](const Slot& s) { return !s.busy; }));
}

}  // namespace assay::models
