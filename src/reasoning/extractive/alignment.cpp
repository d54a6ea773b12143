#include "reasoning/extractive/alignment.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

constexpr double quantity_weight = 1.5;
constexpr double date_weight = 0.8;
constexpr double by_synonym = 0.8;
constexpr double by_direction = 0.8;
constexpr double by_beginning = 0.7;
constexpr double by_context = 0.55;
constexpr std::size_t neighbourhood = 4;  // words beside a number that say what it counts

using Stems = std::unordered_set<std::string>;

// Germany and German, Nigeria and Nigerian.
bool same_beginning(std::string_view a, std::string_view b) {
  const auto longer = std::max(a.size(), b.size());
  const auto shorter = std::min(a.size(), b.size());
  if (shorter < 5) return false;
  const auto end = std::ranges::mismatch(a, b).in1;
  const auto common = static_cast<std::size_t>(end - a.begin());
  return common >= 5 && common * 10 >= longer * 6;
}

// Words that many names end or begin with: they tell no two names apart.
bool is_generic(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "bridge",        "tower",       "river",      "lake",        "mount",
      "mountain",      "university",  "tunnel",     "street",      "city",
      "county",        "state",       "states",     "party",       "company",
      "bank",          "hospital",    "island",     "museum",      "church",
      "cathedral",     "airport",     "station",    "school",      "college",
      "court",         "house",       "hall",       "park",        "palace",
      "castle",        "stadium",     "war",        "act",         "cup",
      "prize",         "award",       "north",      "south",       "east",
      "west",          "northern",    "southern",   "eastern",     "western",
      "new",           "great",       "old",        "united",      "national",
      "international", "federal",     "royal",      "president",   "minister",
      "prime",         "king",        "queen",      "prince",      "princess",
      "pope",          "saint",       "st",         "general",     "governor",
      "senator",       "secretary",   "chancellor", "mayor",       "mr",
      "mrs",           "ms",          "dr",         "sir",         "the",
      "statue",        "canal",       "dam",        "desert",      "sea",
      "ocean",         "bay",         "gulf",       "wall",        "temple",
      "building",      "center",      "centre",     "committee",   "council",
      "agency",        "department",  "ministry",   "association", "organization",
      "organisation",  "corporation", "group",      "institute",   "kingdom",
      "republic",      "empire",      "province",   "district",    "valley",
      "peak",          "falls"};
  return words.contains(word);
}

struct Match {
  double degree = 0;
  std::optional<std::size_t> at;  // in the sentence; nothing: in its context
};

class Aligner {
 public:
  Aligner(const ClaimView& claim, const TextView& sentence, const Stems& context)
      : claim_(claim), sentence_(sentence), context_(context) {
    for (std::size_t i = 0; i < sentence.words.size(); ++i)
      by_stem_.emplace(sentence.words[i].token.stem, i);
  }

  Alignment run() {
    for (std::size_t i = 0; i < claim_.text.words.size(); ++i) matches_.push_back(match(i));
    words();
    compare_quantities();
    compare_dates();
    coverage();
    polarity();
    opposites();
    names();
    scope();
    reported();
    result_.reversal = reversal();
    return std::move(result_);
  }

 private:
  Match match(std::size_t i) const {
    const auto& word = claim_.text.words[i];
    if (word.weight == 0) return {};
    if (const auto found = by_stem_.find(word.token.stem); found != by_stem_.end())
      return {1, found->second};
    for (const auto& synonym : claim_.synonyms[i])
      if (const auto found = by_stem_.find(synonym); found != by_stem_.end())
        return {by_synonym, found->second};
    if (word.token.kind == language::TokenKind::word) {
      for (std::size_t j = 0; j < sentence_.words.size(); ++j) {
        const auto& other = sentence_.words[j];
        if (word.direction != 0 && word.direction == other.direction) return {by_direction, j};
        if (other.token.kind == language::TokenKind::word &&
            same_beginning(word.token.stem, other.token.stem) && !opposed(i, j))
          return {by_beginning, j};
      }
    }
    if (context_.contains(word.token.stem)) return {by_context, std::nullopt};
    return {};
  }

  bool opposed(std::size_t i, std::size_t j) const {
    return claim_.antonyms[i].contains(sentence_.words[j].token.stem);
  }

