#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/json.h"

// How well the text of web pages was taken out of what stands around it.
namespace assay::eval {

// What people noted of a page.
struct PageAnnotation {
  std::vector<std::string> with;     // strings that the article holds
  std::vector<std::string> without;  // strings that belong to the frame around it
  std::optional<std::string> title;
  std::optional<std::string> author;  // several with `; ` between
  std::optional<std::string> date;    // YYYY-MM-DD
};
// What a system took out of a page.
struct PageExtraction {
  std::string text;
  std::string title;
  std::string author;
  std::string date;
};
// Each by the page's file, without its folders.
using PageAnnotations = std::map<std::string, PageAnnotation>;
using PageExtractions = std::map<std::string, PageExtraction>;

// A JSON array, or JSON Lines, of {file, with, without, title, author, date}; a file without `with`
// and `without` has no strings. Throws InputError, which names file and item, for anything else,
// for an empty string to look for, a page that comes twice, and where there is no page.
PageAnnotations read_annotations(const std::filesystem::path& file);

// JSON Lines, or an array, of {file, text, title, author, date or published}, as `assay extract
// --json` prints them; one with `error` and no text is left out. Throws InputError as above.
PageExtractions read_extractions(const std::filesystem::path& file);

// {pages, missing, found, absent, wrong, precision, recall, f1, title, author, date}: over all
// pages together a `with` string in the text is found, one that is not there absent, and a
// `without` string in it is wrong. `missing` pages have no extraction and count as an empty text.
// The last three are shares of the pages that are annotated with one, null where none is. Compared
// with white space as one space and without invisible characters; of a date the day counts.
core::Json extraction_metrics(const PageExtractions& extractions,
                              const PageAnnotations& annotations);

}  // namespace assay::eval
