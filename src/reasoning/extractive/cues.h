#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/tokens.h"

// Words that turn what a sentence says: negations, debunking, satire, direction, and who says it.
namespace assay::reasoning::extractive {

enum class Cue {
  negation,       // not, kein, не, 没有
  debunking,      // false, hoax, fabricated, out of context
  no_evidence,    // no evidence, found no record
  satire,         // satire, parody
  affirmation,    // confirmed, true, accurate
  denial,         // denied, rejected the allegation
  reference,      // this claim, the video, the post: speaks of the claim itself
  qualification,  // but, unless, partly, exempt, both sides: right only in part
  hearsay,        // claims, allegedly, viral post: says what others say
  up,             // increased, gestiegen, 上升
  down,           // declined, gesunken, 下降
  universal,      // all, every, only, completely
  partial         // some, several, most, partly
};
std::string_view to_string(Cue cue);

struct CueHit {
  Cue cue = Cue::negation;
  std::size_t first = 0;  // tokens [first, last); of scripts without spaces, those that it touches
  std::size_t last = 0;
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::string text;
};

// The cues of a tokenized text in their order; the longest at each place.
std::vector<CueHit> find_cues(std::string_view text, std::span<const language::Token> tokens);

}  // namespace assay::reasoning::extractive
