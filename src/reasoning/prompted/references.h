#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::reasoning::prompted {

// What a justification may refer to.
struct Known {
  std::function<bool(std::string_view)> evidence;  // an ID
  std::function<bool(int)> image;                  // a number
  std::function<bool(std::string_view)> address;   // a URL
};

struct Checked {
  std::string text;  // without what refers to nothing
  std::vector<std::string> removed;
  std::size_t citations = 0;  // that are left
};

// Takes out of a model's prose what refers to nothing in the record: citations of evidence that
// does not exist ([E9]), pictures that do not exist ([image:9]), links to addresses that no source
// has (their words stay) and such addresses by themselves. Lists and ranges of IDs keep those that
// exist; (E1) and [E1, E2] are made [E1] and [E1] [E2]. HTML tags are taken out, and pictures are
// made links.
Checked checked_references(std::string_view text, const Known& known);

}  // namespace assay::reasoning::prompted
