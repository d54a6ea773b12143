#include "language/abbreviations.h"

#include <algorithm>
#include <array>

namespace assay::language {
namespace {

using std::string_view;

// The lists are short: a walk costs less than what it decides about.
template <std::size_t N>
bool holds(const std::array<string_view, N>& list, string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr auto leading = std::to_array<string_view>(
    {"adm",  "apr",    "art",  "aug",  "bzw",  "ca",  "capt", "cf",   "cmdr", "col",  "cpl",  "dec",
     "dipl", "dott",   "dr",   "dra",  "ed",   "eds", "eng",  "ex",   "feb",  "fig",  "figs", "fr",
     "ft",   "gen",    "gov",  "hon",  "hr",   "ing", "jan",  "jul",  "jun",  "lic",  "lt",   "maj",
     "mar",  "messrs", "mio",  "mlle", "mme",  "mr",  "mrd",  "mrs",  "ms",   "mt",   "nov",  "nr",
     "núm",  "oct",    "okt",  "op",   "pag",  "pp",  "pres", "prof", "pvt",  "rep",  "rev",  "sec",
     "sen",  "sens",   "reps", "sep",  "sept", "sgt", "sig",  "sr",   "sra",  "srta", "st",   "ste",
     "str",  "supt",   "ud",   "v",    "vgl",  "vol", "vols", "vs",   "им",   "ул",   "стр",  "см",
     "тыс",  "руб",    "акад", "доц",  "ст",   "обл"});

constexpr auto ending =
    std::to_array<string_view>({"ave", "blvd", "co", "corp", "dept", "ed", "est", "etc", "inc",
                                "jr", "ltd", "rd", "usw", "univ", "др", "г", "гг"});

constexpr auto starters = std::to_array<string_view>(
    {"A",      "About",   "According", "After",     "All",     "Also",   "Although", "An",
     "And",    "Another", "As",        "At",        "Because", "Before", "Both",     "But",
     "By",     "Das",     "Der",       "Despite",   "Die",     "During", "Each",     "Ein",
     "Eine",   "Es",      "Even",      "Few",       "For",     "From",   "He",       "Her",
     "Here",   "His",     "How",       "However",   "I",       "If",     "In",       "It",
     "Its",    "Later",   "Many",      "Meanwhile", "More",    "Most",   "My",       "No",
     "Nor",    "Not",     "Now",       "On",        "Once",    "One",    "Only",     "Other",
     "Others", "Our",     "Over",      "She",       "Since",   "So",     "Some",     "Sie",
     "Still",  "Such",    "That",      "The",       "Their",   "Then",   "There",    "These",
     "They",   "This",    "Those",     "Though",    "Thus",    "To",     "Today",    "Two",
     "Under",  "Until",   "We",        "What",      "When",    "Where",  "While",    "Who",
     "Why",    "With",    "Within",    "Yet",       "You"});

constexpr auto months = std::to_array<string_view>(
    {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
     "November", "Dezember", "Jänner", "Jahrhundert", "Jh"});

}  // namespace

bool leads_on(string_view word) { return holds(leading, word); }
bool may_end(string_view word) { return holds(ending, word); }
bool begins_sentences(string_view word) { return holds(starters, word); }
bool german_month(string_view word) { return holds(months, word); }

}  // namespace assay::language
