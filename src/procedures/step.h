#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "io/record_file.h"
#include "reasoning/stage.h"

namespace assay::procedures {

// The memoized step of a stage on an input, with a session of its own. `until`: no answer of a
// model is waited for any longer. The record outlives the step.
template <class In, class Out>
io::Step<Out> step_of(std::shared_ptr<const reasoning::Stage<In, Out>> stage,
                      const io::RecordFile& record, int turn, std::size_t index, In input,
                      std::optional<std::chrono::steady_clock::time_point> until = std::nullopt) {
  const auto who = stage->identity();
  io::Step<Out> step;
  step.key = {who.stage, who.version, turn,       static_cast<int>(index),
              who.model, who.prompt,  who.options};
  step.inputs = io::hash_of(input);
  step.calls = std::make_shared<std::vector<core::ModelCall>>();
  reasoning::Session::Setup setup;
  setup.calls = step.calls;
  setup.replay = record.is_replay();
  setup.replayed = record.replayed(step.key);
  setup.until = until;
  const auto session = std::make_shared<reasoning::Session>(record.blobs(), std::move(setup));
  step.run = [stage, session, input = std::move(input)] { return stage->run(input, *session); };
  return step;
}

// Appends a warning for each step since entry number `from` in which a model gave no usable answer
// or the window had no room for all of the evidence.
void warn_of_calls(io::RecordFile& record, std::size_t from);

}  // namespace assay::procedures
