#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// A Content-Type header taken apart.
struct ContentType {
  std::string
      media_type;       // in lower case, without parameters: `text/html`; empty where there is none
  std::string charset;  // in lower case; empty where none is named
};

// Reads what a server sent, well-formed or not.
ContentType content_type_of(std::string_view header);

}  // namespace assay::web
