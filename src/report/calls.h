#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/model_call.h"
#include "assay/core/record.h"
#include "report/kept_text.h"

// What language models did in a check and what it cost, computed once from the record.
namespace assay::report {

// Calls taken together.
struct CallSum {
  std::size_t calls = 0;
  std::size_t exact = 0, repaired = 0, unusable = 0;  // forms of the answers; no answer is unusable
  std::size_t failed = 0;                             // without any answer
  std::size_t from_cache = 0;                         // an earlier call's answer was used again
  std::int64_t retries = 0;                           // tries beyond the first of each call
  std::int64_t tokens_in = 0;                         // cached ones included
  std::int64_t tokens_cached = 0;
  std::int64_t tokens_out = 0;
  double cost = 0;  // USD, of the answers whose price is known, those from the cache included
  double paid_before = 0;    // USD of it: answers from the cache, which cost nothing this time
  std::size_t unpriced = 0;  // answers whose price is not known
  double seconds = 0;        // of all answers together

  void add(const core::ModelCall& call);
  void add(const CallSum& other);
  // What all of it costs in USD; nothing where the price of an answer is not known.
  std::optional<double> known_cost() const;
  // Share of the calls whose answer was exactly what was asked for, 0 to 1; 0 without calls.
  double well_formed() const;
};

struct CallView {
  core::ModelCall call;
  std::string stage;
  int turn = 0;
  int index = 0;         // of the step among those of its stage and turn, from 0
  std::string thinking;  // the beginning of the kept thinking, where it is at hand
};

// The calls of one stage, or of one model.
struct CallGroup {
  std::string name;
  std::vector<std::string> others;  // of a stage its models, of a model its stages
  CallSum sum;
};

struct CallsView {
  std::vector<CallView> calls;  // in the order of the record
  CallSum all;
  std::vector<CallGroup> stages;  // in the order of their first call
  std::vector<CallGroup> models;
};

// `kept_text` gives the thinking; empty: it is left out. What is not the text that its name
// promises is left out, too.
CallsView calls_of(const core::Record& record, const KeptText& kept_text);

}  // namespace assay::report
