#include "vision/candidates.h"

#include <algorithm>
#include <bit>

#include "assay/core/error.h"

namespace assay::vision {
namespace {

constexpr int signature_limit = 15;  // of 64 bits; two unrelated differ in 32
constexpr int turns = 16;            // bins of angle
constexpr int fewest_votes = 3;
constexpr int hash_limit = 76;  // of 256 bits; two unrelated differ in 128

class Votes {
 public:
  explicit Votes(std::size_t pictures) : bins_(pictures * turns), last_(pictures) {}

  // One feature of the query (numbered from 1) has one vote a picture: a picture full of the same
  // spot would win otherwise.
  void add(std::uint32_t picture, std::uint16_t feature, std::uint8_t turn) {
    if (last_[picture] == feature) return;
    if (last_[picture] == 0) touched_.push_back(picture);
    last_[picture] = feature;
    ++bins_[picture * std::size_t{turns} + turn / (256 / turns)];
  }

  // A turn near the border of two bins falls into either.
  int of(std::uint32_t picture) const {
    const auto* bins = bins_.data() + picture * std::size_t{turns};
    int most = 0;
    for (int i = 0; i < turns; ++i) most = std::max(most, bins[i] + bins[(i + 1) % turns]);
    return most;
  }
  const std::vector<std::uint32_t>& touched() const { return touched_; }

 private:
  std::vector<std::uint16_t> bins_;
  std::vector<std::uint16_t> last_;
  std::vector<std::uint32_t> touched_;
};

// Words that differ from the first in at most two bits.
std::vector<std::uint64_t> flips_of(std::uint32_t word_bits) {
  std::vector<std::uint64_t> flips{0};
  for (std::uint32_t i = 0; i < word_bits; ++i) {
    flips.push_back(std::uint64_t{1} << i);
    for (std::uint32_t j = 0; j < i; ++j)
      flips.push_back(std::uint64_t{1} << i | std::uint64_t{1} << j);
  }
  return flips;
}

// Lists far above the average are of spots that are everywhere and say nothing.
std::uint64_t longest_list(const IndexView& index) {
  const auto average = index.postings.size() / (index.directory.size() - 1);
  return std::max<std::uint64_t>(512, average * 24);
}

// Looks up the lists of one feature after the other. Nearly every look-up is a miss of the
// processor's caches, first in the directory and then in the list: both are asked for a step ahead.
class Lookup {
 public:
  Lookup(const IndexView& index, Votes& votes)
      : index_(index),
        votes_(votes),
        flips_(flips_of(index.header.word_bits)),
        lists_(flips_.size()),
        longest_(longest_list(index)) {}

  void run(std::span<const Feature> query) {
    if (!query.empty()) ask_directory(query.front());
    for (std::size_t i = 0; i < query.size(); ++i) {
      ask_lists(query[i]);
      if (i + 1 < query.size()) ask_directory(query[i + 1]);
      for (const auto& list : lists_) vote(query[i], static_cast<std::uint16_t>(i + 1), list);
    }
  }

 private:
  std::uint64_t word(const Feature& feature) const {
    return word_of(feature, index_.header.word_bits);
  }
  void ask_directory(const Feature& feature) const {
    for (const auto flip : flips_) __builtin_prefetch(&index_.directory[word(feature) ^ flip]);
  }
  void ask_lists(const Feature& feature) {
    for (std::size_t k = 0; k < flips_.size(); ++k) {
      const auto at = word(feature) ^ flips_[k];
      const auto begin = index_.directory[at];
      const auto size = index_.directory[at + 1] - begin;
      lists_[k] =
          size > longest_ ? std::span<const Posting>() : index_.postings.subspan(begin, size);
      if (!lists_[k].empty()) __builtin_prefetch(lists_[k].data());
    }
  }
  void vote(const Feature& feature, std::uint16_t number, std::span<const Posting> list) {
    const auto signature = signature_of(feature);
    for (const auto& posting : list) {
      if (std::popcount(posting.signature ^ signature) > signature_limit) continue;
      if (posting.picture >= index_.pictures.size())
        throw core::InputError("the picture index is damaged (a list); build it again");
      votes_.add(posting.picture, number, static_cast<std::uint8_t>(posting.angle - feature.angle));
    }
  }

  const IndexView& index_;
  Votes& votes_;
  std::vector<std::uint64_t> flips_;
  std::vector<std::span<const Posting>> lists_;
  std::uint64_t longest_;
};

}  // namespace

std::vector<Candidate> candidates_by_features(const IndexView& index,
                                              std::span<const Feature> query, std::size_t most) {
  if (index.postings.empty()) return {};
  Votes votes(index.pictures.size());
  Lookup(index, votes).run(query);
  std::vector<Candidate> all;
  for (const auto picture : votes.touched())
    if (const int count = votes.of(picture); count >= fewest_votes) all.push_back({picture, count});
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.votes != b.votes ? a.votes > b.votes : a.picture < b.picture;
  };
  const auto kept = std::min(most, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                    better);
  all.resize(kept);
  return all;
}

std::vector<HashCandidate> candidates_by_hash(const IndexView& index,
                                              std::span<const PerceptualHash, 8> query,
                                              std::size_t most) {
  std::vector<HashCandidate> all;
  for (std::size_t i = 0; i < index.pictures.size(); ++i) {
    HashCandidate best{static_cast<std::uint32_t>(i), 1, 257};
    for (int k = 0; k < 8; ++k) {
      const int bits = distance(index.pictures[i].hash, query[k]);
      if (bits < best.bits) best = {static_cast<std::uint32_t>(i), k + 1, bits};
    }
    if (best.bits <= hash_limit) all.push_back(best);
  }
  const auto kept = std::min(most, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                    [](const HashCandidate& a, const HashCandidate& b) {
                      return a.bits != b.bits ? a.bits < b.bits : a.picture < b.picture;
                    });
  all.resize(kept);
  return all;
}

}  // namespace assay::vision
