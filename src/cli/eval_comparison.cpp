#include "cli/eval_comparison.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "io/files.h"

namespace assay::cli {

int show_comparison(std::span<const eval::KeptEvaluation> runs,
                    const eval::ComparisonOptions& options, const std::string& out, bool json) {
  using core::Json;
  const auto comparison = eval::comparison(runs, options);
  std::string where;
  if (!out.empty()) {
    const auto folder = std::filesystem::absolute(out);
    io::make_folder(folder);
    io::write_file(folder / "comparison.json",
                   comparison.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    io::write_file(folder / "comparison.md", eval::comparison_markdown(comparison));
    io::write_file(folder / "comparison.html", eval::comparison_page(comparison, runs, folder));
    where = "The comparison is " + io::shown(folder / "comparison.html") + "\n";
  }
  print(json ? comparison.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"
             : eval::comparison_text(comparison) + where);
  flush();
  return 0;
}

}  // namespace assay::cli
