#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "language/sentences.h"
#include "language/utf8.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_quotations = 8;
constexpr std::size_t most_read = std::size_t{2} << 20;  // bytes of a text
// Shares of the claim's content: what a sentence needs to be quoted, and what it needs where
// another sentence of its source is quoted already.
constexpr double least_share = 0.1;
constexpr double least_weight = 1.4;  // a name is enough of a long claim
constexpr double relative_share = 0.45;

struct Scored {
  language::Span span;
  double share = 0;     // of the claim's content that the sentence has
  bool remark = false;  // says that something is false, satire, …
};

class Summarizer {
 public:
  Summarizer(const SummarizeInput& input, const Lexicon& lexicon)
      : input_(input),
        lexicon_(lexicon),
        text_(std::string_view(input.text).substr(0, whole_characters(input.text))) {
    const auto claim = claim_text(input.claim);
    const auto claim_language = language_of(claim, {});
    language_ = input.source.language.empty() ? language_of(text_.substr(0, 4000), claim_language)
                                              : input.source.language.substr(0, 2);
    read_claim(view_of(claim, language_, &lexicon));
  }

  core::Summary run() {
    auto summary = total_ == 0 ? core::Summary{} : of_text();
    tell_picture(summary);
    return summary;
  }

 private:
  core::Summary of_text() {
    for (const auto& token : language::tokenize(input_.source.title, language_))
      title_.insert(token.stem);
    for (const auto& span : language::sentences(text_))
      if (!addresses_models(span)) score(span);
    return quoted(chosen());
  }

  // What a page says to models it doesn't say of the world.
  bool addresses_models(const language::Span& span) const {
    return std::ranges::any_of(input_.source.suspicious, [&](const auto& passage) {
      return passage.begin < span.end && span.begin < passage.end;
    });
  }

  // A page that shows the claim's picture bears on the claim whatever its text says. What it says
  // of a picture that was searched for comes first.
  void tell_picture(core::Summary& summary) const {
    const auto& match = input_.source.match;
    if (!input_.picture || (!match && !caption_bears())) return;
    const auto& image = *input_.picture;
    const auto& words = image.caption.empty() ? image.alt : image.caption;
    if (!words.empty() && !image.words_blob.empty())
      summary.quotations.insert(summary.quotations.begin(),
                                {image.words_blob, 0, words.size(), words});
    const auto told = words.empty() ? " without a caption" : "";
    if (match)
      summary.takeaways = fmt::format("It shows picture {} ({}){}. {}", match->query,
                                      match->description, told, summary.takeaways);
    else
      summary.takeaways = fmt::format("It shows another picture{}. {}", told, summary.takeaways);
  }

  // Has the caption of a picture that was found by its words anything to do with the claim?
  bool caption_bears() const {
    const auto& image = *input_.picture;
    double weight = 0;
    std::unordered_set<std::string> found;
    for (const auto& token : language::tokenize(image.caption + " " + image.alt, language_)) {
      const auto entry = weights_.find(token.stem);
      if (entry != weights_.end() && found.insert(token.stem).second) weight += entry->second;
    }
    return total_ > 0 && weight >= least_share * total_;
  }

  static std::size_t whole_characters(std::string_view text) {
    auto end = std::min(text.size(), most_read);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
      --end;
    return end;
  }

  void read_claim(const TextView& claim) {
    for (const auto& word : claim.words) {
      if (word.weight == 0 || word.numeric) continue;
      auto& weight = weights_[word.token.stem];
      if (weight == 0) total_ += word.weight;
      weight = std::max(weight, word.weight);
      if (word.token.kind != language::TokenKind::word || word.name) continue;
      for (auto& stem : lexicon_.synonym_stems(word.token.text, language_))
        related_.try_emplace(std::move(stem), word.token.stem);
      for (auto& stem : lexicon_.antonym_stems(word.token.text, language_))
        related_.try_emplace(std::move(stem), word.token.stem);
    }
    quantities_ = claim.quantities;
    dates_ = claim.dates;
    total_ +=
        1.5 * static_cast<double>(quantities_.size()) + 0.8 * static_cast<double>(dates_.size());
  }

