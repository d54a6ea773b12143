# The folders of src/, from the innermost out. Each may use only folders above it, and names each
# that it uses: one include root is not reached through another.

assay_module(core LINKS nlohmann_json::nlohmann_json)
assay_module(io USES core LINKS nlohmann_json::nlohmann_json Threads::Threads assay_dep_crypto
  assay_dep_seccomp assay_dep_curl assay_dep_sqlite)
assay_module(language USES core LINKS nlohmann_json::nlohmann_json assay_dep_icu assay_dep_stemmer assay_dep_cld2)
assay_embed(assay_language src/language/instructions.tsv language/instruction_list.h language::instruction_list)
assay_embed(assay_language src/language/attributions.tsv language/attribution_list.h language::attribution_list)
assay_module(models USES core io language LINKS nlohmann_json::nlohmann_json assay_dep_crypto)
assay_embed(assay_models src/models/known_models.toml models/known_models.h models::known_models_toml)
# What needs llama.cpp is in providers/llama_*.cpp, encoder/ and import/; without it, without_llama.cpp refuses.
get_target_property(models_sources assay_models SOURCES)
if(ASSAY_LLAMA)
  target_link_libraries(assay_models PUBLIC assay_dep_llama)
  # Reference values that importing compares with, compiled in.
  file(READ ${PROJECT_SOURCE_DIR}/src/models/import/minilm_reference.json minilm_reference)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/minilm_reference.cpp @ONLY CONTENT
"#include \"models/import/minilm_reference.h\"
const std::string_view assay::models::minilm_reference = R\"json(${minilm_reference})json\";
")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/models/import/minilm_reference.json)
  list(APPEND models_sources ${PROJECT_BINARY_DIR}/minilm_reference.cpp)
  list(FILTER models_sources EXCLUDE REGEX "/without_llama\\.cpp$")
else()
  list(FILTER models_sources EXCLUDE REGEX "/models/(providers/llama_|import/|encoder/)")
endif()
set_property(TARGET assay_models PROPERTY SOURCES ${models_sources})
assay_module(vision USES core io LINKS nlohmann_json::nlohmann_json assay_dep_picture_codecs assay_dep_lcms
  assay_dep_opencv)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  # Counting bits is what search does most; every x86-64 since 2008 has an instruction for it.
  target_compile_options(assay_vision PRIVATE -mpopcnt)
endif()
assay_module(web USES core io language models LINKS nlohmann_json::nlohmann_json assay_dep_zlib assay_dep_xml2 assay_dep_icu
  assay_dep_uchardet assay_dep_poppler assay_dep_cld2 assay_dep_curl assay_dep_psl)
assay_embed(assay_web src/web/browser/wall_words.tsv web/browser/wall_words.h web::wall_words_tsv)
assay_embed(assay_web src/web/browser/scroll_page.js web/browser/page_scripts.h web::scroll_page_js)
assay_embed(assay_web src/web/browser/take_page.js web/browser/page_scripts.h web::take_page_js)
assay_embed(assay_web src/web/search_prices.toml web/search_prices.h web::search_prices_toml)
file(GLOB site_lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/web/sites/*.tsv)
assay_embed_files(assay_web web/sites/site_list_files.h web::site_list_files ${site_lists})
assay_module(retrieval USES core io language models vision web LINKS fmt::fmt assay_dep_icu assay_dep_stemmer assay_dep_cld2
  assay_dep_simdjson assay_dep_zip assay_dep_faiss nlohmann_json::nlohmann_json)
assay_module(tools USES core io language models vision web retrieval)
assay_module(reasoning USES core io language models vision LINKS fmt::fmt)
file(GLOB prompt_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/reasoning/prompts/*.md)
assay_embed_files(assay_reasoning reasoning/prompted/prompt_files.h reasoning::prompted::prompt_files
  ${prompt_files})
assay_module(procedures USES core io language models web tools reasoning)
assay_module(report USES core io language vision LINKS fmt::fmt assay_dep_crypto assay_dep_cmark)
assay_module(eval USES core io language models vision reasoning report LINKS fmt::fmt assay_dep_icu assay_dep_csv assay_dep_simdjson nlohmann_json::nlohmann_json)
file(GLOB judge_prompts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/eval/judge/prompts/*.md)
assay_embed_files(assay_eval eval/judge/judge_prompts.h eval::judge_prompts ${judge_prompts})

assay_root(cli)
file(GLOB cli_sources CONFIGURE_DEPENDS src/cli/*.cpp)
add_executable(assay ${cli_sources})
target_include_directories(assay PRIVATE ${PROJECT_SOURCE_DIR}/build/roots/cli)
target_link_libraries(assay PRIVATE assay_flags fmt::fmt)
assay_use(assay core io language models vision web retrieval tools reasoning procedures report eval)
set_target_properties(assay PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
