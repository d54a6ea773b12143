#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "web/html_tree.h"
#include "web/json_ld.h"
#include "web/page_marks.h"

namespace assay::web {

// What a page says of itself, gathered in one walk. `tree`, `marks` and `url` must outlive it.
class PageFacts {
 public:
  PageFacts(const HtmlTree& tree, const PageMarks& marks, std::string_view url);

  // The content of the first of these meta elements (property, name, itemprop) that has any,
  // cleaned.
  std::string meta(std::initializer_list<const char*> names) const;
  // The same as it is written; empty where there is none.
  std::string_view raw_meta(std::string_view name) const;

  // As declared, e.g. `de-AT`; empty where it isn't.
  std::string language() const;
  // The address that the page gives as its own; empty where it names none.
  std::string canonical() const;
  std::string publisher() const;
  // Is this text the name of the site, rather than of the page?
  bool is_site_name(std::string_view name) const;
  // A heading's text, without what newspapers set above it in the same element.
  std::string heading_text(NodeId id) const;
  // What an element of microdata says: its content, its datetime, or its text.
  std::string value_of(NodeId id) const;

  const HtmlTree& tree;
  const PageMarks& marks;
  const std::string_view url;
  std::vector<NodeId>
      headings;                 // the first h1 and h2 that can be seen, outside of the page's frame
  std::vector<NodeId> times;    // the first `time` elements
  std::vector<NodeId> scripts;  // the texts of scripts that are no JSON-LD
  NodeId item_headline = no_node;  // microdata
  NodeId item_author = no_node;
  std::string item_published;
  std::string item_modified;
  std::vector<std::string>
      claim_reviews;  // as in StructuredData; of microdata and RDFa too; cleaned
  StructuredData ld;

 private:
  void gather();
  void gather_meta(NodeId id);
  void gather_script(NodeId id, std::vector<std::string_view>& structured);
  void gather_itemprop(NodeId id);
  void gather_review(NodeId id);
  void take_reviews();
  std::string said_by(NodeId id) const;
  void learn_site();

  std::unordered_map<std::string, std::string_view> meta_;
  std::string_view canonical_;
  NodeId review_end_ = 0;     // of the last review of microdata: one past its last node
  std::string site_letters_;  // letters and digits alone of the site's name
  std::string host_letters_;  // and of its host
  std::string host_label_;    // `munich2022` of `www.munich2022.com`
};

// Character references that were escaped twice are read, white space made single spaces; at most
// 2,000 bytes.
std::string cleaned(std::string_view text);

std::string lower_ascii(std::string_view text);

}  // namespace assay::web
