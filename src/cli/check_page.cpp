#include "cli/check_page.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/claim_page.h"
#include "cli/version.h"
#include "io/blobs.h"
#include "io/run_to_end.h"
#include "procedures/content.h"

namespace assay::cli {
namespace {

constexpr std::size_t longest_read = 200'000;  // bytes of the page that claims are looked for in

// The page itself as what the run is about.
core::Claim as_content(core::Claim context, const std::string& text) {
  context.id = "content";
  context.text = core::MultimodalText(text);
  context.post.clear();
  return context;
}

// Their pictures are kept already.
std::vector<BatchClaim> batch_of(const core::ContentClaims& claims) {
  std::vector<BatchClaim> batch;
  for (const auto& claim : claims.claims) {
    BatchClaim one;
    one.id_json = core::Json(claim.id).dump();
    one.claim = claim;
    batch.push_back(std::move(one));
  }
  return batch;
}

}  // namespace

ContentResult check_page(const Checker& checker, PageTask task, const tools::WebMeans& means,
                         boost::asio::io_context& loop, const io::Clock& clock,
                         Progress& progress) {
  const auto out = task.batch.out;
  const io::Blobs blobs(out / "blobs");
  CheckTask about;
  about.claim = std::move(task.given);
  about.image_files = std::move(task.image_files);
  checker.read_pictures(about);
  progress.stage("page", "fetch", task.url);
  auto page = open_claim_page(task.url, true, out, blobs, means, loop);
  for (const auto& picture : about.pictures) blobs.keep(picture.bytes);
  take_context(page, about.claim);
  task.batch.own = own_page(page, checker.lists());
  reasoning::ExtractInput input{page.origin, beginning_of(page.text, longest_read)};

  CheckTask identity;
  identity.claim = as_content(about.claim, input.text);
  identity.corpus = task.batch.corpus;
  io::RecordFile record(
      out, {identity.claim, checker.configuration(identity), std::string("assay ") + version},
      clock, blobs, [&](std::string_view line) { progress.message(line); });
  record.append(core::EntryType::origin, page.origin);
  const auto watch = [&](std::string_view stage, std::string_view detail) {
    progress.stage("page", stage, detail);
  };
  const auto claims =
      io::run_to_end(loop, procedures::claims_of_page(record, checker.stages(), std::move(input),
                                                      std::move(about.claim), task.claims, watch));
  auto result =
      check_claims(checker, record, claims, batch_of(claims), task.batch, task.url, loop, progress);
  if (claims.claims.empty())
    throw core::InputError("no claim that could be checked was found on " + task.url +
                           "; write one in quotes behind `assay check`");
  return result;
}

}  // namespace assay::cli
