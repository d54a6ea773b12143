#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::models {

// The sequences of one context: what of each is computed and could be shared, and which a new
// prompt gets. Pure bookkeeping; tokens are numbers here.
class LlamaSlots {
 public:
  using Tokens = std::vector<std::int32_t>;

  explicit LlamaSlots(std::size_t count) : slots_(count) {}

  // Where a prompt is to be computed: its first `shared` tokens are those of slot `from`. Where
  // `from` is `slot` itself, the rest of that is to be removed, else the shared part to be copied.
  struct Place {
    std::size_t slot = 0;
    std::size_t from = 0;
    std::size_t shared = 0;
  };

  // The free slot for a prompt, or nothing where all are busy: the one that holds the longest
  // prefix of the prompt's first `shareable` tokens, else the one that was used longest ago, and
  // the prefix from whichever slot has the longest. Takes it: the slot is busy, and holds the
  // shared tokens.
  std::optional<Place> take(const Tokens& prompt, std::size_t shareable);

  // Tokens were computed in a busy slot: these may be shared from now on.
  void computed(std::size_t slot, std::int32_t token) { slots_[slot].tokens.push_back(token); }

  // The slot is free; what it holds can still be shared.
  void release(std::size_t slot);
  // The slot holds nothing any more.
  void clear(std::size_t slot) { slots_[slot].tokens.clear(); }

  // The free slot with tokens that was used longest ago.
  std::optional<std::size_t> stalest() const;

  bool busy(std::size_t slot) const { return slots_[slot].busy; }
  std::size_t held(std::size_t slot) const { return slots_[slot].tokens.size(); }
  std::size_t count() const { return slots_.size(); }
  std::size_t free_slots() const;

 private:
  struct Slot {
    Tokens tokens;
    bool busy = false;
    std::uint64_t used = 0;
  };
  std::vector<Slot> slots_;
  std::uint64_t clock_ = 0;
};

}  // namespace assay::models