  bool counts(std::size_t i) const {
    return claim_.text.words[i].weight > 0 && !claim_.text.words[i].numeric;
  }

  void words() {
    double found = 0;
    double predicate = 0;
    double own_predicate = 0;
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (!counts(i)) continue;
      const double weight = claim_.text.words[i].weight;
      content_ += weight;
      found += weight * matches_[i].degree;
      if (!claim_.text.words[i].name) {
        predicate += weight;
        ++result_.predicate_words;
        own_predicate += matches_[i].at ? weight * matches_[i].degree : 0;
      }
      if (matches_[i].at) {
        own_ += weight * matches_[i].degree;
        ++result_.matched;
      }
    }
    if (predicate > 0) result_.own_predicate = own_predicate / predicate;
    found_ = found;
    rest_ = content_ > 0 ? found / content_ : 0;
    result_.rest = rest_;
  }

  // Words [first, last) of a view that overlap these bytes.
  static std::pair<std::size_t, std::size_t> words_at(const TextView& view, std::size_t begin,
                                                      std::size_t end) {
    std::size_t first = view.words.size();
    std::size_t last = 0;
    for (std::size_t i = 0; i < view.words.size(); ++i)
      if (view.words[i].token.begin < end && begin < view.words[i].token.end) {
        first = std::min(first, i);
        last = i + 1;
      }
    if (first >= last) first = last = 0;
    return {first, last};
  }

  // How many content words that stand beside the claim's number stand beside the sentence's too.
  std::size_t beside(const Quantity& claimed, const Quantity& given) const {
    const auto [first, last] = words_at(claim_.text, claimed.begin, claimed.end);
    const auto [from, to] = words_at(sentence_, given.begin, given.end);
    const auto low = first > neighbourhood ? first - neighbourhood : 0;
    const auto high = std::min(claim_.text.words.size(), last + neighbourhood);
    const auto near_low = from > neighbourhood + 2 ? from - neighbourhood - 2 : 0;
    const auto near_high = std::min(sentence_.words.size(), to + neighbourhood + 2);
    std::size_t shared = 0;
    for (auto i = low; i < high; ++i)
      if (counts(i) && matches_[i].at && *matches_[i].at >= near_low && *matches_[i].at < near_high)
        ++shared;
    return shared;
  }

  // What a count counts: the content words right behind it, [first, last).
  static std::pair<std::size_t, std::size_t> counted(const TextView& view,
                                                     const Quantity& quantity) {
    auto first = words_at(view, quantity.begin, quantity.end).second;
    while (first < view.words.size() && view.words[first].weight == 0 &&
           !view.words[first].numeric &&
           !clause_between(view, first == 0 ? 0 : first - 1, first + 1) &&
           is_filler(view.words[first].token.text))
      ++first;
    auto last = first;
    while (last < view.words.size() && last < first + 3 && view.words[last].weight > 0 &&
           !view.words[last].numeric && !clause_between(view, last == 0 ? 0 : last - 1, last + 1))
      ++last;
    return {first, last};
  }
  static bool is_filler(std::string_view word) {
    return word == "of" || word == "the" || word == "more" || word == "other" ||
           word == "different";
  }

  enum class Counted { unknown, same, other };
  Counted same_counted(const Quantity& claimed, const Quantity& given) const {
    const auto [first, last] = counted(claim_.text, claimed);
    const auto [from, to] = counted(sentence_, given);
    if (first >= last) return Counted::unknown;
    for (auto i = first; i < last; ++i) {
      if (matches_[i].at && *matches_[i].at >= from && *matches_[i].at < to) return Counted::same;
      for (auto j = from; j < to; ++j)
        if (claim_.text.words[i].token.stem == sentence_.words[j].token.stem) return Counted::same;
    }
    return from < to ? Counted::other : Counted::unknown;
  }

  // "fired 300 workers": where the sentence has nothing of what is said right before the number,
  // its own number belongs to something else.
  bool deed_matches(const Quantity& claimed) const {
    auto i = words_at(claim_.text, claimed.begin, claimed.end).first;
    for (std::size_t back = 0; back < 4 && i-- > 0; ++back) {
      const auto& word = claim_.text.words[i];
      if (word.weight == 0 || word.numeric) continue;
      if (word.token.kind == language::TokenKind::pair) return true;
      return word.name || word.direction != 0 || matches_[i].degree > 0 || back > 1;
    }
    return true;
  }

  bool same_thing(const Quantity& claimed, const Quantity& given) const {
    const auto near = beside(claimed, given);
    if (!deed_matches(claimed)) return false;
    switch (claimed.dimension) {
      case Dimension::count: {
        const auto counted = same_counted(claimed, given);
        if (counted == Counted::other) return false;
        return rest_ >= (counted == Counted::same ? 0.35 : 0.5) &&
               (counted == Counted::same || near >= 1);
      }
      case Dimension::ordinal:
        return near >= 1 && rest_ >= 0.5;
      case Dimension::duration:
      case Dimension::factor:
        return near >= 1 && rest_ >= 0.5;
      default:
        return rest_ >= 0.4 && (near >= 1 || rest_ >= 0.6);
    }
  }

  void compare_quantities() {
    for (const auto& claimed : claim_.text.quantities) {
      const Quantity* best = nullptr;
      std::size_t best_shared = 0;
      bool best_same = false;
      bool agreed = false;
      for (const auto& given : sentence_.quantities) {
        if (!comparable(claimed, given)) continue;
        const bool same = same_thing(claimed, given);
        // Anything is more than something: where the claim only sets a bound, the words must agree.
        const bool bounded = claimed.bound == Bound::more || claimed.bound == Bound::less;
        if (agree(claimed, given)) {
          if ((bounded || claimed.dimension == Dimension::factor) && !same) continue;
          // 400 patients are not 400 beds.
          if (claimed.dimension == Dimension::count && rest_ < 0.6 &&
              same_counted(claimed, given) == Counted::other)
            continue;
          result_.numbers.push_back({claimed.text, given.text, true, true});
          agreed = true;
          break;
        }
        const auto shared = beside(claimed, given);
        if (best == nullptr || std::pair(same, shared) > std::pair(best_same, best_shared)) {
          best = &given;
          best_shared = shared;
          best_same = same;
        }
      }
      const double weight = claimed.dimension == Dimension::ordinal ? 1 : quantity_weight;
      content_ += weight;
      if (agreed) {
        found_ += weight;
        own_ += weight;
        ++result_.matched;
      } else if (best != nullptr) {
        result_.numbers.push_back(
            {claimed.text, best->text, false, best_same, distance(claimed, *best)});
      }
    }
  }

  // The word of the claim nearest to a date of it, no name, that the sentence has too: what
  // happened then. Where it stands in the sentence.
  std::optional<std::size_t> event_of(const DateMention& claimed) const {
    const auto [first, last] = words_at(claim_.text, claimed.begin, claimed.end);
    std::optional<std::size_t> nearest;
    std::size_t least = 12;
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (!counts(i) || claim_.text.words[i].name) continue;
      const auto away = i < first ? first - i : i >= last ? i - last + 1 : 0;
      if (away >= least) continue;
      least = away;
      nearest = matches_[i].at;
    }
    return nearest;
  }

  // Where a sentence has several dates ("began in 1914 and ended in 1918"), the claim's belongs to
  // the one that stands nearest to what happened, rather behind it than before.
  std::vector<const DateMention*> dates_for(const DateMention& claimed) const {
    std::vector<const DateMention*> dates;
    for (const auto& given : sentence_.dates)
      if (comparable(claimed, given)) dates.push_back(&given);
    const auto event = event_of(claimed);
    if (dates.size() < 2 || !event) return dates;
    const auto at = sentence_.words[*event].token.end;
    const auto away = [&](const DateMention* date) {
      return date->begin >= at ? date->begin - at : 2 * (at - date->begin) + 10;
    };
    const auto* nearest = *std::ranges::min_element(dates, {}, away);
    if (away(nearest) > 60) return dates;
    return {nearest};
  }

  void compare_dates() {
    for (const auto& claimed : claim_.text.dates) {
      const DateMention* other = nullptr;
      bool agreed = false;
      for (const auto* given : dates_for(claimed)) {
        if (agree(claimed, *given)) {
          agreed = true;
          result_.dates.push_back({claimed.text, given->text, true, true});
          break;
        }
        other = given;
      }
      content_ += date_weight;
      if (agreed) {
        found_ += date_weight;
        own_ += date_weight;
        ++result_.matched;
      } else if (other != nullptr) {
        result_.dates.push_back({claimed.text, other->text, false, rest_ >= 0.55});
      }
    }
  }

  void coverage() {
    result_.coverage = content_ > 0 ? std::min(1.0, found_ / content_) : 0;
    result_.own_coverage = content_ > 0 ? std::min(1.0, own_ / content_) : 0;
  }

  // Of the matched words, which share is negated on one side alone? Names are what something is
  // said of: where other words match, those tell.
  void polarity() {
    double matched[2] = {0, 0};
    double differs[2] = {0, 0};
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (!counts(i) || !matches_[i].at) continue;
      const auto& word = claim_.text.words[i];
      const auto& other = sentence_.words[*matches_[i].at];
      matched[word.name ? 1 : 0] += word.weight;
      if (word.negated == other.negated) continue;
      differs[word.name ? 1 : 0] += word.weight;
      result_.negated_in_sentence |= other.negated;
      if (word.direction != 0) result_.direction_negated = true;
    }
    const int which = matched[0] > 0 ? 0 : 1;
    result_.polarity_mismatch = matched[which] > 0 ? differs[which] / matched[which] : 0;
  }

  void opposites() {
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      const auto& word = claim_.text.words[i];
      const bool has_antonyms = !claim_.antonyms[i].empty() && !word.name;
      const bool same_direction = word.direction != 0 && matches_[i].at &&
                                  sentence_.words[*matches_[i].at].direction == word.direction;
      if (matches_[i].at && (matches_[i].degree == 1 || same_direction)) {
        result_.directions_agree |= word.direction != 0;
        continue;
      }
      for (std::size_t j = 0; j < sentence_.words.size(); ++j) {
        const auto& other = sentence_.words[j];
        const bool negated = word.negated != other.negated;
        if (word.direction * other.direction == -1) {
          if (!negated) result_.directions.emplace_back(word.token.text, other.token.text);
          break;
        }
        if (has_antonyms && opposed(i, j) && !taken(j) && !other.name &&
            !same_beginning(word.token.stem, other.token.stem)) {
          if (!negated) result_.antonyms.emplace_back(word.token.text, other.token.text);
          break;
        }
      }
    }
    // A fall written as a negative number: increased by 27 % against -27.6 %.
    negative_direction();
  }

  bool taken(std::size_t j) const {
    return std::ranges::any_of(matches_, [&](const Match& match) { return match.at == j; });
  }

  void negative_direction() {
    int claimed = 0;
    std::string word;
    for (const auto& candidate : claim_.text.words)
      if (candidate.direction != 0) {
        claimed = candidate.direction;
        word = candidate.token.text;
      }
    if (claimed == 0 || !result_.directions.empty()) return;
    for (const auto& given : sentence_.quantities)
      if (given.dimension == Dimension::percent && given.high < 0 && claimed > 0)
        result_.directions.emplace_back(word, given.text);
  }

  std::string group_text(const TextView& view, const NameGroup& group) const {
    const auto begin = view.words[group.first].token.begin;
    return view.text.substr(begin, view.words[group.last - 1].token.end - begin);
  }

  void names() {
    const auto groups = name_groups(claim_.text);
    std::vector<NameGroup> missing;
    double total = 0;
    double found = 0;
    for (const auto& group : groups) {
      double best = 0;
      bool own = false;
      for (auto i = group.first; i < group.last; ++i) {
        best = std::max(best, matches_[i].degree);
        own |= matches_[i].at.has_value();
      }
      total += 1;
      found += best > 0 ? 1 : 0;
      if (best == 0) result_.missing_names.push_back(group_text(claim_.text, group));
      if (!own) missing.push_back(group);
    }
    if (total > 0) result_.name_coverage = found / total;
    result_.other_subject = other_subject();
    result_.subject_named = subject_named();
    substitute(missing);
    slots();
  }

  // Does the sentence begin with "he", "it" or the like, which stands for what came before?
  bool begins_with_pronoun() const {
    static const std::unordered_set<std::string_view> pronouns{
        "he",    "she", "it",  "they", "his",   "her",  "its", "their", "this",
        "these", "er",  "sie", "es",   "seine", "ihre", "il",  "elle",  "ils",
        "elles", "on",  "el",  "ella", "он",    "она",  "оно", "они"};
    return !sentence_.words.empty() && pronouns.contains(sentence_.words.front().token.text);
  }

  // Is the name where something is, or with whom, rather than what is spoken of?
  bool behind_preposition(const NameGroup& group) const {
    static const std::unordered_set<std::string_view> prepositions{
        "in",   "at",   "on",    "near",  "from",  "to",     "with",    "by",      "for", "under",
        "over", "into", "until", "since", "after", "before", "between", "against", "via", "bei",
        "von",  "mit",  "nach",  "aus",   "dans",  "avec",   "pour",    "en",      "con", "para",
        "в",    "на",   "из",    "с",     "от",    "до",     "при"};
    auto i = group.first;
    while (i > 0 &&
           (sentence_.words[i - 1].token.text == "the" || sentence_.words[i - 1].token.text == "a"))
      --i;
    return i > 0 && prepositions.contains(sentence_.words[i - 1].token.text);
  }

  // Does the sentence name something of its own, by a word that the claim doesn't have?
  bool names_another() const {
    if (begins_with_pronoun()) return false;
    for (const auto& group : name_groups(sentence_)) {
      if (behind_preposition(group)) continue;
      for (auto j = group.first; j < group.last; ++j) {
        const auto& word = sentence_.words[j];
        if (is_generic(word.token.text)) continue;
        if (!taken(j) && std::ranges::none_of(claim_.text.words, [&](const Word& claimed) {
              return claimed.token.stem == word.token.stem;
            }))
          return true;
      }
    }
    return false;
  }

  // A sentence that names nothing may mean the claim's subject by "it"; one that names another does
  // not.
  bool other_subject() const {
    return !begins_with_pronoun() && !claim_.subject.empty() && !subject_named() && names_another();
  }

  bool subject_named() const {
    const auto stands = [&](const std::string& stem) {
      return by_stem_.contains(stem) || std::ranges::any_of(sentence_.words, [&](const Word& word) {
               return same_beginning(stem, word.token.stem);
             });
    };
    // Apollo 12 shares its name with Apollo 11, and is another.
    return claim_.designation.empty() ? std::ranges::any_of(claim_.subject, stands)
                                      : by_stem_.contains(claim_.designation);
  }

  // Sentence names that the claim doesn't have.
  std::vector<NameGroup> foreign_names() const {
    std::vector<NameGroup> foreign;
    for (const auto& group : name_groups(sentence_)) {
      bool in_claim = false;
      for (auto j = group.first; j < group.last; ++j)
        in_claim |= taken(j) || std::ranges::any_of(claim_.text.words, [&](const Word& word) {
                      return word.token.stem == sentence_.words[j].token.stem;
                    });
      if (!in_claim) foreign.push_back(group);
    }
    return foreign;
  }

  static std::string word_before(const TextView& view, const NameGroup& group) {
    for (auto i = group.first; i-- > 0;) {
      const auto& text = view.words[i].token.text;
      if (text == "the" || text == "a" || text == "an") continue;
      return view.words[i].token.stem;
    }
    return {};
  }
  static std::string word_behind(const TextView& view, const NameGroup& group) {
    return group.last < view.words.size() && !clause_between(view, group.last - 1, group.last + 1)
               ? view.words[group.last].token.stem
               : std::string();
  }

  // How many of the claim's words and values sentence or context have: one verb in common makes no
  // two sentences tell of one thing.
  std::size_t shared_things() const {
    std::size_t shared = 0;
    for (std::size_t i = 0; i < matches_.size(); ++i)
      shared += counts(i) && matches_[i].degree > 0 ? 1 : 0;
    for (const auto* list : {&result_.numbers, &result_.dates})
      shared += static_cast<std::size_t>(std::ranges::count(*list, true, &Comparison::agrees));
    return shared;
  }

  void substitute(const std::vector<NameGroup>& missing) {
    const auto foreign = foreign_names();
    for (const auto& group : missing) {
      double weight = 0;
      for (auto i = group.first; i < group.last; ++i) weight += claim_.text.words[i].weight;
      const double others = content_ - weight;
      const double rest = others > 0 ? own_ / others : 0;
      for (const auto& other : foreign) {
        const auto before = word_before(claim_.text, group);
        const auto behind = word_behind(claim_.text, group);
        const bool parallel = (!before.empty() && before == word_before(sentence_, other)) ||
                              (!behind.empty() && behind == word_behind(sentence_, other));
        // Whom the source's other sentences name, "it" or "she" may mean here.
        const bool elsewhere = matches_[group.first].degree > 0;
        if (!parallel && elsewhere) continue;
        if (rest < (parallel ? 0.55 : 0.8) || shared_things() < 2) continue;
        result_.substitutions.emplace_back(group_text(claim_.text, group),
                                           group_text(sentence_, other));
        break;
      }
    }
  }

  void slots() {
    for (auto& slot : differing_slots(claim_.text, sentence_)) {
      // Names and numbers are compared above.
      if (slot.alike < 0.5 || has_number_or_name(claim_.text, slot.claimed)) continue;
      result_.slots.push_back(std::move(slot));
    }
  }

  static bool has_number_or_name(const TextView& view, const std::string& part) {
    const auto begin = view.text.find(part);
    if (begin == std::string::npos) return false;
    bool content = false;
    for (const auto& word : view.words)
      if (word.token.begin >= begin && word.token.end <= begin + part.size()) {
        if (word.numeric || word.name) return true;
        content |= word.weight > 0;
      }
    return !content && !view.words.empty() &&
           view.words.front().token.kind != language::TokenKind::pair;
  }

  // Groups of names that the sentence has too, in the claim's order, with where they stand in it.
  struct Shared {
    NameGroup claimed;
    std::size_t at = 0;
  };
  std::vector<Shared> shared_names() const {
    std::vector<Shared> shared;
    for (const auto& group : name_groups(claim_.text))
      for (auto i = group.first; i < group.last; ++i)
        if (matches_[i].at && matches_[i].degree == 1) {
          shared.push_back({group, *matches_[i].at});
          break;
        }
    return shared;
  }

  static std::string_view before_word(const TextView& view, std::size_t at) {
    while (at > 0 && view.words[at - 1].name) --at;
    return at > 0 ? std::string_view(view.words[at - 1].token.text) : std::string_view();
  }

  // A beats B against B beats A; from A to B against from B to A.
  std::string reversal() const {
    const auto shared = shared_names();
    for (std::size_t i = 0; i + 1 < shared.size(); ++i) {
      const auto& a = shared[i];
      const auto& b = shared[i + 1];
      if (a.at == b.at) continue;
      const auto left = before_word(claim_.text, a.claimed.first);
      const auto right = before_word(claim_.text, b.claimed.first);
      const auto left_there = before_word(sentence_, a.at);
      const auto right_there = before_word(sentence_, b.at);
      const bool exchanged = is_direction(left) && is_direction(right) && left != right &&
                             left == right_there && right == left_there;
      if (exchanged || verb_reversed(a, b) || comparison_reversed(a, b))
        return group_text(claim_.text, a.claimed) + " and " + group_text(claim_.text, b.claimed);
    }
    return {};
  }

  static bool is_direction(std::string_view word) {
    return word == "from" || word == "to" || word == "by" || word == "von" || word == "nach";
  }

  // The claim has A, verb, B; the sentence B, the same verb, A; both active or both passive.
  bool verb_reversed(const Shared& a, const Shared& b) const {
    if (b.at > a.at) return false;
    if (b.claimed.first - a.claimed.last > 3 ||
        clause_between(claim_.text, a.claimed.last - 1, b.claimed.first + 1))
      return false;
    for (auto i = a.claimed.last; i < b.claimed.first; ++i) {
      if (!counts(i) || claim_.text.words[i].name || matches_[i].degree < by_synonym ||
          !matches_[i].at)
        continue;
      const auto verb = *matches_[i].at;
      if (verb <= b.at || verb >= a.at || a.at - b.at > 6) continue;
      return passive(claim_.text, i) == passive(sentence_, verb) && is_verb_like(i);
    }
    return false;
  }
  // A is taller than B against B is taller than A. With the opposite word (B is shorter than A)
  // both say the same.
  bool comparison_reversed(const Shared& a, const Shared& b) const {
    return b.at < a.at && result_.antonyms.empty() &&
           than_between(claim_.text, a.claimed.last, b.claimed.first) &&
           than_between(sentence_, b.at, a.at);
  }
  static bool than_between(const TextView& view, std::size_t first, std::size_t last) {
    for (auto i = first; i < last; ++i)
      if (view.words[i].token.text == "than" || view.words[i].token.text == "als") return true;
    return false;
  }

  bool is_verb_like(std::size_t i) const {
    const auto& word = claim_.text.words[i].token.text;
    return word.ends_with("ed") || word.ends_with("s") || beats(word);
  }
  static bool beats(std::string_view word) {
    return word == "beat" || word == "won" || word == "bought" || word == "sold" ||
           word == "sued" || word == "hit" || word == "shot" || word == "led" || word == "taught" ||
           word == "fought" || word == "overtook" || word == "succeeded";
  }
  static bool passive(const TextView& view, std::size_t verb) {
    const auto is = [&](std::size_t at, std::string_view word) {
      return at < view.words.size() && view.words[at].token.text == word;
    };
    return is(verb + 1, "by") || is(verb + 1, "from");
  }

  // Of what the claim says that somebody said in a few words: which share does the sentence have?
  // Long speech is seldom repeated word for word.
  void reported() {
    static const std::unordered_set<std::string_view> verbs{
        "said",    "says",     "saying", "stated", "tweeted",   "declared",
        "claimed", "wrote",    "told",   "called", "announced", "warned",
        "sagte",   "erklarte", "заявил", "сказал", "dijo"};
    std::size_t from = 0;
    while (from < matches_.size() && !verbs.contains(claim_.text.words[from].token.text)) ++from;
    double all = 0;
    double found = 0;
    std::size_t count = 0;
    for (auto i = from + 1; i < matches_.size(); ++i) {
      if (!counts(i)) continue;
      ++count;
      all += claim_.text.words[i].weight;
      found += claim_.text.words[i].weight * matches_[i].degree;
    }
    constexpr std::size_t few = 4;
    if (all > 0 && count <= few) result_.reported = found / all;
  }

  void scope() {
    const bool claims_all = claim_.text.has(Cue::universal);
    const bool claims_some = claim_.text.has(Cue::partial);
    result_.scope_differs =
        claims_all && !claims_some && sentence_.has(Cue::partial) && !sentence_.has(Cue::universal);
  }

  const ClaimView& claim_;
  const TextView& sentence_;
  const Stems& context_;
  std::unordered_map<std::string, std::size_t> by_stem_;
  std::vector<Match> matches_;
  double content_ = 0;  // weight of the claim's content
  double found_ = 0;    // of that, in sentence or context
  double own_ = 0;      // of that, in the sentence itself
  double rest_ = 0;     // share of the claim's words, numbers aside, in sentence or context
  Alignment result_;
};

}  // namespace

