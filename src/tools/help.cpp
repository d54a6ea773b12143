#include "tools/help.h"

namespace assay::tools {

core::ToolHelp web_search_help() {
  return {"web_search",
          "Searches for pages with a text query and brings the text and pictures of the best ones. "
          "Takes one query: a few telling words, as one would type them into a search engine.",
          R"x(web_search("height of the Eiffel Tower in metres"))x"};
}

core::ToolHelp image_search_help() {
  return {"image_search",
          "Searches for pictures by the words of a caption and brings them with their pages. Takes "
          "one short caption of what the picture should show. A picture found this way only shows "
          "what such a scene may look like; it is not the claim's picture.",
          R"x(image_search("flooded street in Venice at night"))x"};
}

core::ToolHelp reverse_search_help() {
  return {"reverse_search",
          "Searches for pages that show the same picture, also cropped, edited or mirrored, and "
          "brings them oldest first, with captions and dates. Takes one picture of the record by "
          "its reference.",
          R"x(reverse_search([image:1]))x"};
}

core::ToolHelp fact_checks_help() {
  return {"fact_checks",
          "Searches what fact-checkers published about a claim before, and brings their pages with "
          "the claim that each reviews and its rating. Takes the claim in a few telling words. A "
          "review may be of another claim than yours: compare them before you rely on a rating.",
          R"x(fact_checks("Eiffel Tower built in 1899"))x"};
}

}  // namespace assay::tools
