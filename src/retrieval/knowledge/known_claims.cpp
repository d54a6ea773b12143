#include "retrieval/knowledge/known_claims.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;

constexpr std::size_t longest_file = std::size_t{512} << 20;

std::optional<core::Date> date_of(const Json& claim) {
  for (const char* name : {"claim_date", "date"}) {
    const auto found = claim.find(name);
    if (found == claim.end() || !found->is_string()) continue;
    if (auto date = core::Date::parse(found->get_ref<const std::string&>())) return date;
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(io::shown(file)) {}

  void add(const Json& claim, std::size_t place) {
    const auto where = "'" + file_ + "' claim " + std::to_string(place + 1);
    if (!claim.is_object()) throw InputError(where + " is no JSON object");
    auto id = id_of(claim, place, where);
    for (const char* name : {"claim", "claim_text", "text"})
      if (const auto text = claim.find(name); text != claim.end() && text->is_string()) {
        if (!claims_.emplace(id, KnownClaim{text->get<std::string>(), date_of(claim)}).second)
          throw InputError(where + ": an earlier claim has the id '" + io::shown(id) + "'");
        return;
      }
    throw InputError(where + " has no 'claim' that is a text");
  }
  KnownClaims take() { return std::move(claims_); }

 private:
  static std::string id_of(const Json& claim, std::size_t place, const std::string& where) {
    for (const char* name : {"id", "claim_id"}) {
      const auto id = claim.find(name);
      if (id == claim.end() || id->is_null()) continue;
      if (id->is_string()) return id->get<std::string>();
      if (id->is_number_integer()) return id->dump();
      throw InputError(where + ": '" + name + "' is no text and no whole number");
    }
    return std::to_string(place);
  }

  std::string file_;
  KnownClaims claims_;
};

}  // namespace

KnownClaims read_known_claims(const fs::path& file) {
  const auto bytes = io::read_file(file, longest_file);
  Reader reader(file);
  const auto whole = Json::parse(bytes, nullptr, false);
  if (whole.is_array()) {
    std::size_t place = 0;
    for (const auto& claim : whole) reader.add(claim, place++);
    return reader.take();
  }
  std::size_t place = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto line = language::take_line(rest);
    if (!language::is_blank(line)) reader.add(Json::parse(line, nullptr, false), place++);
  }
  if (place == 0) throw InputError("'" + io::shown(file) + "' holds no claim");
  return reader.take();
}

}  // namespace assay::retrieval
