#include "models/import_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <system_error>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "io/files.h"
#include "io/sha256.h"
#include "models/import/bert_gguf.h"
#include "models/import/minilm_reference.h"
#include "models/make_llama.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr double like_the_original = 0.999;

std::string sha256_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError("cannot read '" + io::shown(file) + "'");
  io::Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) ||
         stream.gcount() > 0)
    hash.add({buffer.data(), static_cast<std::size_t>(stream.gcount())});
  return hash.hex();
}

double cosine(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

bool is_unit(const Vector& vector) { return std::abs(cosine(vector, vector) - 1) < 1e-3; }

std::vector<Part> parts_of(const std::vector<std::string>& texts) {
  std::vector<Part> parts;
  for (const auto& text : texts) parts.emplace_back(TextPart{text});
  return parts;
}

Precision precision_of(const std::string& type) {
  if (type == "f32") return Precision::f32;
  if (type == "f16") return Precision::f16;
  if (type == "bf16") return Precision::bf16;
  if (type == "q8_0") return Precision::q8_0;
  throw core::UsageError("numbers are stored as f32, f16, bf16 or q8_0");
}

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw InputError("cannot import '" + io::shown(folder) + "': " + why);
}

// Gives vectors, and means something.
asio::awaitable<std::size_t> try_out(Embedder& embedder, const fs::path& folder) {
  const std::vector<std::string> texts{"The bridge was opened to cars in the spring.",
                                       "In spring, cars could first cross the bridge.",
                                       "She plants tomatoes behind the house.",
                                       std::string(20'000, 'w') + " " + "long"};
  const std::vector<Vector> vectors = co_await embedder.embed(parts_of(texts));
  if (!std::ranges::all_of(vectors, is_unit))
    refuse(folder, "the model's vectors are no numbers; are its weights damaged?");
  if (!(cosine(vectors[0], vectors[1]) > cosine(vectors[0], vectors[2])))
    refuse(folder, "texts that say the same are no nearer than others; are its weights damaged?");
  co_return vectors[0].size();
}

asio::awaitable<double> compare(Embedder& embedder) {
  const auto reference = Json::parse(minilm_reference);
  std::vector<std::string> texts;
  for (const auto& item : reference) texts.push_back(item.at("text").get<std::string>());
  const std::vector<Vector> vectors = co_await embedder.embed(parts_of(texts));
  double least = 1;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    least = std::min(least, cosine(vectors[i], reference[i].at("vector").get<Vector>()));
  co_return least;
}

asio::awaitable<ImportReport> try_file(fs::path file, fs::path folder, bool minilm) {
  ModelSpec spec;
  spec.backend = Backend::llama;
  spec.file = file.string();
  const auto embedder = make_llama_embedder(spec, LlamaHost(LlamaOptions{.exact = true}));
  ImportReport report;
  report.dimensions = co_await try_out(*embedder, folder);
  if (minilm) {
    report.reference = co_await compare(*embedder);
    if (*report.reference < like_the_original)
      refuse(folder, "its vectors differ from the original's (cosine " +
                         std::to_string(*report.reference) + ")");
  }
  co_return report;
}

}  // namespace

asio::awaitable<ImportReport> import_model(fs::path folder, fs::path out, std::string type) {
  const auto precision = precision_of(type);
  const auto model = read_sentence_folder(folder);
  const io::TemporaryFolder temporary(out);
  const auto file = temporary.path() / "model.gguf";
  write_bert_gguf(model, precision, file);
  const bool minilm = sha256_of(model.weights()) == minilm_weights;
  ImportReport report = co_await try_file(file, folder, minilm);
  report.window = static_cast<std::size_t>(model.window);
  report.bytes = fs::file_size(file);
  report.sha256 = sha256_of(file);
  std::error_code error;
  fs::rename(file, out, error);
  if (error) throw InputError("cannot write '" + io::shown(out) + "': " + error.message());
  co_return report;
}

}  // namespace assay::models
