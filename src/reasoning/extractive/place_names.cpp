#include "reasoning/extractive/place_names.h"

#include <array>
#include <unordered_map>

namespace assay::reasoning::extractive {
namespace {

// Each line is one place, its form in WordNet first; folded, so without accents.
constexpr std::array<std::string_view, 88> places{
    "kiev|kyiv|kiew|kijow|kyjiw",
    "kharkov|kharkiv|charkiw|charkow",
    "odessa|odesa",
    "lvov|lviv|lemberg|lwow",
    "dnipro|dnepropetrovsk|dnipropetrovsk",
    "mumbai|bombay",
    "calcutta|kolkata",
    "madras|chennai",
    "bangalore|bengaluru",
    "beijing|peking|pekin",
    "burma|myanmar|birma|birmanie",
    "rangoon|yangon",
    "turkey|turkiye|turkei|turquie|turquia|turchia",
    "czech republic|czechia|tschechien",
    "swaziland|eswatini",
    "cote d'ivoire|ivory coast|elfenbeinkuste",
    "ho chi minh city|saigon",
    "macedonia|north macedonia|nordmazedonien",
    "united states|usa|us|u.s|u.s.a|america|united states of america|vereinigte staaten|etats-unis|"
    "estados unidos|stati uniti",
    "united kingdom|uk|u.k|britain|great britain|grossbritannien|royaume-uni|reino unido",
    "england|angleterre|inglaterra|inghilterra",
    "scotland|schottland|ecosse|escocia",
    "germany|deutschland|allemagne|alemania|germania|duitsland",
    "france|frankreich|francia|frankrijk",
    "spain|espana|spanien|espagne|spagna",
    "italy|italia|italien|italie",
    "greece|griechenland|grece|grecia",
    "austria|osterreich|autriche",
    "switzerland|schweiz|suisse|svizzera|suiza",
    "poland|polska|polen|pologne|polonia",
    "hungary|ungarn|hongrie|hungria|ungheria",
    "netherlands|niederlande|pays-bas|paises bajos|holland",
    "belgium|belgien|belgique|belgica",
    "denmark|danemark|danmark|dinamarca",
    "sweden|schweden|suede|suecia|svezia",
    "norway|norwegen|norvege|noruega",
    "russia|russland|russie|rusia",
    "ukraine|ucrania|ucraina",
    "romania|rumanien|roumanie|rumania",
    "egypt|agypten|egypte|egipto|egitto",
    "morocco|marokko|maroc|marruecos|marocco",
    "algeria|algerien|algerie|argelia",
    "tunisia|tunesien|tunisie|tunez",
    "libya|libyen|libye|libia",
    "syria|syrien|syrie|siria",
    "iraq|irak",
    "lebanon|libanon|liban|libano",
    "saudi arabia|saudi-arabien|arabie saoudite|arabia saudita",
    "india|indien|inde",
    "china|chine|cina",
    "japan|japon|giappone",
    "south korea|sudkorea|coree du sud|corea del sur",
    "north korea|nordkorea|coree du nord|corea del norte|dprk",
    "brazil|brasil|brasilien|bresil|brasile",
    "mexico|mexiko|mexique|messico",
    "south africa|sudafrika|afrique du sud|sudafrica",
    "ethiopia|athiopien|ethiopie|etiopia",
    "munich|munchen|monaco di baviera",
    "cologne|koln",
    "nuremberg|nurnberg",
    "hanover|hannover",
    "vienna|wien|vienne|viena",
    "zurich|zurigo",
    "geneva|genf|geneve|ginebra|ginevra",
    "rome|roma|rom",
    "milan|milano|mailand",
    "venice|venezia|venedig|venise|venecia",
    "florence|firenze|florenz|florencia",
    "naples|napoli|neapel|napoles",
    "turin|torino",
    "genoa|genova|genua|genes",
    "lisbon|lisboa|lissabon|lisbonne",
    "seville|sevilla",
    "athens|athen|athina|athenes|atenas|atene",
    "brussels|bruxelles|brussel|bruselas",
    "antwerp|antwerpen|anvers",
    "the hague|den haag|la haye",
    "copenhagen|kobenhavn|kopenhagen|copenhague",
    "warsaw|warszawa|warschau|varsovie|varsovia",
    "cracow|krakow|krakau|cracovie",
    "prague|praha|prag|praga",
    "bucharest|bucuresti|bukarest|bucarest",
    "belgrade|beograd|belgrad",
    "moscow|moskva|moskau|moscou|moscu|mosca",
    "london|londres|londra|londen",
    "jerusalem|al-quds",
    "cairo|kairo|le caire|el cairo",
    "new york|new york city|nyc"};

std::unordered_map<std::string_view, std::string_view> usual_forms() {
  std::unordered_map<std::string_view, std::string_view> forms;
  for (auto line : places) {
    const auto usual = line.substr(0, line.find('|'));
    while (!line.empty()) {
      const auto end = std::min(line.find('|'), line.size());
      forms.emplace(line.substr(0, end), usual);
      line.remove_prefix(std::min(end + 1, line.size()));
    }
  }
  return forms;
}

}  // namespace

std::string usual_place_name(std::string_view name) {
  static const auto forms = usual_forms();
  const auto found = forms.find(name);
  return std::string(found == forms.end() ? name : found->second);
}

}  // namespace assay::reasoning::extractive
