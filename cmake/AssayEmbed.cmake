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

# assay_embed_files(TARGET HEADER FUNCTION FILE...): the same for several files, as what
# `std::span<const std::pair<std::string_view, std::string_view>> assay::FUNCTION()`, which HEADER
# declares, returns: each file's name and text.
function(assay_embed_files target header function)
  set(texts "")
  set(rows "")
  set(number 0)
  foreach(file ${ARGN})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${text}")
    get_filename_component(name ${file} NAME)
    string(APPEND texts "constexpr unsigned char text_${number}[] = {${bytes}0};\n")
    string(APPEND rows "    File{\"${name}\", text_of(text_${number})},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  get_filename_component(name ${header} NAME_WE)
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "@header@"

#include <array>
#include <cstddef>

namespace {
using File = std::pair<std::string_view, std::string_view>;
template <std::size_t size>
std::string_view text_of(const unsigned char (&bytes)[size]) {
  return {reinterpret_cast<const char*>(bytes), size - 1};
}
@texts@}

std::span<const std::pair<std::string_view, std::string_view>> assay::@function@() {
  static const std::array<File, @number@> files{
@rows@  };
  return files;
}
]])
  target_sources(${target} PRIVATE ${source})
endfunction()
