#include "cli/content_run.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/run_folder.h"
#include "io/record_file.h"
#include "report/json_report.h"
#include "report/kept_text.h"

namespace assay::cli {
namespace {

using core::Json;
namespace fs = std::filesystem;

report::ContentRow row_of(const fs::path& out, const core::Claim& claim, const std::string& error,
                          const report::ReportOptions& options) {
  report::ContentRow row;
  const auto folder = fs::path("claims") / folder_name(claim.id);
  try {
    row.view = report::view(io::load_record(out / folder / "record.jsonl", {}), options);
  } catch (const core::InputError& failure) {
    row.error = failure.what();
  }
  row.view.claim.id = claim.id;
  if (row.view.claim.text.empty()) row.view.claim = claim;
  if (!error.empty()) row.error = error;
  if (row.error.empty()) row.link = (folder / "report.html").generic_string();
  return row;
}

Json page_object(const core::Origin& origin) {
  const auto& source = origin.source;
  Json page{{"url", source.url},
            {"title", source.title},
            {"author", origin.author},
            {"published", nullptr},
            {"images", source.images.size()}};
  if (source.published) page["published"] = *source.published;
  return page;
}

}  // namespace

std::optional<core::ContentClaims> content_claims(const core::Record& record) {
  std::optional<core::ContentClaims> claims;
  for (const auto& entry : record.entries())
    if (entry.type == core::EntryType::content_claims)
      claims = Json::parse(entry.value).get<core::ContentClaims>();
  return claims;
}

report::ContentView content_view(const fs::path& folder, const core::Record& record,
                                 const core::ContentClaims& claims,
                                 const std::map<std::string, std::string>& errors) {
  report::ContentView view;
  view.content = record.claim();
  view.origin = record.origin();
  view.left_out = claims.left_out;
  for (const auto& entry : record.entries())
    if (entry.type == core::EntryType::overall)
      view.overall = Json::parse(entry.value).get<core::Overall>();
  report::ReportOptions options;
  options.kept_text = report::kept_texts({folder});
  for (const auto& claim : claims.claims) {
    const auto error = errors.find(claim.id);
    view.rows.push_back(
        row_of(folder, claim, error == errors.end() ? std::string() : error->second, options));
  }
  return view;
}

Json content_object(const report::ContentView& view, const std::string& content,
                    const fs::path& folder) {
  Json claims = Json::array();
  for (const auto& row : view.rows) {
    const auto of_claim = folder / "claims" / folder_name(row.view.claim.id);
    auto object =
        report::result_object(row.view, {of_claim / "record.jsonl", report_path(of_claim)});
    object["claim"] = row.view.claim.text.to_string();
    claims.push_back(std::move(object));
  }
  Json left_out = Json::array();
  for (const auto& one : view.left_out)
    left_out.push_back({{"claim", one.text}, {"reason", one.reason}});
  Json object{{"content", content},
              {"verdict", std::string(core::to_string(view.overall.verdict))},
              {"confidence", view.overall.confidence},
              {"reason", view.overall.reason},
              {"claims", claims},
              {"left_out", left_out},
              {"record", (folder / "record.jsonl").string()},
              {"report", report_path(folder).string()}};
  if (view.origin) object["page"] = page_object(*view.origin);
  return object;
}

}  // namespace assay::cli
