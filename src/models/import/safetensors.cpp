#include "models/import/safetensors.h"

#include <ggml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "io/files.h"
#include "io/http_text.h"

namespace assay::models {
namespace {

using core::InputError;
using core::Json;

constexpr std::uint64_t longest_head = 16 << 20;
constexpr std::size_t most_tensors = 100'000;
constexpr std::size_t most_dimensions = 4;

std::uint64_t bytes_of(const std::string& type) {
  return type == "F32" ? 4 : type == "F16" || type == "BF16" ? 2 : 0;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const auto size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text.empty() ? "one number" : text;
}

// Nothing where it overflows.
std::uint64_t product(const std::vector<std::int64_t>& shape, std::uint64_t most) {
  std::uint64_t count = 1;
  for (const auto size : shape) {
    const auto by = static_cast<std::uint64_t>(size);
    if (by != 0 && count > most / by) return most + 1;
    count *= by;
  }
  return count;
}

}  // namespace

void Safetensors::refuse(const std::string& why) const {
  throw InputError("cannot use '" + io::shown(path_) + "': " + why);
}

Safetensors::Safetensors(std::filesystem::path file)
    : path_(std::move(file)), file_(path_, std::ios::binary) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path_, error);
  if (error || !file_) refuse(error ? error.message() : "it can't be opened");
  std::array<unsigned char, 8> length{};
  if (size < length.size()) refuse("it is no safetensors file");
  file_.read(reinterpret_cast<char*>(length.data()), length.size());
  std::uint64_t head = 0;
  for (std::size_t i = length.size(); i > 0; --i) head = head << 8 | length[i - 1];
  if (head > longest_head || head > size - length.size())
    refuse("it is no safetensors file, or cut short");
  std::string text(head, '\0');
  file_.read(text.data(), static_cast<std::streamsize>(head));
  const auto json = Json::parse(text, nullptr, false);
  if (!file_ || !json.is_object()) refuse("its head is no JSON object");
  if (json.size() > most_tensors) refuse("it holds too many tensors");
  const auto begin = length.size() + head;
  const auto data = size - begin;
  for (const auto& [name, entry] : json.items()) {
    if (name == "__metadata__") continue;
    const auto shown = "tensor \"" + io::one_line(name, 80) + "\": ";
    try {
      Tensor tensor;
      tensor.type = entry.at("dtype").get<std::string>();
      for (const auto& one : entry.at("shape")) {
        const auto dimension = one.get<std::int64_t>();
        if (!one.is_number_integer() || dimension < 0 || tensor.shape.size() == most_dimensions)
          refuse(shown + "a shape that is none");
        tensor.shape.push_back(dimension);
      }
      const auto& offsets = entry.at("data_offsets");
      const auto from = offsets.at(0).get<std::uint64_t>();
      const auto to = offsets.at(1).get<std::uint64_t>();
      if (from > to || to > data)
        refuse(shown + "it lies outside the file, which may be cut short");
      tensor.begin = begin + from;
      tensor.bytes = to - from;
      const auto each = bytes_of(tensor.type);
      if (each != 0 && product(tensor.shape, data) * each != tensor.bytes)
        refuse(shown + "its shape does not fit its size");
      tensors_.emplace(name, std::move(tensor));
    } catch (const Json::exception&) {
      refuse(shown + "an entry that can't be read");
    }
  }
}

const Safetensors::Tensor* Safetensors::find(const std::string& name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

std::vector<float> Safetensors::read(const std::string& name,
                                     const std::vector<std::int64_t>& shape) {
  const auto* tensor = find(name);
  if (!tensor) refuse("there is no tensor \"" + name + "\"");
  if (tensor->shape != shape)
    refuse("tensor \"" + name + "\" is " + shape_text(tensor->shape) + ", and not " +
           shape_text(shape));
  if (bytes_of(tensor->type) == 0)
    refuse("tensor \"" + name + "\" is of type " + io::one_line(tensor->type, 20) +
           ", and not F32, F16 or BF16");
  std::string bytes(tensor->bytes, '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(tensor->begin));
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file_) refuse("tensor \"" + name + "\" can't be read");
  const auto count = static_cast<std::int64_t>(tensor->bytes / bytes_of(tensor->type));
  std::vector<float> numbers(static_cast<std::size_t>(count));
  if (tensor->type == "F32")
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  else if (tensor->type == "F16")
    ggml_fp16_to_fp32_row(reinterpret_cast<const ggml_fp16_t*>(bytes.data()), numbers.data(),
                          count);
  else
    ggml_bf16_to_fp32_row(reinterpret_cast<const ggml_bf16_t*>(bytes.data()), numbers.data(),
                          count);
  if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); }))
    refuse("tensor \"" + name + "\" holds what is no number");
  return numbers;
}

}  // namespace assay::models
