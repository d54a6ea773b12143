#pragma once
#include <string>
#include <string_view>

#include "language/segments.h"
#include "language/stemmers.h"

namespace assay::language {

// Which stemmer serves the words of this text: by its language where that is known; where it is too
// short to tell, English for Latin letters. Words in another script are left as they are.
StemmerId stemmer_of_text(std::string_view text);

// Turns segments into what is compared. For one thread at a time.
class TermMaker {
 public:
  // The comparable form, without the stem: case and accents folded, the points of acronyms and the
  // commas of thousands gone, a decimal comma made a point. Empty where nothing is left.
  std::string fold(std::string_view bytes, SegmentKind kind) const;

  // The stem of the segment's bytes, by this stemmer where it knows their script. Sets `used` to
  // the stemmer, no_stemmer where none served.
  std::string stem(std::string_view bytes, SegmentKind kind, StemmerId stemmer, StemmerId& used);

 private:
  Stemmers stemmers_;
};

// What is longer is cut there: no word is that long.
inline constexpr std::size_t longest_term = 96;

}  // namespace assay::language
