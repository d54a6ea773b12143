#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// What a system answered of one claim, whichever file it came in.
namespace assay::eval {

// A question, its answer, and what that rests on.
struct PredictedPair {
  std::string question;
  std::string answer;
  std::string url;
  std::string text;                 // of the source, that the answer was taken from
  std::vector<std::string> images;  // of the answer: files, or base64 as AVerImaTeC takes them
};

struct Prediction {
  std::string id;  // as text, like Instance::claim.id
  std::string
      label;  // in the spelling of the label space; empty: there is none, or it is not known
  bool malformed = false;            // there was an answer, but its label is none of the space
  std::string given;                 // the label as it was given
  std::optional<double> confidence;  // 0 to 1
  std::string justification;
  std::vector<PredictedPair> pairs;
};

}  // namespace assay::eval
