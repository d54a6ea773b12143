#include "web/search_provider.h"

namespace assay::web {

std::string to_string(SearchKind kind) {
  switch (kind) {
    case SearchKind::news:
      return "news";
    case SearchKind::images:
      return "images";
    case SearchKind::web:
      break;
  }
  return "web";
}

std::string to_string(CopyKind kind) {
  switch (kind) {
    case CopyKind::full:
      return "full";
    case CopyKind::partial:
      return "partial";
    case CopyKind::similar:
      break;
  }
  return "similar";
}

}  // namespace assay::web
