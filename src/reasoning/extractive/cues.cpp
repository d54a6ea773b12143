#include "reasoning/extractive/cues.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace assay::reasoning::extractive {
namespace {

struct Phrases {
  Cue cue;
  std::string_view list;  // set apart by `|`, folded; `*` ends a beginning of words
};

constexpr Phrases spaced[] = {
    {Cue::negation,
     "not|no|never|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|can't|cannot|couldn't|"
     "wouldn't|hasn't|haven't|hadn't|shouldn't|nor|neither|none|nobody|nothing|without|no longer|"
     "failed to|refused to|refuses to|rather than|instead of|unable to|far from|lacks|lack "
     "of|lifted|lifts|repealed|repeals|overturned|revoked|"
     "nicht|kein|keine|keinen|keiner|keinem|keines|nie|niemals|ohne|weder|nichts|"
     "не|нет|ни|никогда|без|нельзя|pas|jamais|aucun|aucune|sans|n'a|n'est|ne|nunca|jamas|ningun|"
     "ninguna|sin|"
     "tampoco|non|mai|nao|لا|لم|لن|ليس|ليست|ليسوا|غير|بدون|नहीं|नही"},
    {Cue::debunking,
     "false|falsely|falsehood*|fake|faked|hoax|hoaxes|debunk*|misleading|misled|not true|isn't "
     "true|"
     "wasn't "
     "true|untrue|incorrect|incorrectly|inaccurate|inaccurately|fabricated|fabrication|baseless|"
     "unfounded|unsubstantiated|no basis|doctored|photoshopped|digitally altered|digitally edited|"
     "manipulated|morphed|deceptively|myth|myths|misinformation|disinformation|conspiracy theory|"
     "conspiracy theories|out of context|wrong|wrongly|never happened|refuted|disproved|disproven|"
     "discredited|misattributed|misrepresent*|misquoted|pants on fire|mischaracter*|scam|bogus|"
     "erroneous|erroneously|contrary to|not the case|misinterpret*|unrelated to|a lie|lies "
     "about|lies that|lied about|lied that|lying about|"
     "falsch|gefalscht|falschung|falschmeldung|unwahr|irrefuhrend|widerlegt|erfunden|frei erfunden|"
     "faux|fausse|infox|mensonger|trompeu*|infonde*|falso|falsa|bulo|enganos*|desmentid*|"
     "ложь|ложно*|ложным|ложная|фейк*|неверно|неправда|выдумка|опровергну*|недостоверн*|вымышлен*|"
     "миф|"
     "كاذب|كاذبه|زائف|زائفه|مفبرك|مفبركه|مضلل|مضلله|خاطئ|خاطئه|غير صحيح|غير صحيحه|شائعه"},
    {Cue::no_evidence,
     "no evidence|no proof|no record|no records|found no|no indication|no credible|no sign|"
     "not aware of|not mentioned|make no mention|makes no mention|does not mention|did not "
     "mention|doesn't mention|do not mention|no mention|"
     "no suggestion|none of|nothing to suggest|no scientific|no such|no data|not supported by|"
     "no reliable|no reports|not been able to find|could not find|couldn't find|did not find|"
     "does not appear|doesn't appear|did not appear|doesn't show any|does not show any|no link|"
     "no connection|no reference|kein beleg|keine belege|keine hinweise|keine beweise|kein beweis|"
     "нет доказательств|доказательств нет|нет данных|aucune preuve|sin pruebas|no hay pruebas|"
     "no hay evidencia|لا دليل|لا يوجد دليل"},
    {Cue::satire,
     "satire|satirical|satirist*|parody|parodies|spoof|humor site|humour site|the onion|babylon "
     "bee|"
     "satirisch*|satireseite|satirique|satirico|сатир*|пародия|ساخر|ساخره"},
    {Cue::affirmation,
     "confirmed|confirms|confirm|is true|was true|it's true|are true|is correct|is "
     "accurate|correctly|"
     "accurately|verified|authentic|genuine|is right|indeed|acknowledged|acknowledges|admitted|"
     "proved that|proven|bestatigt|bestatigte|korrekt|zutreffend|подтверд*|confirme|confirmo|"
     "confirmado|اكد|اكدت|صحيح"},
    {Cue::denial,
     "denied|denies|deny|denying|dismissed|dismisses|dispelled|refutes|rebutted|rebuffed|disputed|"
     "disputes|"
     "rejected the claim|rejected claims|rejects the claim|rejected the "
     "allegations|bestreitet|bestritt|"
     "dementiert*|опроверг*|отрица*|dementi|nie avoir|desmintio|nego|nega|نفي|نفت|ينفي"},
    {Cue::reference,
     "this claim|the claim|these claims|the claims|this post|the post|the posts|this video|the "
     "video|the tweet|this tweet|"
     "the image|this image|the photo|this photo|the picture|the footage|the quote|the story|the "
     "rumor|the rumour|"
     "the article|the statement|the allegation|the allegations|diese behauptung|die behauptung|das "
     "video|das bild|"
     "это утверждение|cette affirmation|la video|la foto|esta afirmacion"},
    {Cue::qualification,
     "but|although|though|while it is "
     "true|unless|except|exception|exceptions|exempt*|condition|conditions|eligible|"
     "depends|depending|partly|partially|half true|half-true|mostly true|mostly "
     "false|mixture|exaggerat*|overstat*|oversimplif*|"
     "lacks context|missing context|each other|both sides|accus*|disput*|on the other "
     "hand|aber|jedoch|"
     "obwohl|teilweise|ausser|но|однако|хотя|частично|кроме|mais|sauf|cependant|pero|aunque|"
     "parcialmente|لكن"},
    {Cue::hearsay,
     "claims|claimed|claim|claiming|alleged|alleges|allegedly|purported|purportedly|supposedly|"
     "viral|"
     "post shared|shared on|facebook post|social media|tweet|tweeted|rumor|rumors|rumour|rumours|"
     "rumored|so-called|conspiracy|behauptet|behauptung|angeblich|gerucht*|якобы|утвержда*|"
     "pretend*|allegue*|supuestamente|supuesto|يزعم|مزاعم|يدعي"},
    {Cue::up,
     "increase|increased|increases|increasing|increasingly|rise|rises|rose|risen|rising|grow|grows|"
     "grew|grown|growing|"
     "growth|gain|gains|gained|climb|climbed|surge|surged|surging|jump|jumped|soar|soared|soaring|"
     "went up|gone up|"
     "up by|up from|expanded|expansion|higher|more than "
     "doubled|doubled|tripled|improved|raised|raise|raises|raising|boosted|hiked|"
     "gestiegen|steigt|stieg|stiegen|steigen|anstieg|zunahme|zugenommen|nahm "
     "zu|gewachsen|wuchs|wachstum|erhoht*|"
     "вырос*|рост|роста|ростом|увелич*|повыси*|повыше*|возрос*|augmente*|augmentation|hausse|"
     "croissance|"
     "aumento|aumentaron|aumentado|subio|subieron|crecio|crecimiento|ارتفع*|زاد|زادت|ارتفاع|زياده|"
     "نمو"},
    {Cue::down,
     "decrease|decreased|decreases|decreasing|decline|declined|declines|declining|fall|falls|fell|"
     "fallen|falling|"
     "drop|dropped|drops|dropping|reduce|reduced|reduces|reduction|reducing|shrink|shrank|shrunk|"
     "contracted|contraction|"
     "cut|cuts|cutting|plunge|plunged|plummet|plummeted|lower|lowered|slump|slumped|went down|gone "
     "down|down by|"
     "down "
     "from|halved|slashed|dwindled|gesunken|sank|sinkt|sanken|sinken|gefallen|fiel|fielen|ruckgang|"
     "zuruckgegangen|ging zuruck|abgenommen|nahm "
     "ab|abnahme|verringert*|reduziert*|сниз*|снижение|упал*|сократи*|сокращ*|"
     "уменьш*|падение|baisse*|diminue*|diminution|recul*|chute|chute*|disminuy*|disminuido|bajo|"
     "bajaron|caida|cayo|"
     "redujo|reduccion|descens*|انخفض*|تراجع*|انخفاض|هبط*"},
    {Cue::universal,
     "all|every|everyone|everybody|always|entire|entirely|whole|completely|each|any|totally|"
     "alle|aller|allen|jeder|jede|jedes|immer|samtliche|все|всех|всегда|каждый|полностью|"
     "tous|toutes|toujours|todos|todas|siempre|كل|جميع|دائما"},
    {Cue::partial,
     "some|several|few|sometimes|partly|partially|most|many|certain|part of|not all|not every|"
     "a handful|limited "
     "number|einige|manche|viele|manchmal|teilweise|некоторые|многие|иногда|частично|"
     "certains|quelques|algunos|algunas|بعض"}};

// Scripts without spaces: found anywhere in the text.
constexpr Phrases unspaced[] = {
    {Cue::negation,
     "不|没有|没|未|并非|无|從未|从未|沒有|並非|非|ない|ません|なかった|ไม่|มิได้|ปราศจาก"},
    {Cue::debunking,
     "虚假|谣言|假消息|不实|辟谣|造假|伪造|误导|错误|假新闻|子虚乌有|謠言|不實|誤導|デマ|虚偽|誤り|"
     "捏造|誤解|偽|ข่าวปลอม|"
     "เป็นเท็จ|ไม่เป็นความจริง|ไม่จริง|บิดเบือน|属于谣传|并不属实|不属实"},
    {Cue::no_evidence, "没有证据|無證據|无证据|证据不足|根拠はない|証拠はない|ไม่มีหลักฐาน"},
    {Cue::satire, "讽刺|諷刺|恶搞|風刺|パロディ|เสียดสี|ล้อเลียน"},
    {Cue::affirmation, "证实|證實|属实|確認|确认|正しい|ยืนยัน|เป็นความจริง"},
    {Cue::denial, "否认|否認|驳斥|駁斥|否定した|ปฏิเสธ"},
    {Cue::qualification, "但|然而|除非|部分属实|しかし|แต่|ยกเว้น"},
    {Cue::reference, "该视频|这段视频|此说法|该说法|この動画|この主張|คลิปนี้|ข่าวนี้"},
    {Cue::hearsay, "网传|据称|声称|聲稱|とされる|噂|อ้างว่า|แชร์"},
    {Cue::up, "增长|增加|上升|上涨|提高|增長|上漲|増加|上昇|増え|เพิ่มขึ้น|เพิ่ม|สูงขึ้น"},
    {Cue::down, "下降|减少|下跌|降低|缩减|減少|低下|減っ|ลดลง|ลดต่ำ"},
    {Cue::universal, "所有|全部|总是|都|すべて|全て|常に|ทั้งหมด|ทุก"},
    {Cue::partial, "一些|部分|有些|一部|いくつか|บาง"}};

// What looks like a cue and is none.
constexpr std::array<std::string_view, 21> no_cues{
    "不到",   "不仅",   "不同",     "不断",     "不久",   "不足",   "不少",
    "未来",   "非常",   "无线",     "無線",     "不過",   "不过",   "非洲",
    "不得不", "少ない", "no doubt", "not only", "no one", "ไม่เพียง", "เพิ่มเติม"};

struct Phrase {
  Cue cue;
  std::vector<std::string_view> words;  // after the first
};

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

struct Tables {
  std::unordered_map<std::string_view, std::vector<Phrase>> first;
  std::unordered_map<std::string_view, Cue> beginnings;
  std::vector<std::pair<std::string_view, Cue>> anywhere;

