#include "models/import/sentence_folder.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "io/files.h"
#include "io/http_text.h"
#include "language/utf8.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr std::size_t longest_config = 1 << 20;
constexpr std::size_t longest_vocabulary = 64 << 20;
constexpr std::size_t longest_token = 512;
constexpr std::int64_t most_tokens = 2'000'000;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw InputError("cannot import '" + io::shown(file) + "': " + why);
}

Json object_in(const fs::path& file, std::size_t limit = longest_config) {
  auto json = Json::parse(io::read_file(file, limit), nullptr, false);
  if (!json.is_object()) refuse(file, "it is no JSON object");
  return json;
}

std::int64_t number(const Json& json, const char* key, std::int64_t most, const fs::path& file) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_integer())
    refuse(file, std::string("no whole number under ") + key);
  const auto value = found->get<std::int64_t>();
  if (value < 1 || value > most)
    refuse(file, std::string(key) + " is " + std::to_string(value) + ", and not 1 to " +
                     std::to_string(most));
  return value;
}

std::string text(const Json& json, const char* key, const std::string& otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

bool flag(const Json& json, const char* key, bool otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

void read_config(SentenceFolder& folder) {
  const auto file = folder.path / "config.json";
  const auto json = object_in(file);
  if (text(json, "model_type", "") != "bert")
    refuse(file, "a model of type \"" + io::one_line(text(json, "model_type", "?"), 40) +
                     "\"; only bert is imported");
  if (text(json, "hidden_act", "gelu") != "gelu") refuse(file, "hidden_act is not gelu");
  if (text(json, "position_embedding_type", "absolute") != "absolute")
    refuse(file, "its positions are not absolute");
  folder.hidden = number(json, "hidden_size", 16'384, file);
  folder.layers = number(json, "num_hidden_layers", 256, file);
  folder.heads = number(json, "num_attention_heads", 256, file);
  folder.inner = number(json, "intermediate_size", 65'536, file);
  folder.positions = number(json, "max_position_embeddings", 65'536, file);
  folder.types = number(json, "type_vocab_size", 64, file);
  if (folder.hidden % folder.heads != 0) refuse(file, "hidden_size is no multiple of the heads");
  const auto epsilon = json.find("layer_norm_eps");
  folder.epsilon = epsilon != json.end() && epsilon->is_number() ? epsilon->get<double>() : 1e-12;
  if (!(folder.epsilon > 0 && folder.epsilon < 1)) refuse(file, "layer_norm_eps is none");
  folder.vocabulary.resize(static_cast<std::size_t>(number(json, "vocab_size", most_tokens, file)));
}

// The folder in which a module's configuration lies, as modules.json names it.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() < 100 && name.front() != '.' &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

void read_pooling(SentenceFolder& folder, const fs::path& file) {
  const auto json = object_in(file);
  std::vector<std::string> modes;
  for (const auto& [key, value] : json.items())
    if (key.starts_with("pooling_mode_") && value.is_boolean() && value.get<bool>())
      modes.push_back(key.substr(13));
  if (modes == std::vector<std::string>{"mean_tokens"})
    folder.pooling = SentenceFolder::Pooling::mean;
  else if (modes == std::vector<std::string>{"cls_token"})
    folder.pooling = SentenceFolder::Pooling::cls;
  else if (modes == std::vector<std::string>{"lasttoken"})
    folder.pooling = SentenceFolder::Pooling::last;
  else
    refuse(file, "a pooling that isn't imported; mean, CLS and last token are");
}

void read_modules(SentenceFolder& folder) {
  const auto file = folder.path / "modules.json";
  if (!fs::exists(file)) refuse(file, "missing; is this a sentence-transformers folder?");
  const auto json = Json::parse(io::read_file(file, longest_config), nullptr, false);
  if (!json.is_array() || json.size() > 20) refuse(file, "it is no list of modules");
  bool pools = false;
  for (const auto& module : json) {
    if (!module.is_object()) refuse(file, "a module that is no object");
    const auto type = text(module, "type", "");
    const auto kind = type.substr(type.rfind('.') + 1);
    const auto place = text(module, "path", "");
    if (kind == "Transformer" && place.empty()) continue;
    if (kind == "Normalize") continue;  // vectors are of length 1 anyway
    if (kind != "Pooling" || !is_plain_name(place))
      refuse(file, "a module \"" + io::one_line(type, 80) + "\" that isn't imported");
    read_pooling(folder, folder.path / place / "config.json");
    pools = true;
  }
  if (!pools) refuse(file, "no pooling among the modules");
}

void read_window(SentenceFolder& folder) {
  folder.window = folder.positions;
  const auto file = folder.path / "sentence_bert_config.json";
  if (!fs::exists(file)) return;
  const auto json = object_in(file);
  if (json.contains("max_seq_length") && !json["max_seq_length"].is_null())
    folder.window = std::min(folder.window, number(json, "max_seq_length", 1 << 30, file));
}

void read_case(SentenceFolder& folder) {
  const auto file = folder.path / "tokenizer_config.json";
  if (!fs::exists(file)) return;
  const auto json = object_in(file, longest_vocabulary);
  folder.lower_case = flag(json, "do_lower_case", true);
  folder.strip_accents = flag(json, "strip_accents", folder.lower_case);
  if (!flag(json, "tokenize_chinese_chars", true))
    refuse(file, "a tokenizer that keeps Chinese characters together");
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::istringstream stream(io::read_file(file, longest_vocabulary));
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
    if (lines.size() > most_tokens) refuse(file, "too many tokens");
  }
  return lines;
}

std::vector<std::string> tokens_in(const fs::path& file) {
  const auto json = object_in(file, longest_vocabulary);
  const auto model = json.find("model");
  if (model == json.end() || !model->is_object() || text(*model, "type", "") != "WordPiece" ||
      !model->contains("vocab") || !(*model)["vocab"].is_object())
    refuse(file, "no WordPiece vocabulary in it");
  const auto& vocabulary = (*model)["vocab"];
  std::vector<std::string> tokens(vocabulary.size());
  for (const auto& [token, id] : vocabulary.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= tokens.size() ||
        !tokens[id.get<std::size_t>()].empty())
      refuse(file, "a token's number is missing, too large or taken");
    tokens[id.get<std::size_t>()] = token;
  }
  return tokens;
}

void read_vocabulary(SentenceFolder& folder) {
  auto file = folder.path / "vocab.txt";
  const bool lines = fs::exists(file);
  if (!lines) file = folder.path / "tokenizer.json";
  auto tokens = lines ? lines_of(file) : tokens_in(file);
  if (tokens.size() > folder.vocabulary.size())
    refuse(file, std::to_string(tokens.size()) + " tokens, and the model knows " +
                     std::to_string(folder.vocabulary.size()));
  for (const auto& token : tokens)
    if (token.empty() || token.size() > longest_token || !language::is_utf8(token))
      refuse(file, "a token that is empty, too long or not UTF-8");
  // The weights may hold rows for no token.
  for (auto i = tokens.size(); i < folder.vocabulary.size(); ++i)
    tokens.push_back("[unused-row-" + std::to_string(i) + "]");
  folder.vocabulary = std::move(tokens);
}

}  // namespace

SentenceFolder read_sentence_folder(const fs::path& path) {
  if (!fs::is_directory(path)) refuse(path, "it is no folder");
  SentenceFolder folder;
  folder.path = path;
  const auto clean = fs::weakly_canonical(path);
  folder.name = language::to_utf8(clean.filename().string());
  read_config(folder);
  read_modules(folder);
  read_window(folder);
  read_case(folder);
  read_vocabulary(folder);
  if (!fs::exists(folder.weights())) refuse(folder.weights(), "missing");
  return folder;
}

}  // namespace assay::models
