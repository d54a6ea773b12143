#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

// HTML written so that no text can become markup: names of elements and attributes are the
// program's own literals, and every value is escaped on its way in.
namespace assay::report {

// Foreign text for an element's content or a quoted attribute: in one line (see one_line), code
// points that HTML forbids replaced, everything that could begin markup or end a value escaped.
std::string html_text(std::string_view text, std::size_t limit = 4000);

// The same, with white space at an end kept as one space: for text that goes on beside it.
std::string html_inline(std::string_view text, std::size_t limit = 4000);

struct Attribute {
  std::string_view name;        // a literal of the program
  std::string_view value = {};  // any text; none at all: `hidden` and the like
  bool present = true;
};
using Attributes = std::initializer_list<Attribute>;

class Markup {
 public:
  // Closes its element when it ends.
  class Element {
   public:
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

   private:
    friend class Markup;
    Element(Markup& markup, std::string_view tag) : markup_(markup), tag_(tag) {}
    Markup& markup_;
    std::string_view tag_;
  };

  [[nodiscard]] Element open(std::string_view tag, Attributes attributes = {});
  // An element without content that has no end tag (img, meta, input).
  void empty(std::string_view tag, Attributes attributes);
  // An element around the program's own words.
  void element(std::string_view tag, Attributes attributes, std::string_view words);
  // The program's own words: escaped, white space as it is.
  void words(std::string_view words);
  // Text of a claim, a source or a model.
  void text(std::string_view text, std::size_t limit = 4000) { out_ += html_text(text, limit); }
  void inline_text(std::string_view text, std::size_t limit = 4000) {
    out_ += html_inline(text, limit);
  }
  // Foreign text within a line, isolated from the direction of what stands beside it.
  void isolated(std::string_view text, std::string_view language = {}, std::size_t limit = 4000);
  // A foreign paragraph, which has its own direction.
  void paragraph(std::string_view text, std::string_view language = {}, std::string_view style = {},
                 std::size_t limit = 4000);
  // The text linked where the address is safe (see safe_link), else the text alone.
  void link(std::string_view text, std::string_view url, std::string_view language = {});
  // What is HTML already: the program's own, or taken from another Markup.
  void raw(std::string_view html) { out_ += html; }

  std::size_t size() const { return out_.size(); }
  std::string take() { return std::move(out_); }

 private:
  void tag(std::string_view name, Attributes attributes);
  std::string out_;
};

}  // namespace assay::report
