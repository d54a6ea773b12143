#pragma once
#include <string_view>

namespace assay::language {

// Words that are written with a full stop, without it and in lower case. German, French, Spanish,
// Italian, Portuguese and Russian ones stand beside the English.

// A name or number follows, so that the full stop ends no sentence: `mr`, `dr`, `nr`, `vs`, `jan`.
bool leads_on(std::string_view word);

// It may stand at a sentence's end as well as inside: `inc`, `etc`, `jr`, `usw`.
bool may_end(std::string_view word);

// Does an English or German sentence often begin with this word (as it is written, `The`)?
bool begins_sentences(std::string_view word);

// A month, in German: `3. Oktober` is one thing.
bool german_month(std::string_view word);

}  // namespace assay::language
