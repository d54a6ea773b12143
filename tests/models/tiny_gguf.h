#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

// Tiny models of our own making, in llama.cpp's file format: for what no package has a model of.
namespace assay::test {

class TinyGguf {
 public:
  TinyGguf();
  ~TinyGguf();

  void text(const char* key, const std::string& value);
  void texts(const char* key, const std::vector<std::string>& values);
  void number(const char* key, std::uint32_t value);
  void real(const char* key, float value);
  void reals(const char* key, const std::vector<float>& values);
  void kinds(const char* key, const std::vector<std::int32_t>& values);
  void flag(const char* key, bool value);
  // Of that shape, the fastest index first; `value` gives each number by its place.
  void tensor(const std::string& name, std::initializer_list<std::int64_t> shape,
              const std::function<float(std::size_t)>& value);
  void write(const std::filesystem::path& file) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The part that sees of a model whose vectors have `width` numbers: two layers, weights by chance
// (always the same). A `plain` one puts nothing around a picture, as LLaVA's; one with `marks` puts
// tokens there that only its own language model knows, as SmolVLM's.
enum class Eye { plain, marks };
void write_tiny_eye(const std::filesystem::path& file, std::int64_t width, Eye eye = Eye::plain);

// A BERT with one layer that answers with `labels.size()` numbers, or one where there are none: the
// more often `good` stands in the text and the less often `bad`, the higher the last one. It knows
// the words good, bad, day and the letters.
void write_tiny_judge(const std::filesystem::path& file, const std::vector<std::string>& labels);

}  // namespace assay::test