  void score(language::Span span) {
    const auto sentence = text_.substr(span.begin, span.end - span.begin);
    auto tokens = language::tokenize(sentence, language_);
    lexicon_.bring_to_base(tokens, language_);
    std::unordered_set<std::string> found;
    double weight = 0;
    bool digits = false;
    for (const auto& token : tokens) {
      digits |= token.kind == language::TokenKind::number;
      auto entry = weights_.find(token.stem);
      double factor = 1;
      if (entry == weights_.end()) {
        const auto related = related_.find(token.stem);
        if (related == related_.end()) continue;
        entry = weights_.find(related->second);
        factor = 0.7;
      }
      if (entry != weights_.end() && found.insert(entry->first).second)
        weight += factor * entry->second;
    }
    if ((digits || !found.empty()) && (!quantities_.empty() || !dates_.empty()))
      weight += numbers(sentence);
    const double share = std::min(1.0, weight / total_);
    const bool remark = (share > 0 || title_speaks()) && has_remark(sentence, tokens);
    if (share > 0 || remark) sentences_.push_back({span, share, remark});
  }

  double numbers(std::string_view sentence) const {
    double weight = 0;
    const auto given = find_quantities(sentence, language_);
    for (const auto& claimed : quantities_) {
      double best = 0;
      for (const auto& quantity : given)
        if (comparable(claimed, quantity))
          best = std::max(best, agree(claimed, quantity) ? 1.5 : 0.3);
      weight += best;
    }
    const auto when = find_dates(sentence);
    for (const auto& claimed : dates_)
      for (const auto& date : when)
        if (comparable(claimed, date)) {
          weight += agree(claimed, date) ? 0.8 : 0.2;
          break;
        }
    return weight;
  }

  bool title_speaks() const {
    double weight = 0;
    for (const auto& [stem, value] : weights_)
      if (title_.contains(stem)) weight += value;
    return weight >= 0.3 * total_;
  }

  static bool has_remark(std::string_view sentence, const std::vector<language::Token>& tokens) {
    return std::ranges::any_of(find_cues(sentence, tokens), [](const CueHit& cue) {
      return cue.cue == Cue::debunking || cue.cue == Cue::satire || cue.cue == Cue::no_evidence;
    });
  }

  // The best sentences, in the order of the text.
  std::vector<Scored> chosen() {
    double best = 0;
    for (const auto& sentence : sentences_) best = std::max(best, sentence.share);
    const bool short_text = text_.size() <= 600;
    const double least = std::min(least_share, least_weight / total_);
    const double needed = std::max(least, (short_text ? 0.25 : relative_share) * best);
    std::vector<Scored> kept;
    for (const auto& sentence : sentences_)
      if (sentence.share >= needed || (sentence.remark && best >= 0.5 * least))
        kept.push_back(sentence);
    const auto value = [](const Scored& s) { return s.share + (s.remark ? 0.15 : 0); };
    std::ranges::sort(kept, [&](const Scored& a, const Scored& b) {
      return value(a) != value(b) ? value(a) > value(b) : a.span.begin < b.span.begin;
    });
    if (kept.size() > most_quotations) kept.resize(most_quotations);
    std::ranges::sort(kept, {}, [](const Scored& s) { return s.span.begin; });
    return kept;
  }

  core::Summary quoted(const std::vector<Scored>& kept) const {
    core::Summary summary;
    for (const auto& sentence : kept) {
      core::Quotation quotation;
      quotation.blob = input_.source.text_blob;
      quotation.begin = sentence.span.begin;
      quotation.end = sentence.span.end;
      quotation.text = input_.text.substr(quotation.begin, quotation.end - quotation.begin);
      summary.quotations.push_back(std::move(quotation));
    }
    if (!kept.empty()) {
      const auto best = std::ranges::max_element(kept, {}, &Scored::share);
      summary.takeaways = fmt::format(
          "{} of its sentences bear on the claim; the closest shares {:.0f} % of the claim's "
          "content.",
          kept.size(), 100 * best->share);
    }
    return summary;
  }

  const SummarizeInput& input_;
  const Lexicon& lexicon_;
  std::string_view text_;
  std::string language_;
  std::unordered_map<std::string, double> weights_;       // of the claim's stems
  std::unordered_map<std::string, std::string> related_;  // stem → the claim's stem
  std::unordered_set<std::string> title_;
  std::vector<Quantity> quantities_;
  std::vector<DateMention> dates_;
  double total_ = 0;
  std::vector<Scored> sentences_;
};

}  // namespace

core::Summary summarize(const SummarizeInput& input, const Lexicon& lexicon) {
  return Summarizer(input, lexicon).run();
}

}  // namespace assay::reasoning::extractive
