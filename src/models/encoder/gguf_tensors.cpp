#include "models/encoder/gguf_tensors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "models/providers/llama_file.h"

namespace assay::models::encoder {
namespace {

// The entry's place; nothing where there is none of this type.
std::optional<std::int64_t> entry(const gguf_context* gguf, const std::string& key,
                                  enum gguf_type type) {
  const auto at = gguf_find_key(gguf, key.c_str());
  if (at < 0 || gguf_get_kv_type(gguf, at) != type) return std::nullopt;
  return at;
}

}  // namespace

GgufTensors::GgufTensors(std::filesystem::path file) : path_(std::move(file)) {
  check_gguf(path_);
  std::error_code error;
  size_ = std::filesystem::file_size(path_, error);
  ggml_context* context = nullptr;
  gguf_.reset(gguf_init_from_file(path_.c_str(), {.no_alloc = true, .ctx = &context}));
  context_.reset(context);
  file_.open(path_, std::ios::binary);
  if (error || !gguf_ || !context_ || !file_) refuse("it can't be read");
}

void GgufTensors::refuse(const std::string& why) const {
  throw core::InputError("cannot use the model '" + io::shown(path_) + "': " + why);
}

std::optional<std::string> GgufTensors::text(const std::string& key) const {
  const auto at = entry(gguf_.get(), key, GGUF_TYPE_STRING);
  return at ? std::optional<std::string>(gguf_get_val_str(gguf_.get(), *at)) : std::nullopt;
}

std::optional<std::uint32_t> GgufTensors::number(const std::string& key) const {
  const auto at = entry(gguf_.get(), key, GGUF_TYPE_UINT32);
  return at ? std::optional<std::uint32_t>(gguf_get_val_u32(gguf_.get(), *at)) : std::nullopt;
}

std::optional<float> GgufTensors::real(const std::string& key) const {
  const auto at = entry(gguf_.get(), key, GGUF_TYPE_FLOAT32);
  return at ? std::optional<float>(gguf_get_val_f32(gguf_.get(), *at)) : std::nullopt;
}

std::size_t GgufTensors::count() const {
  return static_cast<std::size_t>(gguf_get_n_tensors(gguf_.get()));
}

const ggml_tensor* GgufTensors::find(const std::string& name) const {
  return ggml_get_tensor(context_.get(), name.c_str());
}

bool GgufTensors::has(const std::string& name) const { return find(name) != nullptr; }

GgufTensors::Shape GgufTensors::shape(const std::string& name) const {
  const auto* tensor = find(name);
  if (!tensor || tensor->ne[2] != 1 || tensor->ne[3] != 1) return {};
  return {static_cast<std::size_t>(tensor->ne[0]), static_cast<std::size_t>(tensor->ne[1])};
}

bool GgufTensors::readable(const std::string& name) const {
  const auto* tensor = find(name);
  return tensor && (tensor->type == GGML_TYPE_F32 || tensor->type == GGML_TYPE_F16 ||
                    tensor->type == GGML_TYPE_BF16);
}

std::string GgufTensors::bytes(const std::string& name, std::size_t size) {
  const auto at = gguf_get_data_offset(gguf_.get()) +
                  gguf_get_tensor_offset(gguf_.get(), gguf_find_tensor(gguf_.get(), name.c_str()));
  if (at > size_ || size > size_ - at)
    refuse("tensor \"" + io::one_line(name, 80) + "\" lies outside the file");
  std::string read(size, '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(at));
  file_.read(read.data(), static_cast<std::streamsize>(size));
  if (!file_) refuse("tensor \"" + io::one_line(name, 80) + "\" can't be read");
  return read;
}

std::vector<float> GgufTensors::read(const std::string& name) {
  if (!readable(name)) refuse("tensor \"" + io::one_line(name, 80) + "\" is not there as f32");
  const auto* tensor = find(name);
  const auto stored = bytes(name, ggml_nbytes(tensor));
  const auto count = ggml_nelements(tensor);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  if (tensor->type == GGML_TYPE_F32)
    std::memcpy(numbers.data(), stored.data(), stored.size());
  else
    ggml_get_type_traits(tensor->type)->to_float(stored.data(), numbers.data(), count);
  if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); }))
    refuse("tensor \"" + io::one_line(name, 80) + "\" holds what is no number");
  return numbers;
}

}  // namespace assay::models::encoder