  Tables() {
    for (const auto& [cue, list] : spaced)
      for (const auto phrase : split(list, '|')) {
        if (phrase.ends_with('*')) {
          beginnings.emplace(phrase.substr(0, phrase.size() - 1), cue);
          continue;
        }
        auto words = split(phrase, ' ');
        const auto head = words.front();
        words.erase(words.begin());
        first[head].push_back({cue, std::move(words)});
      }
    for (const auto& [cue, list] : unspaced)
      for (const auto phrase : split(list, '|')) anywhere.emplace_back(phrase, cue);
    // Longer ones first, so that 没有证据 is not just 没有.
    std::ranges::sort(anywhere, [](const auto& a, const auto& b) {
      return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a < b;
    });
  }
};

const Tables& tables() {
  static const Tables built;
  return built;
}

bool matches(std::span<const language::Token> tokens, std::size_t at,
             const std::vector<std::string_view>& rest) {
  if (tokens.size() - at <= rest.size()) return false;
  for (std::size_t i = 0; i < rest.size(); ++i)
    if (tokens[at + 1 + i].text != rest[i]) return false;
  return true;
}

bool is_no_cue(std::string_view text, std::size_t begin) {
  return std::ranges::any_of(
      no_cues, [&](std::string_view other) { return text.substr(begin).starts_with(other); });
}

class Finder {
 public:
  Finder(std::string_view text, std::span<const language::Token> tokens)
      : text_(text), tokens_(tokens) {}

