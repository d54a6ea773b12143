#include "reasoning/extractive/lexicon.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "language/tokens.h"
#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

struct Pair {
  std::string_view a;
  std::string_view b;
};

// Opposites that claims turn on, folded. English ones serve where WordNet is missing, and add what
// it lacks. Words that rise or fall are in cues.h: each of one side is opposed to all of the other.
constexpr Pair opposites[] = {
    // English
    {"largest", "smallest"},
    {"biggest", "smallest"},
    {"larger", "smaller"},
    {"large", "small"},
    {"big", "small"},
    {"highest", "lowest"},
    {"high", "low"},
    {"higher", "lower"},
    {"longest", "shortest"},
    {"long", "short"},
    {"longer", "shorter"},
    {"oldest", "newest"},
    {"oldest", "youngest"},
    {"old", "new"},
    {"old", "young"},
    {"older", "younger"},
    {"fastest", "slowest"},
    {"fast", "slow"},
    {"faster", "slower"},
    {"hot", "cold"},
    {"hottest", "coldest"},
    {"warm", "cold"},
    {"warmer", "colder"},
    {"warmest", "coldest"},
    {"warming", "cooling"},
    {"richest", "poorest"},
    {"rich", "poor"},
    {"richer", "poorer"},
    {"strong", "weak"},
    {"stronger", "weaker"},
    {"best", "worst"},
    {"better", "worse"},
    {"good", "bad"},
    {"first", "last"},
    {"most", "fewest"},
    {"most", "least"},
    {"more", "fewer"},
    {"more", "less"},
    {"majority", "minority"},
    {"win", "lose"},
    {"won", "lost"},
    {"winner", "loser"},
    {"victory", "defeat"},
    {"pass", "fail"},
    {"passed", "failed"},
    {"passed", "rejected"},
    {"success", "failure"},
    {"accept", "reject"},
    {"accepted", "rejected"},
    {"approve", "reject"},
    {"approved", "rejected"},
    {"approved", "denied"},
    {"allow", "ban"},
    {"allowed", "banned"},
    {"allow", "prohibit"},
    {"allowed", "prohibited"},
    {"permitted", "prohibited"},
    {"legal", "illegal"},
    {"lawful", "unlawful"},
    {"constitutional", "unconstitutional"},
    {"guilty", "innocent"},
    {"convicted", "acquitted"},
    {"alive", "dead"},
    {"live", "die"},
    {"survived", "died"},
    {"open", "closed"},
    {"open", "shut"},
    {"opened", "closed"},
    {"start", "end"},
    {"started", "ended"},
    {"begin", "end"},
    {"began", "ended"},
    {"buy", "sell"},
    {"bought", "sold"},
    {"import", "export"},
    {"imports", "exports"},
    {"support", "oppose"},
    {"supported", "opposed"},
    {"supporter", "opponent"},
    {"for", "against"},
    {"safe", "dangerous"},
    {"safe", "unsafe"},
    {"safe", "harmful"},
    {"effective", "ineffective"},
    {"healthy", "unhealthy"},
    {"true", "false"},
    {"real", "fake"},
    {"genuine", "fake"},
    {"authentic", "fake"},
    {"public", "private"},
    {"nationalized", "privatized"},
    {"male", "female"},
    {"man", "woman"},
    {"men", "women"},
    {"north", "south"},
    {"northern", "southern"},
    {"east", "west"},
    {"eastern", "western"},
    {"left", "right"},
    {"above", "below"},
    {"before", "after"},
    {"inside", "outside"},
    {"include", "exclude"},
    {"included", "excluded"},
    {"arrive", "depart"},
    {"join", "leave"},
    {"joined", "left"},
    {"hire", "fire"},
    {"hired", "fired"},
    {"rural", "urban"},
    {"domestic", "foreign"},
    {"deny", "admit"},
    {"denied", "confirmed"},
    {"denied", "admitted"},
    {"profit", "loss"},
    {"surplus", "deficit"},
    {"deflation", "inflation"},
    {"peace", "war"},
    {"friend", "enemy"},
    {"ally", "enemy"},
    {"love", "hate"},
    {"freshwater", "saltwater"},
    {"heavier", "lighter"},
    {"heavy", "light"},
    {"heaviest", "lightest"},
    {"deepest", "shallowest"},
    {"deep", "shallow"},
    {"wet", "dry"},
    {"acid", "alkaline"},
    {"positive", "negative"},
    {"day", "night"},
    {"same", "different"},
    {"always", "never"},
    {"mandatory", "optional"},
    {"mandatory", "voluntary"},
    {"compulsory", "voluntary"},
    {"free", "paid"},
    {"release", "arrest"},
    {"released", "arrested"},
    {"full", "empty"},
    {"empire", "republic"},
    {"democrat", "republican"},
    {"democratic", "republican"},
    {"cheap", "expensive"},
    {"cheaper", "dearer"},
    {"wild", "domesticated"},
    {"extinct", "living"},
    {"solid", "liquid"},
    {"visible", "invisible"},
    {"permanent", "temporary"},
    {"ancient", "modern"},
    {"natural", "artificial"},
    {"natural", "synthetic"},
    {"mammal", "fish"},
    {"mammal", "reptile"},
    {"vegetable", "fruit"},
    {"herbivore", "carnivore"},
    {"contracted", "expanded"},
    {"stayed", "resigned"},
    {"clockwise", "counterclockwise"},
    {"kept", "abolished"},
    {"introduced", "abolished"},
    // German
    {"grosste", "kleinste"},
    {"gross", "klein"},
    {"grosser", "kleiner"},
    {"hochste", "niedrigste"},
    {"hoch", "niedrig"},
    {"hoher", "niedriger"},
    {"langste", "kurzeste"},
    {"lang", "kurz"},
    {"alteste", "jungste"},
    {"alt", "neu"},
    {"alt", "jung"},
    {"schnell", "langsam"},
    {"heiss", "kalt"},
    {"warm", "kalt"},
    {"reich", "arm"},
    {"stark", "schwach"},
    {"beste", "schlechteste"},
    {"gut", "schlecht"},
    {"mehr", "weniger"},
    {"gewonnen", "verloren"},
    {"gewann", "verlor"},
    {"sieg", "niederlage"},
    {"erlaubt", "verboten"},
    {"legal", "illegal"},
    {"geoffnet", "geschlossen"},
    {"angenommen", "abgelehnt"},
    {"genehmigt", "abgelehnt"},
    {"gekauft", "verkauft"},
    {"importe", "exporte"},
    {"einfuhren", "ausfuhren"},
    {"sicher", "gefahrlich"},
    {"wahr", "falsch"},
    {"echt", "gefalscht"},
    {"nordlich", "sudlich"},
    {"norden", "suden"},
    {"osten", "westen"},
    {"erste", "letzte"},
    {"schuldig", "unschuldig"},
    {"mehrheit", "minderheit"},
    {"immer", "nie"},
    // French, Spanish
    {"grand", "petit"},
    {"haut", "bas"},
    {"legal", "illegal"},
    {"vrai", "faux"},
    {"gagne", "perdu"},
    {"autorise", "interdit"},
    {"nord", "sud"},
    {"est", "ouest"},
    {"ouvert", "ferme"},
    {"grande", "pequeno"},
    {"alto", "bajo"},
    {"verdadero", "falso"},
    {"gano", "perdio"},
    {"permitido", "prohibido"},
    {"norte", "sur"},
    {"mayor", "menor"},
    // Russian
    {"большои", "маленькии"},
    {"большой", "маленький"},
    {"больше", "меньше"},
    {"крупнеишии", "мельчаишии"},
    {"самыи большои", "самыи маленькии"},
    {"высокии", "низкии"},
    {"высокий", "низкий"},
    {"длинный", "короткий"},
    {"старый", "новый"},
    {"старый", "молодой"},
    {"быстрый", "медленный"},
    {"горячий", "холодный"},
    {"богатый", "бедный"},
    {"сильный", "слабый"},
    {"лучший", "худший"},
    {"выиграл", "проиграл"},
    {"выиграла", "проиграла"},
    {"победа", "поражение"},
    {"разрешен", "запрещен"},
    {"разрешено", "запрещено"},
    {"открыт", "закрыт"},
    {"импорт", "экспорт"},
    {"правда", "ложь"},
    {"северный", "южный"},
    {"север", "юг"},
    {"восток", "запад"},
    {"первый", "последний"},
    {"большинство", "меньшинство"},
    {"всегда", "никогда"},
    {"безопасен", "опасен"},
    // Arabic
    {"اكبر", "اصغر"},
    {"اعلي", "ادني"},
    {"كبير", "صغير"},
    {"طويل", "قصير"},
    {"شمال", "جنوب"},
    {"شرق", "غرب"},
    {"صحيح", "خطا"},
    {"فاز", "خسر"},
    {"قديم", "جديد"},
};

