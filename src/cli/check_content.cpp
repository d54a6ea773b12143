#include "cli/check_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/content_run.h"
#include "cli/run_folder.h"
#include "cli/version.h"
#include "io/blobs.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "language/lines.h"
#include "language/utf8.h"
#include "procedures/content.h"
#include "report/content_report.h"
#include "report/display_text.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t longest_text = 1 << 20;  // bytes

std::string text_of(const fs::path& file) {
  auto text = io::read_file(file, longest_text);
  if (!language::is_utf8(text)) throw core::InputError("'" + io::shown(file) + "' is not UTF-8");
  if (language::is_blank(text)) throw core::InputError("'" + io::shown(file) + "' holds no text");
  return text;
}

core::Claim as_claim(const reasoning::Content& content) {
  core::Claim claim;
  claim.id = "content";
  claim.text = content.text;
  claim.images = content.images;
  claim.date = content.date;
  claim.speaker = content.author;
  claim.origin = content.url;
  return claim;
}

// The text and its pictures, whose bytes are kept.
reasoning::Content read_content(const Checker& checker, const ContentTask& task,
                                const io::Blobs& blobs) {
  reasoning::Content content;
  content.text = core::MultimodalText(text_of(task.file));
  content.date = task.date;
  content.author = task.author;
  content.url = task.url;
  CheckTask pictures;
  pictures.image_files = task.image_files;
  checker.read_pictures(pictures);
  for (const auto& picture : pictures.pictures) blobs.keep(picture.bytes);
  content.images = std::move(pictures.claim.images);
  return content;
}

// As claims of a batch, whose pictures are read again from their files.
std::vector<BatchClaim> batch_of(const core::ContentClaims& claims) {
  std::vector<BatchClaim> batch;
  for (auto claim : claims.claims) {
    BatchClaim one;
    for (const auto& image : claim.images) one.image_files.push_back(image.file);
    claim.images.clear();
    one.id_json = Json(claim.id).dump();
    one.claim = std::move(claim);
    batch.push_back(std::move(one));
  }
  return batch;
}

core::Overall overall_of(const report::ContentView& view) {
  std::vector<procedures::CheckedClaim> checked;
  for (const auto& row : view.rows) {
    if (!row.view.judgement || !row.error.empty())
      throw core::InputError("claim " + row.view.claim.id + " could not be checked (" + row.error +
                             "); give the command again to continue");
    checked.push_back({row.view.judgement->verdict, row.view.judgement->confidence});
  }
  const auto unchecked =
      std::ranges::count(view.left_out, procedures::beyond_number, &core::LeftOutClaim::reason);
  return procedures::overall_of(checked, static_cast<std::size_t>(unchecked));
}

void write_reports(const report::ContentView& view, const fs::path& out) {
  io::write_file(report_path(out), report::markdown_content(view));
  io::write_file(html_report_path(out), report::html_content(view));
}

}  // namespace

ContentResult check_content(const Checker& checker, ContentTask task, boost::asio::io_context& loop,
                            const io::Clock& clock, Progress& progress) {
  if (!checker.stages().decompose)
    throw core::UsageError(
        "taking claims out of a text needs a language model; name one with --model SPEC");
  const auto out = task.batch.out;
  const io::Blobs blobs(out / "blobs");
  auto content = read_content(checker, task, blobs);
  CheckTask identity;
  identity.claim = as_claim(content);
  identity.corpus = task.batch.corpus;
  io::RecordFile record(
      out, {identity.claim, checker.configuration(identity), std::string("assay ") + version},
      clock, blobs, [&](std::string_view line) { progress.message(line); });
  const auto watch = [&](std::string_view stage, std::string_view detail) {
    progress.stage("content", stage, detail);
  };
  const auto claims = io::run_to_end(
      loop, procedures::claims_of(record, checker.stages(), std::move(content), watch));
  auto batch = batch_of(claims);
  return check_claims(checker, record, claims, std::move(batch), task.batch, task.file.string(),
                      loop, progress);
}

ContentResult check_claims(const Checker& checker, io::RecordFile& record,
                           const core::ContentClaims& claims, std::vector<BatchClaim> batch,
                           const BatchOptions& options, const std::string& name,
                           boost::asio::io_context& loop, Progress& progress) {
  const auto& out = options.out;
  const auto sum = run_batch(checker, std::move(batch), options, loop, progress);
  std::map<std::string, std::string> errors;
  for (const auto& line : sum.lines)
    if (line.outcome.starts_with("failed")) errors[line.id] = line.outcome;
  auto view = content_view(out, record.record(), claims, errors);
  view.overall = overall_of(view);
  record.append(core::EntryType::overall, view.overall);
  record.append(core::EntryType::end, Json::object());
  write_reports(view, out);
  return {content_object(view, name, out), html_report_path(out)};
}

std::string content_summary(const ContentResult& result) {
  const auto& object = result.object;
  std::string text = fmt::format("Verdict: {} (confidence {})\n{}\n\nClaims:\n",
                                 object.at("verdict").get<std::string>(),
                                 report::percent(object.at("confidence").get<double>()),
                                 report::one_line(object.at("reason").get<std::string>()));
  for (const auto& claim : object.at("claims"))
    text += fmt::format("  {}: {} ({}) {}\n", claim.at("claim_id").get<std::string>(),
                        report::one_line(claim.at("verdict").get<std::string>()),
                        report::percent(claim.at("confidence").get<double>()),
                        report::one_line(claim.at("claim").get<std::string>()));
  for (const auto& claim : object.at("left_out"))
    text += fmt::format("  not checked ({}): {}\n", claim.at("reason").get<std::string>(),
                        report::one_line(claim.at("claim").get<std::string>()));
  return text + "\nReport: " + io::shown(result.report) + "\n";
}

}  // namespace assay::cli
