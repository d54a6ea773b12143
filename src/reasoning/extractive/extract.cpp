#include "reasoning/extractive/extract.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "language/sentences.h"
#include "reasoning/extractive/stopwords.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

using Stems = std::unordered_set<std::string>;

constexpr std::size_t most_sentences = 400;  // that are looked at: claims stand in front
constexpr std::size_t fewest_words = 4;
constexpr std::size_t most_words = 45;
constexpr double factual = 1.0;     // a sentence with less states no fact
constexpr double same_thing = 0.7;  // of the words of the shorter of two claims

// A sentence that begins with one of these speaks of what stood before it.
constexpr std::array<std::string_view, 56> leaning{
    "he",      "she",   "it",    "they",  "we",   "i",    "you", "this",  "that",  "these",
    "those",   "his",   "her",   "their", "its",  "my",   "our", "but",   "and",   "so",
    "however", "then",  "there", "here",  "also", "yet",  "or",  "click", "read",  "watch",
    "follow",  "share", "er",    "sie",   "es",   "wir",  "ich", "dies",  "diese", "dieser",
    "dieses",  "aber",  "und",   "doch",  "il",   "elle", "ils", "elles", "cette", "mais",
    "el",      "ella",  "ellos", "pero",  "este", "esta"};
// A headline that begins so tells what the page is about, and states nothing.
constexpr std::array<std::string_view, 26> telling_of{
    "how",    "why",  "what",    "when",      "where",   "who",       "which", "watch", "video",
    "photos", "live", "opinion", "analysis",  "review",  "explainer", "wie",   "warum", "was",
    "wer",    "wo",   "meinung", "kommentar", "comment", "pourquoi",  "como",  "por"};

bool among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

Stems content_of(const TextView& view) {
  Stems stems;
  for (const auto& word : view.words)
    if (word.weight > 0 && !is_stopword(word.token.text)) stems.insert(word.token.stem);
  return stems;
}

std::size_t shared(const Stems& a, const Stems& b) {
  return static_cast<std::size_t>(
      std::ranges::count_if(a, [&](const std::string& stem) { return b.contains(stem); }));
}

double share_of(const Stems& part, const Stems& whole) {
  return part.empty() ? 0
                      : static_cast<double>(shared(part, whole)) / static_cast<double>(part.size());
}

// What stands in front of a sentence in Markdown, and is none of its words.
language::Span without_marks(std::string_view text, language::Span span) {
  constexpr std::string_view marks = ">*-+ \t";
  while (span.begin < span.end && marks.find(text[span.begin]) != marks.npos) ++span.begin;
  return span;
}

struct Candidate {
  ExtractedClaim claim;
  Stems content;
  double score = 0;
};

class Extractor {
 public:
  Extractor(const ExtractInput& input, const Lexicon& lexicon)
      : input_(input),
        lexicon_(lexicon),
        language_(language_of(input.text, input.page.source.language)),
        title_(view_of(input.page.source.title, language_, &lexicon)),
        title_content_(content_of(title_)) {}