const std::unordered_multimap<std::string_view, std::string_view>& opposite_words() {
  static const auto words = [] {
    std::unordered_multimap<std::string_view, std::string_view> map;
    for (const auto& pair : opposites) {
      map.emplace(pair.a, pair.b);
      map.emplace(pair.b, pair.a);
    }
    return map;
  }();
  return words;
}

// English past forms that no stemmer brings together with their verb; WordNet has them all.
constexpr Pair irregular[] = {
    {"rose", "rise"},     {"risen", "rise"},    {"fell", "fall"},    {"fallen", "fall"},
    {"grew", "grow"},     {"grown", "grow"},    {"won", "win"},      {"lost", "lose"},
    {"bought", "buy"},    {"sold", "sell"},     {"built", "build"},  {"began", "begin"},
    {"begun", "begin"},   {"came", "come"},     {"went", "go"},      {"gone", "go"},
    {"gave", "give"},     {"given", "give"},    {"made", "make"},    {"took", "take"},
    {"taken", "take"},    {"told", "tell"},     {"said", "say"},     {"wrote", "write"},
    {"written", "write"}, {"led", "lead"},      {"left", "leave"},   {"held", "hold"},
    {"met", "meet"},      {"paid", "pay"},      {"sent", "send"},    {"spent", "spend"},
    {"stood", "stand"},   {"stole", "steal"},   {"stolen", "steal"}, {"shot", "shoot"},
    {"sank", "sink"},     {"sunk", "sink"},     {"broke", "break"},  {"broken", "break"},
    {"chose", "choose"},  {"chosen", "choose"}, {"flew", "fly"},     {"flown", "fly"},
    {"found", "find"},    {"founded", "found"}, {"fought", "fight"}, {"children", "child"},
    {"men", "man"},       {"women", "woman"},   {"died", "die"},     {"wrote", "write"}};

