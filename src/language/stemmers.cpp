#include "language/stemmers.h"

#include <libstemmer.h>

#include <array>
#include <new>

#include "language/arabic.h"

namespace assay::language {
namespace {

struct Entry {
  std::string_view language;
  const char* snowball;
  Script script;
};

// The place of a line is its StemmerId, which is written into indexes: append only.
constexpr std::array entries{
    Entry{"", nullptr, Script::none},          Entry{"en", "english", Script::latin},
    Entry{"de", "german", Script::latin},      Entry{"fr", "french", Script::latin},
    Entry{"es", "spanish", Script::latin},     Entry{"it", "italian", Script::latin},
    Entry{"pt", "portuguese", Script::latin},  Entry{"nl", "dutch", Script::latin},
    Entry{"sv", "swedish", Script::latin},     Entry{"no", "norwegian", Script::latin},
    Entry{"da", "danish", Script::latin},      Entry{"fi", "finnish", Script::latin},
    Entry{"hu", "hungarian", Script::latin},   Entry{"ro", "romanian", Script::latin},
    Entry{"tr", "turkish", Script::latin},     Entry{"ca", "catalan", Script::latin},
    Entry{"eu", "basque", Script::latin},      Entry{"ga", "irish", Script::latin},
    Entry{"id", "indonesian", Script::latin},  Entry{"lt", "lithuanian", Script::latin},
    Entry{"ru", "russian", Script::cyrillic},  Entry{"ar", nullptr, Script::arabic},
    Entry{"el", "greek", Script::greek},       Entry{"hi", "hindi", Script::devanagari},
    Entry{"ne", "nepali", Script::devanagari}, Entry{"hy", "armenian", Script::armenian},
    Entry{"ta", "tamil", Script::tamil},       Entry{"yi", "yiddish", Script::hebrew},
};

// A stemmer's time grows with the word; what is longer is no word.
constexpr std::size_t longest_word = 200;

}  // namespace

StemmerId stemmer_count() { return static_cast<StemmerId>(entries.size()); }

std::string_view stemmer_language(StemmerId id) {
  return id < entries.size() ? entries[id].language : std::string_view{};
}

Script stemmer_script(StemmerId id) {
  return id < entries.size() ? entries[id].script : Script::none;
}

StemmerId stemmer_for(std::string_view language) {
  const auto base = language.substr(0, language.find('-'));
  for (StemmerId id = 1; id < entries.size(); ++id)
    if (entries[id].language == base) return id;
  return no_stemmer;
}

void Stemmers::Delete::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Stemmers::Stemmers() : stemmers_(entries.size()) {}
Stemmers::~Stemmers() = default;
Stemmers::Stemmers(Stemmers&&) noexcept = default;
Stemmers& Stemmers::operator=(Stemmers&&) noexcept = default;

void Stemmers::stem(std::string& word, StemmerId id) {
  if (id == no_stemmer || id >= entries.size() || word.size() > longest_word) return;
  if (entries[id].language == "ar") return stem_arabic(word);
  auto& stemmer = stemmers_[id];
  if (!stemmer) stemmer.reset(sb_stemmer_new(entries[id].snowball, "UTF_8"));
  if (!stemmer) return;  // an older libstemmer without this language: the word as it is
  const auto* stemmed =
      sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stemmed == nullptr) throw std::bad_alloc();
  word.assign(reinterpret_cast<const char*>(stemmed), sb_stemmer_length(stemmer.get()));
}

}  // namespace assay::language