  std::vector<ExtractedClaim> run() {
    read_sentences();
    std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
      return a.score != b.score ? a.score > b.score : a.claim.passage.begin < b.claim.passage.begin;
    });
    if (auto headline = this->headline())
      candidates_.insert(candidates_.begin(), std::move(*headline));
    std::vector<ExtractedClaim> claims;
    std::vector<const Stems*> told;
    for (auto& candidate : candidates_) {
      if (claims.size() == most_extracted) break;
      const bool repeats = std::ranges::any_of(told, [&](const Stems* other) {
        return std::max(share_of(candidate.content, *other), share_of(*other, candidate.content)) >=
               same_thing;
      });
      if (repeats) continue;
      claims.push_back(std::move(candidate.claim));
      told.push_back(&candidate.content);
    }
    return claims;
  }

 private:
  void read_sentences() {
    const std::string_view text = input_.text;
    std::size_t number = 0;
    for (auto span : language::sentences(text)) {
      if (++number > most_sentences) break;
      // Headings and rows of tables are no sentences.
      if (text[span.begin] == '#' || text[span.begin] == '|') continue;
      span = without_marks(text, span);
      const auto sentence = text.substr(span.begin, span.end - span.begin);
      const auto view = view_of(sentence, language_, &lexicon_);
      if (!stands_alone(view)) continue;
      Candidate candidate;
      candidate.content = content_of(view);
      candidate.score = score_of(view, candidate.content, number);
      if (candidate.score < factual) continue;
      candidate.claim.text = sentence;
      candidate.claim.passage = {input_.page.source.text_blob, span.begin, span.end,
                                 std::string(sentence)};
      candidates_.push_back(std::move(candidate));
    }
  }

  static bool ends_in(std::string_view text, std::initializer_list<std::string_view> ends) {
    return std::ranges::any_of(ends, [&](std::string_view end) { return text.ends_with(end); });
  }

  // A statement of a sensible length that does not lean on what stood before it.
  static bool stands_alone(const TextView& view) {
    if (view.words.size() < fewest_words || view.words.size() > most_words) return false;
    if (among(leaning, view.words.front().token.text)) return false;
    if (ends_in(view.text, {"?", "？", "؟", ":", "…", "..."})) return false;
    return view.text.find("http") == std::string::npos && view.text.front() != '[' &&
           view.text.front() != '!';
  }

  // How much it states: names, numbers, dates; and how much it says of what the headline says. What
  // stands in front says more of what a page is about.
  double score_of(const TextView& view, const Stems& content, std::size_t number) const {
    std::size_t names = name_groups(view).size();
    const std::size_t values = view.quantities.size() + view.dates.size();
    const double about = share_of(title_content_, content);
    if (names + values == 0 && about < 0.5) return 0;
    double score = 0.5 * static_cast<double>(std::min<std::size_t>(names, 2)) +
                   0.6 * static_cast<double>(std::min<std::size_t>(values, 2)) + 2.0 * about +
                   0.6 / (1.0 + static_cast<double>(number - 1) / 4.0);
    if (view.has(Cue::hearsay)) score -= 0.2;
    if (speaks_of_itself(view)) score -= 0.8;
    return score;
  }

  static bool speaks_of_itself(const TextView& view) {
    return std::ranges::any_of(view.words, [](const Word& word) {
      const auto& text = word.token.text;
      return text == "i" || text == "we" || text == "my" || text == "our" || text == "you" ||
             text == "your";
    });
  }

  // The headline as a claim: where it states something that a sentence bears out, and no sentence
  // says all of it.
  std::optional<Candidate> headline() const {
    const auto& source = input_.page.source;
    if (input_.page.title_blob.empty() || !stands_alone(title_)) return std::nullopt;
    const auto& title = source.title;
    if (among(telling_of, title_.words.front().token.text) || title_content_.size() < 3 ||
        title.find_first_of(":|\"") != title.npos || title.find("“") != title.npos ||
        (title.front() >= '0' && title.front() <= '9'))
      return std::nullopt;
    double best = 0;
    for (const auto& candidate : candidates_)
      best = std::max(best, share_of(title_content_, candidate.content));
    constexpr double borne_out = 0.5;
    constexpr double said_whole = 0.8;
    if (best < borne_out || best >= said_whole) return std::nullopt;
    Candidate candidate;
    candidate.claim.text = title;
    candidate.claim.passage = {input_.page.title_blob, 0, title.size(), title};
    candidate.content = title_content_;
    return candidate;
  }

  const ExtractInput& input_;
  const Lexicon& lexicon_;
  std::string language_;
  TextView title_;
  Stems title_content_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<ExtractedClaim> extract(const ExtractInput& input, const Lexicon& lexicon) {
  return Extractor(input, lexicon).run();
}

}  // namespace assay::reasoning::extractive
