#include "cli/knowledge_build.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "cli/index_progress.h"
#include "cli/output.h"
#include "io/files.h"
#include "retrieval/knowledge/build.h"
#include "retrieval/knowledge/known_claims.h"
#include "retrieval/knowledge/report.h"
#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

using retrieval::KnowledgeBuildResult;

retrieval::KnowledgeInputs inputs_of(const KnowledgeArguments& arguments,
                                     const std::filesystem::path& input) {
  return arguments.format == "averimatec" ? retrieval::list_averimatec(input, arguments.split)
                                          : retrieval::list_averitec(input);
}

void add(KnowledgeBuildResult& sum, const KnowledgeBuildResult& more) {
  sum.built += more.built;
  sum.unchanged += more.unchanged;
  sum.defects += more.defects;
}

std::string summary(const KnowledgeArguments& arguments, const KnowledgeBuildResult& result,
                    double seconds) {
  const auto store = retrieval::KnowledgeStore::open(arguments.out);
  return fmt::format(
      "{} '{}': {}{}{}\n", result.built > 0 ? "built" : "unchanged:", io::shown(arguments.out),
      result.built > 0 && result.unchanged > 0
          ? fmt::format("{} new, {} unchanged; in all ", retrieval::with_commas(result.built),
                        retrieval::with_commas(result.unchanged))
          : "",
      retrieval::contents_text(store.claims()),
      result.built > 0 ? fmt::format(", in {:.1f} s", seconds) : "");
}

}  // namespace

int build_knowledge_store(const KnowledgeArguments& arguments, retrieval::BuildOptions build) {
  IndexProgress progress;
  retrieval::KnowledgeBuildOptions options;
  options.build = std::move(build);
  options.replace = arguments.replace;
  options.progress = [&](const retrieval::KnowledgeProgress& state) {
    progress.update([&](double seconds) { return retrieval::progress_text(state, seconds); });
  };
  if (!arguments.claims.empty()) options.claims = retrieval::read_known_claims(arguments.claims);
  KnowledgeBuildResult sum;
  std::uint64_t missing = 0;
  for (const auto& input : arguments.inputs) {
    const auto result =
        retrieval::build_knowledge(inputs_of(arguments, input), input, arguments.out, options);
    add(sum, result);
    missing = result.missing;
  }
  for (const auto& line : retrieval::defect_lines(sum.defects)) progress.message(line);
  if (missing > 0 && arguments.inputs.size() == 1)
    progress.message(retrieval::counted(missing, "claim", "claims") + " of '" +
                     io::shown(arguments.claims) + "' without a file");
  print(summary(arguments, sum, progress.seconds()));
  flush();
  return 0;
}

}  // namespace assay::cli