namespace {

std::vector<std::string> subject_of(const TextView& view) {
  for (const auto& group : name_groups(view)) {
    std::vector<std::string> stems;
    for (auto i = group.first; i < group.last; ++i)
      if (!is_generic(view.words[i].token.text)) stems.push_back(view.words[i].token.stem);
    if (!stems.empty()) return stems;
  }
  return {};
}

}  // namespace

ClaimView claim_view(std::string_view text, std::string_view language, const Lexicon& lexicon) {
  ClaimView view;
  view.text = view_of(text, language, &lexicon);
  for (const auto& word : view.text.words) {
    Stems synonyms;
    Stems antonyms;
    if (word.weight > 0 && !word.numeric && word.token.kind == language::TokenKind::word) {
      if (!word.name)
        for (auto& stem : lexicon.synonym_stems(word.token.text, language)) synonyms.insert(stem);
      for (auto& stem : lexicon.antonym_stems(word.token.text, language)) antonyms.insert(stem);
      synonyms.erase(word.token.stem);
      for (const auto& stem : antonyms) synonyms.erase(stem);
    }
    view.weight += word.weight;
    view.synonyms.push_back(std::move(synonyms));
    view.antonyms.push_back(std::move(antonyms));
  }
  view.subject = subject_of(view.text);
  for (const auto& word : view.text.words)
    if (word.designation && std::ranges::find(view.subject, word.token.stem) != view.subject.end())
      view.designation = word.token.stem;
  return view;
}

Alignment align(const ClaimView& claim, const TextView& sentence, const Stems& context) {
  return Aligner(claim, sentence, context).run();
}

}  // namespace assay::reasoning::extractive
