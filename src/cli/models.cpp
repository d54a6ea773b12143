#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/models_commands.h"

namespace assay::cli {

void add_models(Commands& commands) {
  auto* models = commands.app.add_subcommand("models", "Bring models in");
  models->require_subcommand(1);
  models->footer("Example:\n  assay models import all-MiniLM-L6-v2/ --out minilm.gguf");
  add_models_import(*models, commands);
}

}  // namespace assay::cli
