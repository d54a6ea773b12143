#include "report/calls.h"

#include <algorithm>

#include "io/sha256.h"
#include "language/beginning.h"
#include "language/utf8.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_thinking = 20'000;  // bytes of a call's
constexpr std::size_t all_thinking = 400'000;     // bytes in all

// Records may be anybody's: an amount that is none counts nothing.
double amount(double value) { return value > 0 && value < 1e12 ? value : 0; }
std::int64_t amount(std::int64_t value) {
  return std::clamp<std::int64_t>(value, 0, 1'000'000'000'000);
}

// The first `limit` bytes, ended at a character.
std::string beginning(std::string text, std::size_t limit) {
  if (text.size() <= limit) return text;
  return std::string(language::beginning(text, limit)) + "…";
}

class Thinking {
 public:
  explicit Thinking(const KeptText& kept) : kept_(kept) {}

  std::string of(const core::ModelCall& call) {
    if (!kept_ || call.thinking.empty() || left_ == 0) return "";
    auto text = kept_(call.thinking);
    if (!text || io::sha256(*text) != call.thinking) return "";
    auto result = beginning(std::move(*text), std::min(left_, longest_thinking));
    left_ -= std::min(left_, result.size());
    return result;
  }

 private:
  const KeptText& kept_;
  std::size_t left_ = all_thinking;
};

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void add_to(std::vector<CallGroup>& groups, const std::string& name, const std::string& other,
            const core::ModelCall& call) {
  auto group = std::ranges::find(groups, name, &CallGroup::name);
  if (group == groups.end()) group = groups.insert(group, CallGroup{name, {}, {}});
  add_name(group->others, other);
  group->sum.add(call);
}

}  // namespace

void CallSum::add(const core::ModelCall& call) {
  ++calls;
  ++(call.form == core::Form::exact      ? exact
     : call.form == core::Form::repaired ? repaired
                                         : unusable);
  retries += std::max(1, call.tries) - 1;
  if (!call.error.empty()) {
    ++failed;
    return;
  }
  if (call.from_cache) ++from_cache;
  tokens_in += amount(call.tokens_in);
  tokens_cached += amount(call.tokens_cached);
  tokens_out += amount(call.tokens_out);
  if (!call.cost) ++unpriced;
  cost += amount(call.cost.value_or(0));
  if (call.from_cache) paid_before += amount(call.cost.value_or(0));
  seconds += amount(call.seconds);
}

void CallSum::add(const CallSum& other) {
  calls += other.calls;
  exact += other.exact;
  repaired += other.repaired;
  unusable += other.unusable;
  failed += other.failed;
  from_cache += other.from_cache;
  retries += other.retries;
  tokens_in += other.tokens_in;
  tokens_cached += other.tokens_cached;
  tokens_out += other.tokens_out;
  cost += other.cost;
  paid_before += other.paid_before;
  unpriced += other.unpriced;
  seconds += other.seconds;
}

std::optional<double> CallSum::known_cost() const {
  if (unpriced > 0) return std::nullopt;
  return cost;
}

double CallSum::well_formed() const {
  return calls == 0 ? 0 : static_cast<double>(exact) / static_cast<double>(calls);
}

CallsView calls_of(const core::Record& record, const KeptText& kept_text) {
  CallsView view;
  Thinking thinking(kept_text);
  for (const auto& entry : record.entries())
    for (const auto& call : entry.calls) {
      CallView one{call, std::string(core::to_string(entry.type)), 0, 0, thinking.of(call)};
      if (entry.step) {
        one.stage = entry.step->stage;
        one.turn = entry.step->turn;
        one.index = entry.step->index;
      }
      view.all.add(call);
      add_to(view.stages, one.stage, call.model, call);
      add_to(view.models, call.model, one.stage, call);
      view.calls.push_back(std::move(one));
    }
  return view;
}

}  // namespace assay::report
