#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/date.h"
#include "assay/core/json.h"

namespace assay::core {

// A tool call that the planner proposes, with its arguments as text: web_search("…").
struct Action {
  std::string tool;  // `web_search`, `image_search`, `reverse_search`, …
  std::vector<std::string> arguments;
  std::string reason;  // why the planner wants it; no part of its identity

  // `web_search("who won in 1998")`; quotes and backslashes inside are escaped.
  std::string to_string() const;
  friend bool operator==(const Action& a, const Action& b) {
    return a.tool == b.tool && a.arguments == b.arguments;
  }
};

// What a planner is told of a tool that it may choose.
struct ToolHelp {
  std::string name;         // `web_search`
  std::string description;  // one or two sentences: what it takes, what it brings
  std::string example;      // one action, worked out: `web_search("…")`
};

// A rectangle of a picture: shares of its width and height (0 to 1), from its top left corner.
struct Region {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  friend bool operator==(const Region&, const Region&) = default;
};

// Where two copies of one picture show different things.
struct Difference {
  Region in_query;
  Region in_found;
  friend bool operator==(const Difference&, const Difference&) = default;
};

// A picture of the record that was found again on a page.
struct PictureMatch {
  int query = 0;            // number of the picture that was searched for
  int found = 0;            // number of the picture on the page
  std::string description;  // `the same picture`, `mirrored and cropped`, …
  double score = 0;         // 0 to 1: how sure it is
  double query_share = 1;   // of the query's area that the found picture has (less: a frame, bars)
  double found_share = 1;   // of the found picture's area that the query shows (less: a crop)
  std::vector<Difference> differences;  // edited or added regions, the most striking first
  friend bool operator==(const PictureMatch&, const PictureMatch&) = default;
};

// A page of another site that an article links to.
struct SourceLink {
  std::string url;
  std::size_t position = 0;  // byte of the kept text where the block that holds it begins
  friend bool operator==(const SourceLink&, const SourceLink&) = default;
};

// Bytes [begin, end) of a kept text that address whoever reads it as a language model. `text` is
// exactly those bytes.
struct SuspiciousPassage {
  std::string kind;  // of language/instructions.h: `asks to ignore instructions`, …
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  friend bool operator==(const SuspiciousPassage&, const SuspiciousPassage&) = default;
};

// Where evidence came from. Its text is kept in a blob named by its SHA-256, made from kept source
// bytes by a named version of an extractor, so that it can be made again and compared.
struct Source {
  std::string document;  // the document's id in its corpus
  std::string url;
  std::string title;
  std::string publisher;
  std::optional<Date> published;  // nothing: no date is known, which the report marks
  std::optional<Timestamp> retrieved;
  std::string text_blob;   // SHA-256 of the kept text (UTF-8)
  std::string bytes_blob;  // SHA-256 of the bytes that the text was made from
  std::string extractor;   // name and version, e.g. `article/1`, `jsonl/1`
  // Of the web: the WARC-Record-ID of the answer it came in, and where in the run's WARC file that
  // record begins.
  std::string archive_record;
  std::uint64_t archive_offset = 0;
  std::string language;       // ISO 639-1, empty where unknown
  double score = 0;           // of the search that found it; no unit
  std::vector<Image> images;  // what it shows; the one that matched first
  // `reliable`, `unreliable`, `satire`, `fact-check`, `unsure`; empty: nobody judged it.
  std::string reliability;
  std::string reliability_reason;
  std::string site;               // of the web: the registrable domain that it counts as
  std::vector<SourceLink> links;  // of the web: to other sites, each address once, the first 100
  std::vector<SuspiciousPassage> suspicious;  // in the order of the kept text
  std::optional<PictureMatch> match;          // where a search for a picture found it
};

// Bytes [begin, end) of a kept text. `text` is exactly those bytes.
struct Quotation {
  std::string blob;  // SHA-256 of the kept text
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  friend bool operator==(const Quotation&, const Quotation&) = default;
};

// Why an item of evidence is no source of its own beside others.
struct SharedOrigin {
  std::vector<std::string> evidence;  // IDs of the others, all found before it
  std::string kind;                   // `copy`: they share a text; `circle`: they cite each other
  std::string reason;                 // for people, one line
  friend bool operator==(const SharedOrigin&, const SharedOrigin&) = default;
};

// One item that a verdict may rest on.
struct Evidence {
  std::string id;  // `E1`, `E2`, … in the order of the plan that found it
  int turn = 0;
  std::size_t action = 0;  // index into the record's list of performed actions
  Source source;
  std::string takeaways;  // what it says about the claim, in prose
  std::vector<Quotation> quotations;
  std::vector<Image> images;
  std::vector<SharedOrigin> shared_origins;  // with items before it; all of them are one source
};

// A source that says what an item of evidence says already, so that it is shown with that one.
struct Repeat {
  std::string evidence;  // its ID
  Source source;
  std::string reason;  // `nearly the same text`, …
};

enum class Stance { supports, contradicts, touches };
// `supports`, `contradicts`, `touches`.
std::string_view to_string(Stance stance);
std::optional<Stance> stance_from_string(std::string_view text);

void to_json(Json& json, const Action& action);
void from_json(const Json& json, Action& action);
void to_json(Json& json, const Region& region);
void from_json(const Json& json, Region& region);
void to_json(Json& json, const Difference& difference);
void from_json(const Json& json, Difference& difference);
void to_json(Json& json, const PictureMatch& match);
void from_json(const Json& json, PictureMatch& match);
void to_json(Json& json, const Repeat& repeat);
void from_json(const Json& json, Repeat& repeat);
void to_json(Json& json, const SourceLink& link);
void from_json(const Json& json, SourceLink& link);
void to_json(Json& json, const SuspiciousPassage& passage);
void from_json(const Json& json, SuspiciousPassage& passage);
void to_json(Json& json, const SharedOrigin& origin);
void from_json(const Json& json, SharedOrigin& origin);
void to_json(Json& json, const Source& source);
void from_json(const Json& json, Source& source);
void to_json(Json& json, const Quotation& quotation);
void from_json(const Json& json, Quotation& quotation);
void to_json(Json& json, const Evidence& evidence);
void from_json(const Json& json, Evidence& evidence);

}  // namespace assay::core
