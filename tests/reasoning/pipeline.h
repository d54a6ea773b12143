#pragma once
#include <string>
#include <vector>

#include "assay/core/label_space.h"
#include "reasoning/extractive/stages.h"

namespace assay::test {

// A source of a made-up corpus.
struct Document {
  std::string text;
  std::string title = {};
};

struct Checked {
  std::vector<core::Evidence> evidence;
  core::Development development;
  core::Judgement judgement;
  core::Justification justification;
};

// Summarize, develop, judge (last turn) and justify, as the procedure does with a corpus of a few
// documents that all were found.
Checked check(const std::string& claim, const std::vector<Document>& documents,
              const reasoning::extractive::Lexicon& lexicon, const std::string& labels = "default");

// WordNet's where it is installed.
const reasoning::extractive::Lexicon& installed_lexicon();

// For messages of failed tests.
std::string shown(const Checked& checked);

}  // namespace assay::test
