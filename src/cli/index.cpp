#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/index_commands.h"

namespace assay::cli {

void add_index(Commands& commands) {
  auto* index = commands.app.add_subcommand("index", "Build, search, describe and fill stores");
  index->require_subcommand(1);
  index->footer(
      "A store is a folder with documents, their pictures, and indexes of both; a knowledge store "
      "has\none for each claim of a benchmark.\n\n"
      "Example:\n"
      "  assay index build --out news.store archive/ more.jsonl\n"
      "  assay index search news.store \"who opened the bridge\" --top 5\n"
      "  assay index search news.store --image photo.jpg\n"
      "  assay index build --out dev.store --from averitec-kb dev_knowledge_store.zip --claims "
      "dev.json\n"
      "  assay index search dev.store --claim 17");
  add_index_build(*index, commands.run);
  add_index_search(*index, commands.run);
  add_index_info(*index, commands.run);
  add_index_fill(*index, commands.run);
}

}  // namespace assay::cli
