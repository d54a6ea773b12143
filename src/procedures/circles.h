#pragma once
#include <string>
#include <vector>

#include "assay/core/evidence.h"
#include "language/attributions.h"

namespace assay::procedures {

// A source, as others cite it and as it cites others.
struct CitedSource {
  std::string id;
  std::string site;                    // registrable domain; empty where there is none
  std::vector<std::string> names;      // by which texts name it: its publisher, its site
  std::vector<std::string> addresses;  // of the page, and of its copies
  std::string text;
  std::vector<language::Attribution> attributions;  // of the text
  std::vector<core::SourceLink> links;              // to other sites
};

// Sources that rest on nothing but each other.
struct Circle {
  std::vector<std::string> ids;  // two or more, in the order given
  std::string reason;            // how each cites another, one line
};

// The circles among the sources. One source cites another where it links to the other's page, or
// where a sentence of it that says that somebody reported something (language/attributions.h) names
// the other, or names nobody known and stands in a paragraph that links to the other's site. A
// sentence that certainly says so, and of nobody known, is another origin, and whoever has one, or
// cites one that has one, is in no circle; nor is one that cites nobody. Sources of one site don't
// cite each other. Depends on nothing but its argument.
std::vector<Circle> circles(const std::vector<CitedSource>& sources);

}  // namespace assay::procedures
