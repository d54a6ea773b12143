#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/date.h"

// What a benchmark's files say of one claim.
namespace assay::eval {

struct GoldAnswer {
  std::string text;
  std::string type;  // AVeriTeC: Extractive, Abstractive, Boolean, Unanswerable; may be empty
  std::string explanation;          // of a Boolean answer
  std::string url;                  // the source; may be empty
  std::vector<std::string> images;  // files, relative to Dataset::base
};

struct GoldQuestion {
  std::string question;
  std::vector<GoldAnswer> answers;
  std::vector<std::string> images;  // that the question is about
};

// One item that the claim is to be checked against where evidence is given (RW-Post's
// evidence-bounded regime). The text is what a reader of it knows, never the verdict.
struct GoldEvidence {
  std::string id;  // stable within its claim
  std::string text;
  std::string url;
  std::string title;
  std::optional<core::Date> published;
  std::vector<std::string> images;
};

struct Instance {
  core::Claim claim;    // id, text, date, speaker, origin, place, post; its images are not read yet
  std::string id_json;  // the id as the file has it, as JSON: `3` or `"a3"`
  std::vector<std::string> image_files;  // of the claim, relative to Dataset::base
  std::string label;                     // the right one; empty: the split does not say
  std::string justification;             // the gold one; may be empty
  std::vector<GoldQuestion> questions;
  std::vector<GoldEvidence> evidence;
  std::string group;  // claims that belong together (VERITE: one story's three pairs); may be empty
  std::string note;   // a fault that is known of it, and what was done; mostly empty
};

struct Dataset {
  std::vector<Instance> instances;    // in the order of the file
  std::filesystem::path base;         // what paths of images are relative to
  std::vector<std::string> warnings;  // what a person should know: rows left out, files not found
};

}  // namespace assay::eval
