#include "cli/claims_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/json_input.h"
#include "language/lines.h"
#include "retrieval/documents/json_lines.h"

namespace assay::cli {
namespace {

using language::date_field;
using language::parse_object;
using language::text_field;
using language::texts_field;

using core::InputError;
using core::Json;

constexpr std::size_t max_file_bytes = std::size_t{2} << 30;
constexpr std::size_t max_claim_bytes = 100'000;

std::optional<std::vector<retrieval::Document>> evidence_field(const Json& object,
                                                               retrieval::DocumentParser& parser) {
  const auto it = object.find("evidence");
  if (it == object.end() || it->is_null()) return std::nullopt;
  if (!it->is_array()) throw InputError("`evidence` is not a list");
  std::vector<retrieval::Document> documents;
  for (const auto& item : *it) {
    const auto number = documents.size() + 1;
    try {
      documents.push_back(parser.parse(item.dump(), fmt::format("evidence-{}", number)));
    } catch (const retrieval::BadLine& error) {
      throw InputError(fmt::format("item {} of `evidence`: {}", number, error.what()));
    }
  }
  return documents;
}

void set_id(const Json& object, std::size_t number, BatchClaim& claim) {
  const auto it = object.find("id");
  if (it == object.end() || it->is_null()) {
    claim.claim.id = fmt::format("claim-{}", number);
    claim.id_json = Json(claim.claim.id).dump();
    return;
  }
  if (!it->is_string() && !it->is_number()) throw InputError("`id` is neither a text nor a number");
  claim.id_json = it->dump();
  claim.claim.id = it->is_string() ? it->get<std::string>() : claim.id_json;
  if (claim.claim.id.empty()) throw InputError("`id` is empty");
}

BatchClaim parse_claim(std::string_view line, std::size_t number,
                       retrieval::DocumentParser& parser) {
  const Json object = parse_object(line);
  BatchClaim claim;
  claim.line = number;
  set_id(object, number, claim);
  const auto text = text_field(object, "claim");
  if (language::is_blank(text)) throw InputError("no claim text in `claim`");
  if (text.size() > max_claim_bytes)
    throw InputError(fmt::format("the claim is longer than {} bytes", max_claim_bytes));
  claim.claim.text = core::MultimodalText(text);
  claim.claim.speaker = text_field(object, "speaker");
  claim.claim.origin = text_field(object, "url");
  claim.claim.post = text_field(object, "post");
  claim.claim.place = text_field(object, "place");
  claim.claim.date = date_field(object, "date");
  claim.image_files = texts_field(object, "images");
  claim.evidence = evidence_field(object, parser);
  return claim;
}

}  // namespace

std::vector<BatchClaim> read_claims(const std::filesystem::path& file, bool skip_bad,
                                    const std::function<void(std::string_view)>& say) {
  const auto bytes = io::read_file(file, max_file_bytes);
  std::vector<BatchClaim> claims;
  std::unordered_map<std::string, std::size_t> lines;  // of each id
  std::size_t number = 0;
  std::size_t skipped = 0;
  retrieval::DocumentParser parser;
  std::string_view rest = bytes;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  while (!rest.empty()) {
    ++number;
    const auto line = language::take_line(rest);
    if (language::is_blank(line)) continue;
    try {
      auto claim = parse_claim(line, number, parser);
      const auto [earlier, fresh] = lines.emplace(claim.claim.id, number);
      if (!fresh)
        throw InputError(
            fmt::format("the id '{}' is that of line {} too", claim.claim.id, earlier->second));
      claims.push_back(std::move(claim));
    } catch (const InputError& error) {
      const auto message = fmt::format("'{}' line {}: {}", io::shown(file), number, error.what());
      if (!skip_bad) throw InputError(message + " (--skip-bad goes on without such lines)");
      ++skipped;
      say("skipped " + message);
    }
  }
  if (claims.empty()) throw InputError(fmt::format("'{}' holds no claim", io::shown(file)));
  if (skipped > 0)
    say(fmt::format("{} of {} lines were skipped", skipped, claims.size() + skipped));
  return claims;
}

}  // namespace assay::cli