  std::vector<CueHit> run() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) at_token(at);
    if (std::ranges::any_of(text_, [](char c) { return static_cast<unsigned char>(c) >= 0xE0; }))
      unspaced_cues();
    std::ranges::sort(hits_, [](const CueHit& a, const CueHit& b) {
      return std::pair(a.begin, a.cue) < std::pair(b.begin, b.cue);
    });
    return std::move(hits_);
  }

 private:
  void at_token(std::size_t at) {
    const auto& word = tokens_[at].text;
    std::size_t longest = 0;
    if (const auto found = tables().first.find(word); found != tables().first.end())
      for (const auto& phrase : found->second)
        if (phrase.words.size() + 1 > longest && matches(tokens_, at, phrase.words))
          longest = phrase.words.size() + 1;
    if (longest > 0) {
      for (const auto& phrase : tables().first.at(word))
        if (phrase.words.size() + 1 == longest && matches(tokens_, at, phrase.words))
          add(phrase.cue, at, at + longest);
      return;
    }
    for (std::size_t size = std::min<std::size_t>(word.size(), 30); size >= 3; --size)
      if (const auto found = tables().beginnings.find(std::string_view(word).substr(0, size));
          found != tables().beginnings.end()) {
        add(found->second, at, at + 1);
        return;
      }
  }

  void add(Cue cue, std::size_t first, std::size_t last) {
    const auto begin = tokens_[first].begin;
    const auto end = tokens_[last - 1].end;
    if (last == first + 1 && is_ascii_no_cue(first)) return;
    hits_.push_back({cue, first, last, begin, end, std::string(text_.substr(begin, end - begin))});
  }

  // `not only`, `no doubt`
  bool is_ascii_no_cue(std::size_t at) const {
    if (at + 1 >= tokens_.size()) return false;
    const auto& word = tokens_[at].text;
    if (word != "not" && word != "no") return false;
    const auto both = word + " " + tokens_[at + 1].text;
    return std::ranges::find(no_cues, both) != no_cues.end();
  }

  void unspaced_cues() {
    std::vector<std::pair<std::size_t, std::size_t>> taken;
    for (const auto& [phrase, cue] : tables().anywhere)
      for (auto at = text_.find(phrase); at != std::string_view::npos;
           at = text_.find(phrase, at + phrase.size())) {
        const auto end = at + phrase.size();
        const bool overlaps = std::ranges::any_of(
            taken, [&](const auto& span) { return span.first < end && at < span.second; });
        if (overlaps || is_no_cue(text_, at)) continue;
        taken.emplace_back(at, end);
        add_unspaced(cue, at, end);
      }
  }

  void add_unspaced(Cue cue, std::size_t begin, std::size_t end) {
    CueHit hit{cue, tokens_.size(), 0, begin, end, std::string(text_.substr(begin, end - begin))};
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].begin < end && begin < tokens_[i].end) {
        hit.first = std::min(hit.first, i);
        hit.last = i + 1;
      }
    hit.last = std::max(hit.last, hit.first);
    hits_.push_back(std::move(hit));
  }

  std::string_view text_;
  std::span<const language::Token> tokens_;
  std::vector<CueHit> hits_;
};

}  // namespace

std::string_view to_string(Cue cue) {
  constexpr std::array<std::string_view, 13> names{
      "negation",      "debunking", "no evidence", "satire",   "affirmation", "denial", "reference",
      "qualification", "hearsay",   "increase",    "decrease", "all",         "some"};
  return names[static_cast<std::size_t>(cue)];
}

std::vector<CueHit> find_cues(std::string_view text, std::span<const language::Token> tokens) {
  return Finder(text, tokens).run();
}

}  // namespace assay::reasoning::extractive
