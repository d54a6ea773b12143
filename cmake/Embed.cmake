# assay_embed(MODULE NAMESPACE FUNCTION FILE...): compiles files into a module, as
#   std::span<const std::pair<std::string_view, std::string_view>> NAMESPACE::FUNCTION()
# of each file's name and bytes; the header is embedded/FUNCTION.h.
function(assay_embed module namespace function)
  set(folder ${CMAKE_BINARY_DIR}/embedded/${module})
  set(source ${folder}/embedded/${function}.cpp)
  add_custom_command(OUTPUT ${source} ${folder}/embedded/${function}.h
    COMMAND ${CMAKE_COMMAND} -DNAMESPACE=${namespace} -DFUNCTION=${function} -DFOLDER=${folder}
      "-DFILES=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake VERBATIM)
  target_sources(assay_${module} PRIVATE ${source})
  target_include_directories(assay_${module} PRIVATE ${folder})
endfunction()
