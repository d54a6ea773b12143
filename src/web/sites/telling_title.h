#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "web/sites/claim_overlap.h"
#include "web/sites/site_lists.h"

namespace assay::web {

// Why this title says that its page is a fact-check, by the words of the lists
// (telling_titles.tsv); nothing where it doesn't. Words of a list stand apart where a mark (`: | –
// ? ! [ ]` …) or the title's end is at both sides; of what comes first, a brand's one word may
// stand before it
// (`Reuters Fact Check: …`).
//
//   title           apart: enough by itself. At the start and not apart: with a title about the
//   claim title-claim     apart, with a title about the claim title-inside    anywhere, with a
//   title that says most of the claim title-question  in a title that ends in a question mark and
//   says most of the claim title-answer    the first word, with a comma behind it, and the claim
//   behind that
//
// Words that the claim uses itself tell nothing. `claim` may be missing: then only `title` counts.
std::optional<std::string> telling_title(const SiteLists& lists, std::string_view title,
                                         const ClaimOverlap* claim);

// The same for the words of an address, where `-` stands between all words: what must stand apart
// must begin or end it, and an answer needs no comma.
std::optional<std::string> telling_slug(const SiteLists& lists, std::string_view slug,
                                        const ClaimOverlap& claim);

}  // namespace assay::web
