#pragma once
#include <stdexcept>
#include <string>

namespace assay::core {

// What the user gave cannot be used. The message is one line that says what is wrong with which
// input, and where it can, what to do. The program ends with status 1.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The command was used wrongly (flags that contradict, a value that is none). Status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace assay::core
