#include "cli/search_lines.h"

#include "io/files.h"
#include "retrieval/documents/document.h"

namespace assay::cli {

std::string line_of(std::string_view text, std::size_t limit) {
  std::string line;
  for (const char c : retrieval::shortened(text, limit)) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return io::shown(line);
}

}  // namespace assay::cli
