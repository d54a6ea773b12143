#include "models/chat_model.h"

namespace assay::models {

std::string to_string(Finish finish) {
  switch (finish) {
    case Finish::cut:
      return "cut";
    case Finish::refused:
      return "refused";
    case Finish::empty:
      return "empty";
    case Finish::complete:
      break;
  }
  return "complete";
}

}  // namespace assay::models
