#include "language/tokens.h"

#include "language/segments.h"
#include "language/terms.h"

namespace assay::language {
namespace {

TokenKind token_kind(SegmentKind kind) {
  if (kind == SegmentKind::number) return TokenKind::number;
  return kind == SegmentKind::pair ? TokenKind::pair : TokenKind::word;
}

bool beside(SegmentKind kind) {
  return kind == SegmentKind::single || kind == SegmentKind::compound || kind == SegmentKind::part;
}

}  // namespace

std::vector<Token> tokenize(std::string_view text, std::string_view language) {
  const StemmerId stemmer = stemmer_for(language);
  std::vector<Segment> segments;
  Segmenter().split(text, segments);
  TermMaker maker;
  std::vector<Token> tokens;
  tokens.reserve(segments.size());
  for (const Segment& segment : segments) {
    if (beside(segment.kind)) continue;
    const auto bytes = text.substr(segment.begin, segment.end - segment.begin);
    StemmerId used = no_stemmer;
    Token token{maker.fold(bytes, segment.kind), maker.stem(bytes, segment.kind, stemmer, used),
                segment.begin, segment.end, token_kind(segment.kind)};
    if (!token.text.empty() && !token.stem.empty()) tokens.push_back(std::move(token));
  }
  return tokens;
}

std::string stem(std::string_view word, std::string_view language) {
  StemmerId used = no_stemmer;
  return TermMaker().stem(word, SegmentKind::word, stemmer_for(language), used);
}

}  // namespace assay::language
