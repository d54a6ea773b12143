# assay_embed(TARGET FILE HEADER FUNCTION): compiles the text of FILE into TARGET as what
# `std::string_view assay::FUNCTION()`, which HEADER declares, returns. FUNCTION names its namespaces
# below assay (models::known_models_toml).
function(assay_embed target file header function)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/${file})
  file(READ ${PROJECT_SOURCE_DIR}/${file} text HEX)
  # Bytes as numbers: nothing in the text can end the literal, and no length is too great.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${text}")
  get_filename_component(name ${file} NAME_WE)
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// Made from @file@.
#include "@header@"

namespace {
constexpr unsigned char bytes[] = {@bytes@0};
}

std::string_view assay::@function@() {
  return {reinterpret_cast<const char*>(bytes), sizeof bytes - 1};
}
]])
  target_sources(${target} PRIVATE ${source})
endfunction()
