#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "io/record_file.h"

namespace assay::cli {

// What a walk over a check's record found, along each citation to the kept bytes.
struct Verified {
  std::size_t sources = 0;     // of which the kept text and bytes were looked at
  std::size_t extracted = 0;   // whose text was made again from the bytes, by the extractor named
  std::size_t quotations = 0;  // that were looked for in the kept texts
  std::size_t pictures = 0;
  std::size_t archived = 0;  // records of the WARC file
  // What does not hold, one line each: which source, quotation or record, and why.
  std::vector<std::string> problems;

  void add(const Verified& other);
};

// Checks one check's folder: that every blob has the digest that names it, that every quotation
// stands where the record says, that the extractor which the source names makes the same text of
// the kept bytes again, that these are what the WARC file holds, and that every digest of that file
// holds. `program` is the assay program, whose workers read the pages. Throws InputError where the
// folder holds no record that can be read.
Verified verify_run(const std::filesystem::path& folder, const std::filesystem::path& program,
                    const io::Say& say);

}  // namespace assay::cli
