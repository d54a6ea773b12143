#include "reasoning/extractive/stopwords.h"

#include <string>
#include <unordered_set>

namespace assay::reasoning::extractive {
namespace {

std::unordered_set<std::string_view> words_of(std::string_view list) {
  std::unordered_set<std::string_view> words;
  while (!list.empty()) {
    const auto end = list.find(' ');
    if (end != 0) words.insert(list.substr(0, end));
    if (end == std::string_view::npos) break;
    list.remove_prefix(end + 1);
  }
  return words;
}

constexpr std::string_view stop_list =
    // English
    "a an the and or but if then than that this these those there here of in on at by for from to "
    "with "
    "into onto upon about as is are was were be been being am do does did doing done has have had "
    "having will would shall should can could may might must ought i you he she it we they me him "
    "her "
    "us them my your his its our their mine yours hers ours theirs who whom whose which what when "
    "where why how not no nor neither none never don't doesn't didn't isn't aren't wasn't weren't "
    "won't can't cannot couldn't wouldn't hasn't haven't hadn't shouldn't so such too very just "
    "also "
    "only own same other another any each every all both either some few more most much many while "
    "because since until during before after above below between through over under again further "
    "once out up down off s t ll ve re d m it's that's there's he's she's they're we're i'm you're "
    "i've we've they've let's who's what's yet still even ever per via etc mr mrs ms dr "
    // German
    "der die das den dem des ein eine einer eines einem einen und oder aber wenn dann als dass "
    "dieser "
    "diese dieses diesen diesem in im an am auf aus bei mit nach von vom zu zum zur uber unter fur "
    "durch ist sind war waren wird werden wurde wurden sein hat haben hatte hatten kann konnen "
    "ich du er sie es wir ihr mich dich sich uns euch nicht kein keine keinen keiner keinem nie "
    "auch "
    "nur noch schon so sehr mehr "
    // French
    "le la les l un une des du de d et ou mais si que qui quoi dans sur sous par pour avec sans "
    "est "
    "sont etait etaient sera a ont avait il elle ils elles nous vous je tu ce cet cette ces son sa "
    "ses leur leurs ne pas plus au aux en y n c qu "
    // Spanish, Italian, Portuguese
    "el los las una uno unos unas y o pero si que en con por para sin sobre es son era eran fue "
    "fueron ha han habia se lo su sus al del no il lo gli i della delle dei degli di che e per con "
    "sono stato stata os as um uma do da dos das ao na no nas nos foi "
    // Russian
    "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было "
    "вот "
    "от меня еще нет о из ему теперь когда даже ну ли если уже или ни быть был была были него до "
    "вас "
    "них для мы их чем себя этот эта это эти того тот та те при "
    // Arabic
    "في من الي علي عن مع ان انه هو هي هم كان كانت هذا هذه ذلك التي الذي لا لم لن ليس ليست قد كل ما "
    "او "
    "ثم بعد قبل بين عند و ";

constexpr std::string_view common_list =
    "say said says saying tell told year years new make made makes get got people person time "
    "times day "
    "days way use used using one two first last like also well good know see go going went come "
    "came "
    "take took taken give given part number according including include includes thing things lot "
    "want wants wanted think thought state stated states show shows showed shown report reported "
    "reports month months week weeks today now world country countries government news article "
    "claim claims claimed been call called set put due back right place high long great big little "
    "large since made news media around among however although though against within without "
    "jahr jahre jahren mensch menschen sagte sagt laut год году года лет человек сказал заявил "
    "annee annees dit ano anos dijo";

}  // namespace

bool is_stopword(std::string_view word) {
  static const auto words = words_of(stop_list);
  return words.contains(word);
}

bool is_common_word(std::string_view word) {
  static const auto words = words_of(common_list);
  return words.contains(word);
}

}  // namespace assay::reasoning::extractive
