#include "models/providers/llama_file.h"

#include <gguf.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "assay/core/error.h"
#include "io/files.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using core::InputError;

// Real models have some hundred of each, the largest a few thousand; looking for repeated names
// takes time that grows with the square.
constexpr std::uint64_t most_parts = 16'384;
constexpr std::uint32_t oldest_version = 2;
constexpr std::uint32_t newest_version = 3;

struct Head {
  std::array<char, 4> magic;
  std::uint32_t version;
  std::uint64_t tensors;
  std::uint64_t entries;
};
static_assert(sizeof(Head) == 24);

struct stat state_of(const std::filesystem::path& file) {
  struct stat info{};
  if (::stat(file.c_str(), &info) != 0)
    throw InputError("cannot read the model '" + io::shown(file) +
                     "': " + std::generic_category().message(errno));
  if (!S_ISREG(info.st_mode))
    throw InputError("cannot read the model '" + io::shown(file) + "': no regular file");
  return info;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw InputError("cannot use the model '" + io::shown(file) + "': " + why);
}

void check_head(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw InputError("cannot read the model '" + io::shown(file) +
                     "': " + std::generic_category().message(errno));
  Head head{};
  stream.read(reinterpret_cast<char*>(&head), sizeof head);
  if (stream.gcount() < 4 || std::memcmp(head.magic.data(), "GGUF", 4) != 0)
    refuse(file, "it is no GGUF file");
  if (static_cast<std::size_t>(stream.gcount()) < sizeof head) refuse(file, "it is cut short");
  if (head.version < oldest_version || head.version > newest_version)
    refuse(file, "its GGUF version " + std::to_string(head.version) + " is not supported");
  if (head.tensors > most_parts || head.entries > most_parts)
    refuse(file, "it claims " + std::to_string(head.tensors) + " tensors and " +
                     std::to_string(head.entries) + " entries: it is damaged");
}

struct GgufDeleter {
  void operator()(gguf_context* context) const { gguf_free(context); }
};

// llama.cpp ends the process where a token stands twice.
void check_vocabulary(const gguf_context* context, const std::filesystem::path& file) {
  const auto key = gguf_find_key(context, "tokenizer.ggml.tokens");
  if (key < 0) return;
  if (gguf_get_kv_type(context, key) != GGUF_TYPE_ARRAY ||
      gguf_get_arr_type(context, key) != GGUF_TYPE_STRING)
    refuse(file, "its vocabulary is no list of texts");
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < gguf_get_arr_n(context, key); ++i) {
    const std::string_view token = gguf_get_arr_str(context, key, i);
    if (!token.empty() && !seen.insert(token).second)
      refuse(file, "a token stands twice in its vocabulary");
  }
}

}  // namespace

void check_gguf(const std::filesystem::path& file) {
  start_llama();
  const auto info = state_of(file);
  check_head(file);
  const LlamaErrors errors;
  const std::unique_ptr<gguf_context, GgufDeleter> context(
      gguf_init_from_file(file.c_str(), {.no_alloc = true, .ctx = nullptr}));
  if (!context) refuse(file, "it is damaged or cut short (" + errors.line() + ")");
  check_vocabulary(context.get(), file);
  const auto tensors = gguf_get_n_tensors(context.get());
  if (tensors == 0) refuse(file, "it holds no tensors");
  // Tensors lie one behind the other; that was checked when the head was read.
  const std::uint64_t needed = gguf_get_data_offset(context.get()) +
                               gguf_get_tensor_offset(context.get(), tensors - 1) +
                               gguf_get_tensor_size(context.get(), tensors - 1);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (needed > size)
    refuse(file, "it is cut short: " + std::to_string(size) + " of " + std::to_string(needed) +
                     " bytes are there; fetch it again");
}

std::string file_identity(const std::filesystem::path& file) {
  const auto info = state_of(file);
  return std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) + ":" +
         std::to_string(info.st_size) + ":" + std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace assay::models
