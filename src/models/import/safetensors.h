#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace assay::models {

// A safetensors file: named arrays of numbers. Nothing in it is believed before it is compared with
// the file's size.
class Safetensors {
 public:
  struct Tensor {
    std::string type;  // F32, F16 or BF16
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;  // in the file
    std::uint64_t bytes = 0;
  };

  // Reads the head. Throws InputError, whose line names the file and what is wrong.
  explicit Safetensors(std::filesystem::path file);

  const Tensor* find(const std::string& name) const;
  std::size_t count() const { return tensors_.size(); }

  // The numbers of a tensor that must have this shape. Throws InputError where it has not, where
  // there is none, where it is of a type that isn't read, and where it holds what is no number.
  std::vector<float> read(const std::string& name, const std::vector<std::int64_t>& shape);

 private:
  [[noreturn]] void refuse(const std::string& why) const;

  std::filesystem::path path_;
  std::ifstream file_;
  std::map<std::string, Tensor> tensors_;
};

}  // namespace assay::models
