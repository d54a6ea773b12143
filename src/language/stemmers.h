#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "language/characters.h"

struct sb_stemmer;

namespace assay::language {

// A stemmer of the table below. Its number stands in the files of an index: the table only grows.
using StemmerId = std::uint8_t;
inline constexpr StemmerId no_stemmer = 0;

// How many there are, no_stemmer counted.
StemmerId stemmer_count();
// ISO 639-1 of the stemmer's language; empty for no_stemmer.
std::string_view stemmer_language(StemmerId id);
// The script of the words that it stems.
Script stemmer_script(StemmerId id);
// no_stemmer where the language has none. Regions are ignored: `pt-BR` is `pt`.
StemmerId stemmer_for(std::string_view language);

// Snowball's stemmers, made when first needed, and our own for Arabic (arabic.h). For one thread at
// a time.
class Stemmers {
 public:
  Stemmers();
  ~Stemmers();
  Stemmers(Stemmers&&) noexcept;
  Stemmers& operator=(Stemmers&&) noexcept;

  // Replaces the lower-case word by its stem.
  void stem(std::string& word, StemmerId id);

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  std::vector<std::unique_ptr<sb_stemmer, Delete>> stemmers_;
};

}  // namespace assay::language
