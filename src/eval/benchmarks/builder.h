#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "eval/benchmarks/benchmark.h"
#include "eval/csv.h"

namespace assay::eval {

// Gathers the claims of one file: no id twice, rows that can't be used left out or thrown as the
// options say, and what a person should know counted, one warning a kind.
class DatasetBuilder {
 public:
  // `base` is what the paths of images are relative to.
  DatasetBuilder(std::filesystem::path file, std::filesystem::path base,
                 const LoadOptions& options);

  // Adds what `make` gives; nothing leaves the row out. An InputError of `make` gets the place.
  void add(const std::string& place, const std::function<std::optional<Instance>()>& make);
  // A row that can't be used: throws `message`, or warns of it.
  void bad(const std::string& message);
  // The same as a function; empty where such rows are to be thrown.
  BadRow bad_rows();

  // Counts something, to be warned of once with the number and the first place.
  void note(std::string_view kind, std::string_view detail = {});
  void warn(std::string message);

  // A date that a file of others may write in any form: absent, with a note, where it is none.
  std::optional<core::Date> date(std::string_view text);
  // A picture's path, which may not leave the base: throws InputError.
  static std::string image(std::string path);

  // Throws InputError where there is no claim. Looks which pictures are there.
  Dataset finish();

 private:
  struct Count {
    std::string kind;
    std::size_t number = 0;
    std::string first;
  };
  void check_fresh(const Instance& instance);
  void check_images();

  std::filesystem::path file_;
  bool skip_bad_;
  Dataset dataset_;
  std::unordered_map<std::string, std::string> places_;  // of each id
  std::string place_;                                    // of the row that is being read
  std::vector<Count> counts_;
  std::size_t bad_ = 0;
};

}  // namespace assay::eval
