#include "reasoning/extractive/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "language/fold.h"
#include "reasoning/extractive/credits.h"
#include "reasoning/extractive/mentions.h"
#include "reasoning/extractive/place_names.h"
#include "reasoning/extractive/stance.h"

namespace assay::reasoning::extractive {
namespace {

// How much each kind of disagreement weighs.
constexpr double older_page = 0.9;
constexpr double other_date = 0.8;
constexpr double older_caption = 0.6;
constexpr double camera_date = 0.7;  // cameras are set wrong more often than pages are dated wrong
constexpr double other_place = 0.85;
constexpr double perhaps_other_place = 0.6;  // a place that the dictionary doesn't know
constexpr double other_name = 0.6;
constexpr double other_language = 0.6;  // names are written otherwise: a factor
// A page may be dated a little before the event it tells of: time zones, typing errors.
constexpr int days_of_grace = 2;
// Where the claim speaks of now, a picture that was published this long before is another one.
constexpr int recent_days = 30;

int days_between(const core::Date& from, const core::Date& to) {
  const auto day = [](const core::Date& date) {
    return std::chrono::sys_days(std::chrono::year(date.year()) /
                                 std::chrono::month(static_cast<unsigned>(date.month())) /
                                 std::chrono::day(static_cast<unsigned>(date.day())));
  };
  return static_cast<int>((day(to) - day(from)).count());
}

// The first day that a mention can mean; nothing without a year.
std::optional<core::Date> first_day(const DateMention& mention) {
  if (!mention.year) return std::nullopt;
  return core::Date::of(*mention.year, mention.month.value_or(1), mention.day.value_or(1));
}

DateMention mention_of(const core::Date& date) {
  DateMention mention;
  mention.year = date.year();
  mention.month = date.month();
  mention.day = date.day();
  return mention;
}

bool speaks_of_now(const TextView& claim) {
  constexpr std::array<std::string_view, 26> words{
      "today",      "yesterday",    "tonight",  "now",   "currently", "breaking",    "moment",
      "latest",     "heute",        "gestern",  "jetzt", "aktuell",   "aujourd'hui", "hier",
      "maintenant", "actuellement", "hoy",      "ayer",  "ahora",     "oggi",        "ieri",
      "adesso",     "vandaag",      "gisteren", "nu",    "hoje"};
  return std::ranges::any_of(claim.words, [&](const Word& word) {
    const auto& text = word.token.text;
    return std::ranges::find(words, text) != words.end() || text.starts_with("aktuell") ||
           text.starts_with("derzeit") || text.starts_with("momentan");
  });
}

// Words of pages that use pictures without telling of them.
bool is_sales_talk(std::string_view word) {
  constexpr std::array<std::string_view, 26> words{
      "wallpaper", "wallpapers",   "download", "downloads",     "shop",     "buy",    "sale",
      "discount",  "sponsored",    "advert",   "advertisement", "promo",    "coupon", "cheap",
      "deals",     "shutterstock", "gallery",  "galleries",     "hd",       "4k",     "kaufen",
      "rabatt",    "anzeige",      "angebot",  "acheter",       "promotion"};
  return std::ranges::find(words, word) != words.end();
}

bool looks_like_file_name(std::string_view text) {
  return text.find(' ') == text.npos &&
         (text.find('.') != text.npos || text.find('_') != text.npos);
}

// Are both names one, or the one a form of the other (Korea, Korean)?
bool alike(const Named& a, const Named& b) {
  if (a.folded == b.folded) return true;
  const auto& longer = a.folded.size() >= b.folded.size() ? a.folded : b.folded;
  const auto& shorter = a.folded.size() >= b.folded.size() ? b.folded : a.folded;
  if (shorter.size() >= 4 && longer.starts_with(shorter) && longer.size() <= shorter.size() + 3)
    return true;
  // A surname stands for the whole name.
  return (" " + longer + " ").find(" " + shorter + " ") != std::string::npos;
}

// Last words of names that tell what kind of thing is named.
bool is_kind(std::string_view word) {
  constexpr std::array<std::string_view, 52> kinds{
      "bridge",    "tower",    "street",     "road",    "park",    "square",   "river",    "lake",
      "island",    "islands",  "university", "airport", "station", "stadium",  "hospital", "church",
      "cathedral", "mosque",   "temple",     "museum",  "palace",  "castle",   "city",     "town",
      "county",    "state",    "party",      "army",    "police",  "club",     "united",   "league",
      "summit",    "festival", "hotel",      "center",  "centre",  "hall",     "house",    "bank",
      "company",   "court",    "school",     "college", "council", "ministry", "agency",   "union",
      "games",     "beach",    "mountain",   "valley"};
  return std::ranges::find(kinds, word) != kinds.end();
}

// Words for pictures that show no event as it was.
const char* made_up(std::string_view folded) {
  constexpr std::array<const char*, 27> words{
      "ai-generated",      "ai generated",      "generated by ai",   "artificial intelligence",
      "deepfake",          "deep fake",         "photomontage",      "doctored",
      "digitally altered", "manipulated image", "manipulated photo", "photoshopped",
      "composite image",   "film still",        "movie still",       "film set",
      "video game",        "ki-generiert",      "fotomontage",       "filmszene",
      "generee par ia",    "photomontage",      "trucage",           "generada por ia",
      "fotomontaje",       "generata con l'ia", "fotomontaggio"};
  for (const auto* word : words)
    if (folded.find(word) != folded.npos) return word;
  return nullptr;
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind(' ') + 1); }

// Does the date stand in an aside (`the palace, which was torn down in 2008`)? Then it is no date
// of the picture.
bool in_background(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 22> openings{
      "who",     "which",     "whose",   "where",  "built",   "born",  "founded", "opened",
      "erected", "completed", "named",   "now",    "since",   "qui",   "dont",    "que",
      "welche",  "welcher",   "welches", "erbaut", "geboren", "nacido"};
  const auto comma = text.substr(0, at).rfind(',');
  if (comma == text.npos) return false;
  auto aside = text.substr(comma + 1, at - comma - 1);
  while (!aside.empty() && aside.front() == ' ') aside.remove_prefix(1);
  const auto word = language::fold(aside.substr(0, aside.find(' ')));
  return std::ranges::find(openings, word) != openings.end();
}

// Words before a name that tell what somebody is.
bool is_title(std::string_view word) {
  constexpr std::array<std::string_view, 62> titles{"president",
                                                    "vice",
                                                    "prime",
                                                    "minister",
                                                    "chancellor",
                                                    "king",
                                                    "queen",
                                                    "prince",
                                                    "princess",
                                                    "pope",
                                                    "senator",
                                                    "governor",
                                                    "mayor",
                                                    "sir",
                                                    "lord",
                                                    "lady",
                                                    "dr",
                                                    "prof",
                                                    "professor",
                                                    "general",
                                                    "colonel",
                                                    "captain",
                                                    "judge",
                                                    "saint",
                                                    "st",
                                                    "mr",
                                                    "mrs",
                                                    "ms",
                                                    "miss",
                                                    "secretary",
                                                    "ceo",
                                                    "actor",
                                                    "actress",
                                                    "singer",
                                                    "striker",
                                                    "coach",
                                                    "former",
                                                    "us",
                                                    "u.s",
                                                    "bundeskanzler",
                                                    "bundeskanzlerin",
                                                    "kanzler",
                                                    "kanzlerin",
                                                    "prasident",
                                                    "prasidentin",
                                                    "frau",
                                                    "herr",
                                                    "papst",
                                                    "schauspieler",
                                                    "schauspielerin",
                                                    "konig",
                                                    "konigin",
                                                    "presidente",
                                                    "ministro",
                                                    "papa",
                                                    "rey",
                                                    "reina",
                                                    "madame",
                                                    "monsieur",
                                                    "pape",
                                                    "roi",
                                                    "chief"};
  return std::ranges::find(titles, word) != titles.end();
}

// The words of the name before its last, without titles.
std::vector<std::string> first_names(std::string_view name) {
  std::vector<std::string> words;
  for (auto rest = name.substr(0, name.rfind(' ') == name.npos ? 0 : name.rfind(' '));
       !rest.empty();) {
    const auto word = rest.substr(0, rest.find(' '));
    if (!is_title(word)) words.emplace_back(word);
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return words;
}

class Reader {
 public:
  Reader(const core::Claim& claim, const core::Evidence& page, const Lexicon& lexicon)
      : claim_(claim), page_(page), lexicon_(lexicon) {
    const auto text = without_frame(claim_text(claim));
    claim_language_ = language_of(text, {});
    language_ = page.source.language.empty() ? claim_language_ : page.source.language.substr(0, 2);
    claimed_view_ = view_of(text, claim_language_, &lexicon);
    claimed_ = mentions_of(claimed_view_, lexicon);
    std::erase_if(claimed_.dates, [&](const DateMention& date) {
      return in_background(claimed_view_.text, date.begin);
    });
    if (!claim.place.empty())
      claimed_.places.push_back({claim.place, language::fold(claim.place),
                                 lexicon.is_place(language::fold(claim.place))});
  }

  CaptionReading run() {
    find_words();
    if (!reading_.grounded) {
      reading_.reasons.emplace_back("what the page says has nothing to do with the picture");
      return std::move(reading_);
    }
    compare_words();
    when();
    where();
    who();
    what();
    conclude();
    return std::move(reading_);
  }

 private:
  // The words that tell of the picture, and those around them.
  void find_words() {
    const core::Image empty;
    const auto& image = page_.images.empty() ? empty : page_.images.front();
    const bool alt = image.caption.empty() && !looks_like_file_name(image.alt);
    caption_ = without_credit(image.caption.empty() ? (alt ? image.alt : "") : image.caption);
    around_ = page_.source.title + "\n" + image.nearby;
    for (const auto& quotation : page_.quotations)
      if (quotation.blob != image.words_blob) around_ += "\n" + quotation.text;
    caption_view_ = view_of(caption_, language_, &lexicon_);
    around_view_ = view_of(around_, language_, &lexicon_);
    for (const auto* view : {&caption_view_, &around_view_})
      for (const auto& word : view->words) stems_.insert(without_article(word, language_));
    captioned_ = content_words(caption_view_) >= 2;
    const auto caption = mentions_of(caption_view_, lexicon_);
    nearby_ = mentions_of(around_view_, lexicon_);
    const bool related = shares_content(caption) || shares_content(nearby_);
    const bool sells = sales_talk(caption_view_) || sales_talk(around_view_);
    reading_.grounded = captioned_ ? related || !sells : related;
    told_view_ = captioned_ ? caption_view_ : around_view_;
    told_ = captioned_ ? caption : nearby_;
  }

  static std::size_t content_words(const TextView& view) {
    return static_cast<std::size_t>(
        std::ranges::count_if(view.words, [](const Word& word) { return word.weight > 0; }));
  }

  static bool sales_talk(const TextView& view) {
    return std::ranges::any_of(view.words,
                               [](const Word& word) { return is_sales_talk(word.token.text); });
  }

  // Does the text speak of anything that the claim speaks of?
  bool shares_content(const Mentions& mentions) const {
    for (const auto& stem : mentions.content)
      if (claimed_.content.contains(stem)) return true;
    return any_alike(claimed_.places, mentions.places) ||
           any_alike(claimed_.others, mentions.others);
  }

  static bool any_alike(const std::vector<Named>& some, const std::vector<Named>& others) {
    return std::ranges::any_of(some, [&](const Named& one) {
      return std::ranges::any_of(others, [&](const Named& other) { return alike(one, other); });
    });
  }

  // The caption as any sentence of evidence: numbers, negations, opposites.
  void compare_words() {
    std::unordered_set<std::string> context;
    for (const auto& word : around_view_.words) context.insert(word.token.stem);
    const auto claim = claim_view(claimed_view_.text, language_, lexicon_);
    const auto alignment = align(claim, told_view_, context);
    const auto score = score_stance(claim, told_view_, alignment, claim_.speaker);
    coverage_ = score.coverage;
    for (const auto& reason : score.reasons)
      if (reason.find(" against ") != reason.npos && reason.starts_with("number"))
        disagree(0.7, reason);
    if (told_view_.has(Cue::debunking) && !claimed_view_.has(Cue::debunking))
      disagree(0.7, fmt::format("called wrong: \"{}\"", told_view_.find(Cue::debunking)->text));
    if (around_view_.has(Cue::satire) && !claimed_view_.has(Cue::satire))
      disagree(0.7, fmt::format("satire: \"{}\"", around_view_.find(Cue::satire)->text));
    const auto* made = made_up(language::fold(caption_));
    if (made != nullptr && made_up(language::fold(claimed_view_.text)) == nullptr)
      disagree(0.8, fmt::format("called wrong: \"{}\"", made));
  }

  void disagree(double strength, std::string reason) {
    reading_.contradicts = 1 - (1 - reading_.contradicts) * (1 - strength);
    disagreements_.push_back(std::move(reason));
  }
  void agree_on(std::string reason) {
    ++agreed_;
    agreements_.push_back(std::move(reason));
  }

  // An older date is the classic fraud.
  void when() {
    const auto& published = page_.source.published;
    if (!claimed_.dates.empty()) {
      ++aspects_;
      claimed_when(published);
      return;
    }
    if (published && claim_.date) against_now(*published);
  }

  // One date of several is enough: the others may be those of a life, or of another event.
  void claimed_when(const std::optional<core::Date>& published) {
    for (const auto& claimed : claimed_.dates)
      if (caption_agrees(claimed)) return agree_on("date " + claimed.text + " agrees");
    if (published)
      for (const auto& claimed : claimed_.dates)
        if (told_.dates.empty() && extractive::agree(claimed, mention_of(*published)))
          return agree_on("date " + claimed.text + " agrees");
    for (const auto& claimed : claimed_.dates) {
      if (published && was_out_before(claimed, *published)) return;
      if (taken_before(claimed)) return;
    }
    const auto& claimed = claimed_.dates.front();
    if (const auto* other = caption_differs(claimed))
      return disagree(other_date, fmt::format("date {} against {}", claimed.text, other->text));
    if (published && extractive::agree(claimed, mention_of(*published)))
      agree_on("date " + claimed.text + " agrees");
  }

  // The picture was out before the day that the claim gives it.
  bool was_out_before(const DateMention& claimed, const core::Date& published) {
    const auto first = first_day(claimed);
    if (!first || days_between(published, *first) <= days_of_grace) return false;
    disagree(older_page, fmt::format("date {} against {}, when the picture was out already",
                                     claimed.text, published.to_string()));
    return true;
  }

  bool taken_before(const DateMention& claimed) {
    const auto first = first_day(claimed);
    const auto& taken = page_.images.empty() ? std::nullopt : page_.images.front().taken;
    if (!first || !taken || days_between(*taken, *first) <= days_of_grace) return false;
    disagree(camera_date, fmt::format("date {} against {}, when the camera says it was taken",
                                      claimed.text, taken->to_string()));
    return true;
  }

  bool caption_agrees(const DateMention& claimed) const {
    return std::ranges::any_of(told_.dates, [&](const DateMention& told) {
      return comparable(claimed, told) && same_time(claimed, told);
    });
  }

  // 1955 is one of the 1950s.
  bool same_time(const DateMention& claimed, const DateMention& told) const {
    const auto behind = std::string_view(claimed_view_.text).substr(claimed.end);
    const bool decade = claimed.year && *claimed.year % 10 == 0 && !claimed.month &&
                        (behind.starts_with("s") || behind.starts_with("er"));
    if (decade && told.year) return *told.year / 10 == *claimed.year / 10;
    return extractive::agree(claimed, told);
  }

  const DateMention* caption_differs(const DateMention& claimed) const {
    for (const auto& told : told_.dates)
      if (claimed.year && told.year && !same_time(claimed, told)) return &told;
    return nullptr;
  }

  // A claim without a date that speaks of now means the day when it was made; one that doesn't may
  // be about anything older, unless the caption itself dates what it shows.
  void against_now(const core::Date& published) {
    const int age = days_between(published, *claim_.date);
    if (age <= recent_days) return;
    const auto reason =
        fmt::format("date {} of the claim against {}, when the picture was out already",
                    claim_.date->to_string(), published.to_string());
    if (speaks_of_now(claimed_view_)) {
      ++aspects_;
      disagree(older_page, reason);
    } else {
      older_ = reason;
    }
  }

  void where() {
    if (claimed_.places.empty()) return;
    ++aspects_;
    for (const auto& claimed : claimed_.places)
      if (const auto* same = same_place(claimed, told_.places)) {
        if (elsewhere(claimed, *same)) return;
        return agree_on(fmt::format("place {} agrees with {}", claimed.text, same->text));
      }
    // Named, but not as one would name a place.
    for (const auto& claimed : claimed_.places)
      if (names(told_view_, claimed))
        return agree_on(fmt::format("place {} is named there", claimed.text));
    if (told_.places.empty()) {
      for (const auto& claimed : claimed_.places)
        if (same_place(claimed, nearby_.places) != nullptr || names(around_view_, claimed))
          return agree_on(fmt::format("place {} agrees with the page's", claimed.text));
      return;
    }
    // A page that has no caption for it, and names the claim's place elsewhere, settles nothing.
    if (!captioned_ && any_alike(claimed_.places, nearby_.places)) return;
    const auto& claimed = best_known(claimed_.places);
    const auto& told = best_known(told_.places);
    // The dictionary knows both, so neither is another language's name of the other.
    const double strength =
        claimed.known && told.known ? other_place : perhaps_other_place * languages();
    disagree(strength, fmt::format("place {} against {}", claimed.text, told.text));
  }

  // Birmingham in England and Birmingham in Alabama: one name, two places.
  bool elsewhere(const Named& claimed, const Named& told) {
    if (claimed.folded != told.folded) return false;
    for (const auto& within : claimed_.places)
      for (const auto& other : told_.places) {
        if (&within == &claimed || &other == &told || !within.known || !other.known) continue;
        if (same_place(within, told_.places) != nullptr && within.folded != claimed.folded &&
            is_one(within, other))
          return false;
        if (is_one(within, other) || within.folded == told.folded || other.folded == claimed.folded)
          continue;
        disagree(other_name,
                 fmt::format("place {} in {} against {}", claimed.text, within.text, other.text));
        return true;
      }
    return false;
  }

  bool is_one(const Named& a, const Named& b) const {
    return alike(a, b) ||
           lexicon_.one_place(usual_place_name(a.folded), usual_place_name(b.folded));
  }

  const Named* same_place(const Named& claimed, const std::vector<Named>& places) const {
    for (const auto& place : places)
      if (is_one(claimed, place)) return &place;
    return nullptr;
  }

  // Do the words of the name stand in the text, one behind the other?
  static bool names(const TextView& view, const Named& name) {
    std::string text = " ";
    for (const auto& word : view.words) text += word.token.text + " ";
    return text.find(" " + name.folded + " ") != text.npos;
  }

  static const Named& best_known(const std::vector<Named>& places) {
    const auto known = std::ranges::find(places, true, &Named::known);
    return known == places.end() ? places.front() : *known;
  }

  void who() {
    if (claimed_.others.empty()) return;
    ++aspects_;
    const Named* agreed = nullptr;
    const Named* missing = nullptr;
    for (const auto& claimed : claimed_.others) {
      if (is_told(claimed))
        agreed = agreed == nullptr ? &claimed : agreed;
      else if (missing == nullptr || person_like(claimed))
        missing = &claimed;
    }
    // Somebody else in their place: Angela Merkel with one president, and with another.
    const auto* other = captioned_ && missing != nullptr ? stranger() : nullptr;
    const bool replaced = other != nullptr && person_like(*missing) && person_like(*other);
    if (other != nullptr && (agreed == nullptr || replaced))
      return disagree(other_name * languages(),
                      fmt::format("name {} against {}", missing->text, other->text));
    if (agreed != nullptr && (missing == nullptr || !person_like(*missing)))
      agree_on(fmt::format("name {} agrees", agreed->text)), named_ = true;
  }

  // Is the claim's name told of the picture, or around it?
  bool is_told(const Named& claimed) const {
    const auto same = [&](const Named& told) {
      return alike(claimed, told) || one_surname(claimed, told);
    };
    return std::ranges::any_of(told_.others, same) || std::ranges::any_of(told_.places, same) ||
           std::ranges::any_of(nearby_.others, same) || names(told_view_, claimed) ||
           names(around_view_, claimed);
  }

  // A name of the caption that the claim has not; of several, one of a person rather than another.
  const Named* stranger() const {
    const Named* found = nullptr;
    for (const auto& told : told_.others) {
      const bool known = std::ranges::any_of(claimed_.others, [&](const Named& claimed) {
        return alike(claimed, told) || one_surname(claimed, told);
      });
      if (!known && (found == nullptr || (person_like(told) && !person_like(*found))))
        found = &told;
    }
    return found;
  }

  // Two words or more, as people have them.
  static bool person_like(const Named& name) { return name.folded.find(' ') != name.folded.npos; }

  // Chancellor Merkel is Angela Merkel; two bridges are not one for being bridges.
  static bool one_surname(const Named& a, const Named& b) {
    const auto surname = last_word(a.folded);
    if (surname.size() < 4 || surname != last_word(b.folded) || is_kind(surname)) return false;
    // Joe Biden is not Hunter Biden.
    const auto one = first_names(a.folded);
    const auto other = first_names(b.folded);
    return one.empty() || other.empty() || std::ranges::any_of(one, [&](const std::string& word) {
             return std::ranges::find(other, word) != other.end();
           });
  }

  // What is shown: the words of the claim that are no names, dates or places.
  void what() {
    if (claimed_.content.empty()) {
      content_ = 1;
      return;
    }
    std::size_t found = 0;
    for (const auto& stem : claimed_.content)
      if (said(stem)) ++found;
    content_ = static_cast<double>(found) / static_cast<double>(claimed_.content.size());
  }

  bool said(const std::string& stem) const {
    if (stems_.contains(stem)) return true;
    for (const auto& word : claimed_view_.words) {
      if (word.token.stem != stem) continue;
      const auto synonyms = lexicon_.synonym_stems(word.token.text, claim_language_);
      return std::ranges::any_of(synonyms,
                                 [&](const std::string& other) { return stems_.contains(other); });
    }
    return false;
  }

  // Are there words with a capital in the claim, places aside, and does the page have them all? In
  // a short claim that is nothing but names, none is seen to be one.
  bool capitals_told() const {
    bool any = false;
    for (const auto& word : claimed_view_.words) {
      const auto first = claimed_view_.text[word.token.begin];
      const bool capital = word.token.begin > 0 && first >= 'A' && first <= 'Z';
      const bool place = std::ranges::any_of(claimed_.places, [&](const Named& named) {
        return named.folded.find(word.token.text) != named.folded.npos;
      });
      if (!capital || place || word.numeric || lexicon_.is_place(word.token.text)) continue;
      if (!stems_.contains(word.token.stem)) return false;
      any = true;
    }
    return any && claim_language_ != "de";
  }

  // Does the page give the claim's numbers, those of its dates included?
  bool numbers_told() const {
    if (agreed_ > 0 && !claimed_.dates.empty()) return true;  // read as dates, and compared
    return std::ranges::all_of(claimed_view_.words, [&](const Word& word) {
      return word.token.kind != language::TokenKind::number || stems_.contains(word.token.stem);
    });
  }

  double languages() const { return language_ == claim_language_ ? 1 : other_language; }

  // Support needs the claim's who, where and when to be told, and most of what it says is shown.
  void conclude() {
    if (!older_.empty()) {
      // The caption dates what it shows long before the claim was made.
      const bool dated = std::ranges::any_of(
          told_.dates, [](const DateMention& mention) { return mention.year.has_value(); });
      // Who is named tells one event from another; without a name it may have been many.
      if (dated && captioned_ && !named_ && !capitals_told()) disagree(older_caption, older_);
    }
    const double told =
        aspects_ == 0 ? 1 : static_cast<double>(agreed_) / static_cast<double>(aspects_);
    // Half of what the claim says is not what it says: officers who beat people are no officers who
    // play football with them. Without who, where and when all of it must be told.
    const double said = aspects_ == 0 ? (content_ >= 0.99 ? 0.8 : 0.0)
                        // Who, and where or when, tell one event from another.
                        : named_ && agreed_ >= 2 ? std::clamp((content_ - 0.1) / 0.6, 0.0, 1.0)
                                                 : std::clamp((content_ - 0.3) / 0.6, 0.0, 1.0);
    if (disagreements_.empty() && (agreed_ > 0 || aspects_ == 0))
      reading_.supports = 0.9 * told * said * (numbers_told() ? 1 : 0.4);
    reading_.coverage = std::clamp(std::max(coverage_, 0.5 * told + 0.5 * content_), 0.0, 1.0);
    if (!disagreements_.empty()) reading_.coverage = std::max(reading_.coverage, 0.8);
    reading_.reasons = disagreements_.empty() ? agreements_ : disagreements_;
  }

  const core::Claim& claim_;
  const core::Evidence& page_;
  const Lexicon& lexicon_;
  std::string claim_language_;
  std::string language_;  // of the page
  TextView claimed_view_;
  Mentions claimed_;
  std::string caption_;
  std::string around_;
  TextView caption_view_, around_view_;
  TextView told_view_;  // what tells of the picture: the caption, else what is around it
  Mentions told_;
  Mentions nearby_;
  std::unordered_set<std::string> stems_;  // of all words of the page that may tell of it
  bool captioned_ = false;
  double coverage_ = 0;
  double content_ = 0;
  std::size_t aspects_ = 0;  // of who, where and when, those that the claim speaks of
  std::size_t agreed_ = 0;
  bool named_ = false;  // the page names whom the claim names
  std::string older_;
  std::vector<std::string> agreements_;
  std::vector<std::string> disagreements_;
  CaptionReading reading_;
};

}  // namespace

CaptionReading read_caption(const core::Claim& claim, const core::Evidence& page,
                            const Lexicon& lexicon) {
  return Reader(claim, page, lexicon).run();
}

}  // namespace assay::reasoning::extractive
