#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/models_commands.h"

namespace assay::cli {

void add_models(Commands& commands) {
  auto* models = commands.app.add_subcommand("models", "List, fetch, import and try models");
  models->require_subcommand(1);
  models->footer(
      "A model is named by a spec: openai:NAME[@URL] (any server that speaks like OpenAI's),\n"
      "anthropic:NAME, gemini:NAME, llama:FILE.gguf[+MMPROJ.gguf]. Keys come from the "
      "environment:\n"
      "OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY.\n\n"
      "Examples:\n"
      "  assay models list\n"
      "  assay models pull SmolLM2-135M-Instruct\n"
      "  assay models test openai:qwen2.5vl:7b@http://127.0.0.1:11434/v1");
  add_models_list(*models, commands);
  add_models_pull(*models, commands);
  add_models_test(*models, commands);
  add_models_import(*models, commands);
}

}  // namespace assay::cli
