#pragma once
#include <libxml/HTMLparser.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay::report::test {

// An element as a browser's parser would find it.
struct HtmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // all that is in it

  std::string attribute(const std::string& of) const {
    const auto it = attributes.find(of);
    return it == attributes.end() ? "" : it->second;
  }
};

// The elements of a page in the order in which they open.
std::vector<HtmlElement> parse_html(const std::string& page);

}  // namespace assay::report::test
