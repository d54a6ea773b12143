#include "reasoning/extractive/stage_set.h"

#include <functional>
#include <string>
#include <utility>

#include "reasoning/extractive/extract.h"
#include "reasoning/extractive/lexicon.h"
#include "reasoning/extractive/stages.h"

namespace assay::reasoning::extractive {
namespace {

// A plain function of its input as a stage, run on the pool.
template <class In, class Out>
class FunctionStage : public Stage<In, Out> {
 public:
  FunctionStage(std::string name, std::string version, std::function<Out(const In&)> answer,
                io::Pool& pool)
      : identity_{std::move(name), std::move(version), "embedded"},
        answer_(std::move(answer)),
        pool_(pool) {}

  StageIdentity identity() const override { return identity_; }
  boost::asio::awaitable<Out> run(In input, Session&) const override {
    co_return co_await pool_.run([this, &input] { return answer_(input); });
  }

 private:
  StageIdentity identity_;
  std::function<Out(const In&)> answer_;
  io::Pool& pool_;
};

template <class In, class Out>
std::shared_ptr<const Stage<In, Out>> stage(std::string name, std::string version,
                                            std::function<Out(const In&)> answer, io::Pool& pool) {
  return std::make_shared<FunctionStage<In, Out>>(std::move(name), std::move(version),
                                                  std::move(answer), pool);
}

}  // namespace

StageSet make_stages(io::Pool& pool, const std::filesystem::path& wordnet) {
  const auto lexicon = std::make_shared<const Lexicon>(wordnet);
  // With and without WordNet the same sentence can be read otherwise.
  const std::string suffix = lexicon->has_wordnet() ? "+wordnet" : "";
  const std::string words = "2" + suffix;
  StageSet set;
  set.plan = stage<PlanInput, core::Plan>(
      "plan", "3" + suffix, [lexicon](const PlanInput& in) { return plan(in, *lexicon); }, pool);
  set.summarize = stage<SummarizeInput, core::Summary>(
      "summarize", "3" + suffix,
      [lexicon](const SummarizeInput& in) { return summarize(in, *lexicon); }, pool);
  set.develop = stage<DevelopInput, core::Development>(
      "develop", "3" + suffix, [lexicon](const DevelopInput& in) { return develop(in, *lexicon); },
      pool);
  set.judge = stage<JudgeInput, core::Judgement>(
      "judge", "3", [](const JudgeInput& in) { return judge(in); }, pool);
  set.justify = stage<JustifyInput, core::Justification>(
      "justify", "2", [](const JustifyInput& in) { return justify(in); }, pool);
  set.extract = stage<ExtractInput, std::vector<ExtractedClaim>>(
      "extract", words, [lexicon](const ExtractInput& in) { return extract(in, *lexicon); }, pool);
  if (!lexicon->has_wordnet()) set.note = lexicon->describe();
  return set;
}

}  // namespace assay::reasoning::extractive
