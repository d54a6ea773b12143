#include "cli/claim_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/checker.h"
#include "cli/claim_pictures.h"
#include "cli/version.h"
#include "io/files.h"
#include "io/record_file.h"
#include "io/run_to_end.h"
#include "language/beginning.h"
#include "tools/web/origin_page.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_post = 4'000;  // bytes of the page's text that go with each claim

bool holds_all(const io::Blobs& blobs, const core::Origin& origin) {
  const auto& source = origin.source;
  const auto held = [&](const std::string& blob) { return blob.empty() || blobs.holds(blob); };
  return held(source.text_blob) && held(source.bytes_blob) && held(origin.title_blob) &&
         std::ranges::all_of(source.images, [&](const core::Image& image) {
           return held(image.sha256) && held(image.words_blob);
         });
}

// As an earlier run of the same command kept it: a page may be another by now, and a check that
// goes on must not become one of another text.
std::optional<ClaimPage> kept_page(const std::string& url, const fs::path& folder,
                                   const io::Blobs& blobs) {
  const auto file = folder / "record.jsonl";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  const auto record = io::load_record(file, [](std::string_view) {});
  const auto& origin = record.origin();
  if (!origin || origin->asked != url || !holds_all(blobs, *origin)) return std::nullopt;
  ClaimPage page{*origin, {}};
  if (!origin->source.text_blob.empty()) page.text = blobs.read(origin->source.text_blob);
  return page;
}

ClaimPage keep(tools::OriginPage read, const io::Blobs& blobs) {
  ClaimPage page{std::move(read.origin), std::move(read.text)};
  auto& source = page.origin.source;
  if (!source.title.empty()) page.origin.title_blob = blobs.keep(source.title);
  if (!page.text.empty()) source.text_blob = blobs.keep(page.text);
  if (!page.text.empty()) source.bytes_blob = blobs.keep(read.bytes);
  for (auto& picture : read.pictures) {
    auto& image = picture.image;
    image.sha256 = blobs.keep(picture.bytes);
    const auto& words = image.caption.empty() ? image.alt : image.caption;
    if (!words.empty()) image.words_blob = blobs.keep(words);
    source.images.push_back(std::move(image));
  }
  return page;
}

}  // namespace

ClaimPage open_claim_page(const std::string& url, bool needs_text, const fs::path& folder,
                          const io::Blobs& blobs, const tools::WebMeans& means,
                          boost::asio::io_context& loop) {
  if (auto kept = kept_page(url, folder, blobs); kept && !(needs_text && kept->text.empty()))
    return std::move(*kept);
  tools::WebCheck check;
  check.images_per_page = most_claim_pictures;
  check.archive = tools::archive_in(archive_path(folder), std::string("assay ") + version);
  const auto pages = std::make_shared<const tools::WebPages>(means, std::move(check));
  return keep(io::run_to_end(loop, tools::read_origin(pages, url, needs_text)), blobs);
}

void take_context(ClaimPage& page, core::Claim& claim) {
  auto& source = page.origin.source;
  claim.origin = page.origin.asked;
  if (claim.speaker.empty()) claim.speaker = page.origin.author;
  if (!claim.date) claim.date = source.published;
  claim.post = beginning_of(page.text, longest_post);
  std::vector<core::Image> shown;
  for (auto& image : source.images) {
    const auto same = std::ranges::find(claim.images, image.sha256, &core::Image::sha256);
    if (same != claim.images.end()) {
      image.number = same->number;
    } else if (claim.images.size() < most_claim_pictures) {
      image.number = static_cast<int>(claim.images.size()) + 1;
      claim.images.push_back(image);
    } else {
      continue;
    }
    shown.push_back(image);
  }
  source.images = std::move(shown);
}

std::shared_ptr<const tools::OwnPage> own_page(const ClaimPage& page,
                                               std::shared_ptr<const web::SiteLists> lists) {
  auto addresses = page.origin.addresses;
  addresses.push_back(page.origin.asked);
  return std::make_shared<const tools::OwnPage>(addresses, page.text, std::move(lists));
}

std::string beginning_of(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  auto end = text.rfind("\n\n", most);
  if (end == text.npos || end < most / 2) end = text.rfind(' ', most);
  if (end == text.npos || end < most / 2) end = most;
  return std::string(language::beginning(text, end));
}

std::string name_of_page(const std::string& url) {
  const auto begin = url.find("://");
  return begin == std::string::npos ? url : url.substr(begin + 3);
}

}  // namespace assay::cli
