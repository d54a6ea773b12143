# For assay_embed(): writes the header and the source. A string literal has a limit that compilers
# differ in, so a file is a list of lines.
set(rows "")
set(texts "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  string(REGEX REPLACE "((\\\\x[0-9a-f][0-9a-f])+)" "\\1" bytes "${bytes}")
  # Twenty bytes a literal, put together by the compiler.
  string(REGEX REPLACE "((\\\\x[0-9a-f][0-9a-f]){20})" "\\1\"\n    \"" bytes "${bytes}")
  file(SIZE ${file} size)
  string(APPEND texts "constexpr char text_${number}[] =\n    \"${bytes}\";\n")
  string(APPEND rows "    {\"${name}\", {text_${number}, ${size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
set(type "std::span<const std::pair<std::string_view, std::string_view>>")
set(header "#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace ${NAMESPACE} {
${type} ${FUNCTION}();
}
")
set(source "#include \"embedded/${FUNCTION}.h\"

#include <array>

namespace ${NAMESPACE} {
namespace {
${texts}constexpr std::array<std::pair<std::string_view, std::string_view>, ${number}> files{{
${rows}}};
}
${type} ${FUNCTION}() { return files; }
}
")
file(MAKE_DIRECTORY ${FOLDER}/embedded)
file(WRITE ${FOLDER}/embedded/${FUNCTION}.h "${header}")
file(WRITE ${FOLDER}/embedded/${FUNCTION}.cpp "${source}")