const std::unordered_map<std::string_view, std::string_view>& irregular_forms() {
  static const auto forms = [] {
    std::unordered_map<std::string_view, std::string_view> map;
    for (const auto& pair : irregular) map.emplace(pair.a, pair.b);
    return map;
  }();
  return forms;
}

// Words that tell the same thing in statements about who made what, and the like.
constexpr Pair alike[] = {
    {"write", "author"},      {"write", "novel"},       {"write", "book"},
    {"write", "pen"},         {"invent", "inventor"},   {"buy", "purchase"},
    {"buy", "acquire"},       {"kill", "die"},          {"locate", "situate"},
    {"begin", "start"},       {"end", "finish"},        {"inhabitant", "population"},
    {"inhabitant", "people"}, {"inhabitant", "person"}, {"resident", "inhabitant"},
    {"weigh", "weight"},      {"death", "die"},         {"dead", "die"},
    {"tall", "high"},         {"tall", "height"},       {"high", "height"},
    {"long", "length"},       {"deep", "depth"},        {"wide", "width"},
    {"direct", "film"},       {"cost", "price"},        {"sack", "fire"},
    {"car", "automobile"},    {"doctor", "physician"},  {"prime", "premier"},
    {"jail", "prison"},       {"ship", "vessel"},       {"movie", "film"},
    {"illness", "disease"}};

