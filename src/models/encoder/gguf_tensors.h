#pragma once
#include <ggml-cpp.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace assay::models::encoder {

// The entries and tensors of a GGUF file, read as numbers. Nothing in it is believed before it is
// compared with the file's size.
class GgufTensors {
 public:
  // Reads the head. Throws InputError, whose line names the file.
  explicit GgufTensors(std::filesystem::path file);

  // Nothing where there is no such entry, or one of another type.
  std::optional<std::string> text(const std::string& key) const;
  std::optional<std::uint32_t> number(const std::string& key) const;
  std::optional<float> real(const std::string& key) const;

  std::size_t count() const;
  bool has(const std::string& name) const;

  // Numbers of a row, and how many rows there are (1 of what has one dimension); {0, 0} where there
  // is no such tensor, or one of more dimensions.
  struct Shape {
    std::size_t columns = 0;
    std::size_t rows = 0;
    bool operator==(const Shape&) const = default;
  };
  Shape shape(const std::string& name) const;

  // Can the tensor's kind of numbers be read? (f32, f16, bf16)
  bool readable(const std::string& name) const;

  // Its numbers, row by row. Throws InputError where it lies outside the file, or holds what is no
  // number, or isn't readable.
  std::vector<float> read(const std::string& name);

 private:
  [[noreturn]] void refuse(const std::string& why) const;
  const ggml_tensor* find(const std::string& name) const;
  std::string bytes(const std::string& name, std::size_t size);

  std::filesystem::path path_;
  std::uint64_t size_ = 0;  // of the file
  ggml_context_ptr context_;
  gguf_context_ptr gguf_;
  std::ifstream file_;
};

}  // namespace assay::models::encoder
