#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay::web {

// Do these CSS declarations (`display: none; color: red`) make their element invisible: not shown,
// transparent, without size, moved off the page, or in the colour of its ground?
bool hides(std::string_view declarations);

// The rules of a page's own style sheets that hide what has a class or an id. Rules with other
// selectors, and those inside of @media and the like, are passed over: which of them holds is more
// than can be told here.
class HidingRules {
 public:
  // Reads the text of one `style` element; up to 256 KiB of a page are read.
  void read(std::string_view css);
  bool empty() const { return rules_.empty(); }
  // `class_names` and `id` are the attributes of the element.
  bool hide(std::string_view class_names, std::string_view id) const;

 private:
  void add(std::string_view selectors, std::string_view declarations);
  std::unordered_map<std::string, bool> rules_;  // `.name` or `#name`: hidden or not
  std::size_t read_ = 0;
};

}  // namespace assay::web