bool is_english(std::string_view language) { return language.empty() || language == "en"; }

void add(std::vector<std::string>& stems, std::string stem) {
  if (std::ranges::find(stems, stem) == stems.end()) stems.push_back(std::move(stem));
}

}  // namespace

Lexicon::Lexicon(const std::filesystem::path& wordnet) : wordnet_(WordNet::open(wordnet)) {}

std::string Lexicon::describe() const {
  return has_wordnet() ? "Antonyms and synonyms come from WordNet and the built-in lists."
                       : "Antonyms come from the short built-in lists, since WordNet was not found "
                         "(Debian's package wordnet-base has it).";
}

bool Lexicon::is_common(std::string_view word) const {
  if (wordnet_) return wordnet_->is_common(word);
  return word.ends_with("ing") || word.ends_with("ly") || word.ends_with("ed") ||
         word.ends_with("tion") || word.ends_with("ness") || word.ends_with("ments") ||
         word.ends_with("ers");
}

bool Lexicon::is_place(std::string_view name) const { return wordnet_ && wordnet_->is_place(name); }

bool Lexicon::one_place(std::string_view a, std::string_view b) const {
  return a == b || (wordnet_ && wordnet_->one_place(a, b));
}

void Lexicon::bring_to_base(std::vector<language::Token>& tokens, std::string_view language) const {
  if (!is_english(language)) return;
  for (auto& token : tokens) {
    if (token.kind != language::TokenKind::word) continue;
    if (const auto found = irregular_forms().find(token.text); found != irregular_forms().end()) {
      token.stem = language::stem(found->second, language);
    } else if (wordnet_) {
      if (const auto base = wordnet_->irregular_base(token.text); !base.empty())
        token.stem = language::stem(base, language);
    }
  }
}

std::string Lexicon::base_stem(std::string_view word, std::string_view language) const {
  std::vector<language::Token> tokens(1);
  tokens[0].text = std::string(word);
  tokens[0].stem = language::stem(word, language);
  bring_to_base(tokens, language);
  return tokens[0].stem;
}

std::vector<std::string> Lexicon::antonym_stems(std::string_view word,
                                                std::string_view language) const {
  std::vector<std::string> stems;
  const auto own = base_stem(word, language);
  const auto consider = [&](std::string_view opposite) {
    auto stem = base_stem(opposite, language);
    if (stem != own) add(stems, std::move(stem));
  };
  const auto [first, last] = opposite_words().equal_range(word);
  for (auto at = first; at != last; ++at) consider(at->second);
  if (wordnet_ && is_english(language))
    for (const auto& opposite : wordnet_->antonyms(word)) consider(opposite);
  return stems;
}

std::vector<std::string> Lexicon::synonym_stems(std::string_view word,
                                                std::string_view language) const {
  std::vector<std::string> stems;
  if (!is_english(language)) return stems;
  const auto own = base_stem(word, language);
  for (const auto& [a, b] : alike) {
    if (base_stem(a, language) == own) add(stems, base_stem(b, language));
    if (base_stem(b, language) == own) add(stems, base_stem(a, language));
  }
  if (!wordnet_) return stems;
  for (const auto& base : wordnet_->lemmas(word)) add(stems, base_stem(base, language));
  // To cause, to get and to make are one to WordNet; words that mean everything say nothing.
  for (const auto& other : wordnet_->synonyms(word))
    if (!is_stopword(other) && !is_common_word(other)) add(stems, base_stem(other, language));
  return stems;
}

}  // namespace assay::reasoning::extractive
