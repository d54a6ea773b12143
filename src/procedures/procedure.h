#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <string_view>

#include "assay/core/stage_results.h"
#include "io/record_file.h"

namespace assay::procedures {

// Told of each stage as it begins: its name, and a few words on what it works at.
using Watch = std::function<void(std::string_view stage, std::string_view detail)>;

// A composition of stages.
class Procedure {
 public:
  virtual ~Procedure() = default;

  // Checks the record's claim. Resumes where the record ends. Everything is in the record at the
  // end.
  virtual boost::asio::awaitable<core::Judgement> check(io::RecordFile& record) const = 0;
};

}  // namespace assay::procedures
