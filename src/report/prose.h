#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Prose of the stages, taken apart for the formats to render: what refers to something in the
// record, and what is text. Nothing else of a model's Markdown comes through.
namespace assay::report {

struct Span {
  enum class Kind {
    text,
    citation,  // `text` is the ID of an item of evidence
    picture,   // `picture` is the number of a picture of the record
    link       // `text` leads to `address`, which is that of a source
  };
  Kind kind = Kind::text;
  std::string text;
  std::string address;
  int picture = 0;
  bool emphasized = false;
  bool strong = false;
  bool code = false;
};

struct Paragraph {
  std::vector<Span> spans;
  bool item = false;  // of a list
  int number = 0;     // of a numbered list's item; 0: none
};

struct Prose {
  std::vector<Paragraph> paragraphs;
  bool cut = false;  // there was more than a report has room for
  bool empty() const { return paragraphs.empty(); }
  // How often an item of evidence is cited.
  std::size_t citations(std::string_view id) const;
};

// What prose may refer to; anything else stays text.
struct References {
  std::function<bool(std::string_view)> evidence;  // an ID
  std::function<bool(int)> picture;                // a number
  std::function<bool(std::string_view)> address;   // of a source of the evidence
};

// Text of the built-in stages: paragraphs between empty lines, `[E1]` and `[image:2]`.
Prose read_plain(std::string_view text, const References& known);

// Text of a model: Markdown (CommonMark), of which paragraphs, lists, emphasis, code and links to
// known addresses are kept. Headings become strong paragraphs, a Markdown image its words, HTML the
// text that it is, a link elsewhere its words alone.
Prose read_markdown(std::string_view text, const References& known);

}  // namespace assay::report
