#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "retrieval/documents/document.h"

namespace assay::retrieval {

// The text by which a picture of a document is found: its caption weighs most, then its alternative
// text, then the words around it, the document's title and the words of the file's name.
std::string picture_words(const Document& document, const DocumentImage& image);

// The words of the text before and behind the place, a few hundred bytes in one line.
std::string words_around(std::string_view text, std::size_t position);
// Its first words.
std::string first_words(std::string_view text);

// `flood-in_paris%202016.jpg` as `flood in paris 2016`: what a file's name says. Valid UTF-8.
std::string words_of_name(std::string_view name);

}  // namespace assay::retrieval
