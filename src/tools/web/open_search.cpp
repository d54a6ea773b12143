#include "tools/web/open_search.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/when_all.h"
#include "tools/help.h"
#include "tools/picture_comparison.h"
#include "tools/reverse_search.h"
#include "tools/web/asking.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

constexpr int smallest_picture = 32;

web::SearchQuery query_of(const WebPages& pages, web::SearchKind kind, std::string words) {
  const auto& check = pages.check();
  web::SearchQuery query;
  query.kind = kind;
  query.words = std::move(words);
  query.before = check.before;
  query.results = asked_for(pages.means(), check.results);
  query.language = check.language;
  query.country = check.country;
  return query;
}

PageWanted wanted_of(const web::SearchResult& result) {
  PageWanted page;
  page.url = result.url;
  page.title = result.title;
  page.publisher = result.publisher;
  page.published = result.published;
  page.score = result.rank > 0 ? 1.0 / result.rank : 0;
  return page;
}

template <class Answer>
void take_excluded(const Answer& answer, Findings& findings) {
  for (const auto& one : answer.excluded)
    findings.excluded.push_back({source_of(wanted_of(one.result)), one.reason});
}

}  // namespace

std::string OpenWebTool::options() const { return options_of(pages_->means(), pages_->check()); }

core::ToolHelp OpenWebSearch::help() const { return web_search_help(); }
core::ToolHelp OpenImageSearch::help() const { return image_search_help(); }
core::ToolHelp OpenReverseSearch::help() const { return reverse_search_help(); }

awaitable<Findings> OpenWebSearch::perform(Request request) const {
  const auto pages = pages_;
  auto words = one_argument(request.action, "query");
  const web::SearchAnswer answer = co_await pages->means().providers.web->search(
      query_of(*pages, web::SearchKind::web, std::move(words)));
  std::vector<PageWanted> wanted;
  for (const auto& result : answer.results) wanted.push_back(wanted_of(result));
  Findings findings = co_await pages->read_best(std::move(wanted), pages->check().results);
  take_excluded(answer, findings);
  take_effort(answer.effort, findings);
  co_return findings;
}

namespace {

struct Shown {
  PageRead page;
  std::optional<KeptPicture> picture;
};

// By value: a stored coroutine.
awaitable<Shown> read_shown(std::shared_ptr<const WebPages> pages, PageWanted page,
                            std::string picture) {
  Shown shown;
  if (!picture.empty()) shown.picture = co_await pages->picture(picture, smallest_picture);
  shown.page = co_await pages->read(std::move(page));
  co_return shown;
}

// The picture in front; the same one among those that the page shows has its caption.
void put_first(KeptPicture picture, std::vector<KeptPicture>& pictures) {
  const auto same = std::ranges::find_if(
      pictures, [&](const KeptPicture& other) { return other.bytes == picture.bytes; });
  if (same != pictures.end()) {
    std::rotate(pictures.begin(), same, same + 1);
    return;
  }
  pictures.insert(pictures.begin(), std::move(picture));
}

}  // namespace

awaitable<Findings> OpenImageSearch::perform(Request request) const {
  const auto pages = pages_;
  auto words = one_argument(request.action, "caption");
  const web::SearchAnswer answer = co_await pages->means().providers.images->search(
      query_of(*pages, web::SearchKind::images, std::move(words)));
  Findings findings;
  std::vector<awaitable<Shown>> reading;
  for (const auto& result : answer.results) {
    auto page = wanted_of(result);
    if (auto reason = pages->refused(page))
      findings.excluded.push_back({source_of(page), std::move(*reason)});
    else if (result.image && reading.size() < asked_for(pages->means(), pages->check().results))
      reading.push_back(read_shown(pages, std::move(page), result.image->url));
  }
  const auto at_once = reading.size();
  auto outcomes = co_await io::when_all(std::move(reading), at_once);
  for (auto& outcome : outcomes) {
    auto& shown = outcome.get();
    if (!shown.page.found) {
      findings.excluded.push_back(std::move(shown.page.excluded));
    } else if (!shown.picture) {
      findings.excluded.push_back(
          {std::move(shown.page.found->source), "its picture can't be had"});
    } else if (findings.found.size() < pages->check().results) {
      shown.picture->image.caption = shown.picture->image.caption.empty()
                                         ? shown.page.found->source.title
                                         : shown.picture->image.caption;
      put_first(std::move(*shown.picture), shown.page.found->pictures);
      findings.found.push_back(std::move(*shown.page.found));
    }
  }
  take_excluded(answer, findings);
  take_effort(answer.effort, findings);
  co_return findings;
}

namespace {

// The picture that is searched for.
struct Sought {
  vision::Picture picture;
  vision::Fingerprint print;
  int number = 0;
};

Sought sought_of(const KeptPicture& picture, vision::PictureReaders& readers) {
  Sought sought;
  sought.picture = decoded(picture, readers).picture;
  sought.print = vision::fingerprint(sought.picture);
  sought.number = picture.image.number;
  return sought;
}

// A copy that a service named, with what can be compared.
struct Candidate {
  web::PictureCopy copy;
  Shown shown;
};

struct Compared {
  std::optional<Found> found;
  std::string reason;  // why it is left out
};

std::optional<vision::ImageMatch> match_of_pictures(const vision::Fingerprint& query,
                                                    const KeptPicture& picture,
                                                    vision::PictureReaders& readers) {
  try {
    const auto print = vision::fingerprint(readers.read(picture.bytes).picture);
    const auto matches = vision::ImageIndex::in_memory({&print, 1}).search(query, 1);
    if (!matches.empty()) return matches.front();
  } catch (const vision::Undecodable&) {
  }
  return std::nullopt;
}

// Looks for the query among the pictures of the page, and the one that the service names. On the
// pool: it decodes.
Compared compare(const Sought& sought, Candidate candidate, const std::string& service,
                 vision::PictureReaders& readers) {
  auto found = std::move(*candidate.shown.page.found);
  const bool have_copy = candidate.shown.picture.has_value();
  if (have_copy) found.pictures.push_back(std::move(*candidate.shown.picture));
  for (std::size_t i = 0; i < found.pictures.size(); ++i) {
    const auto match = match_of_pictures(sought.print, found.pictures[i], readers);
    if (!match) continue;
    const auto at = found.pictures.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(found.pictures.begin(), at, at + 1);
    found.source.match = match_of(*match, sought.number);
    found.source.match->differences =
        differences(sought.picture, found.pictures.front().bytes, *match, readers);
    found.source.score = match->score;
    return {std::move(found), {}};
  }
  if (have_copy) return {std::nullopt, "its picture is another one"};
  if (candidate.copy.kind == web::CopyKind::similar)
    return {std::nullopt, service + " says that its picture is alike, and it can't be compared"};
  core::PictureMatch said;
  said.query = sought.number;
  said.description = "the same picture, as " + service + " says; it could not be compared";
  said.score = candidate.copy.kind == web::CopyKind::full ? 0.5 : 0.3;
  found.source.match = std::move(said);
  found.source.score = found.source.match->score;
  // Which of the page's pictures it is, nobody knows.
  found.pictures.clear();
  return {std::move(found), {}};
}

PageWanted wanted_of(const web::PictureCopy& copy) {
  PageWanted page;
  page.url = copy.page;
  page.title = copy.title;
  page.publisher = copy.publisher;
  page.published = copy.published;
  return page;
}

}  // namespace

awaitable<Findings> OpenReverseSearch::perform(Request request) const {
  if (request.action.arguments.size() != 1 || request.pictures.size() != 1)
    throw core::InputError("reverse_search takes one picture, as in [image:1]");
  const auto pages = pages_;
  const auto& means = pages->means();
  const KeptPicture picture = std::move(request.pictures.front());
  const auto sought = co_await means.pool->run([&] { return sought_of(picture, *means.pictures); });
  web::PictureQuery asked;
  asked.bytes = picture.bytes;
  asked.media_type = picture.image.media_type;
  if (picture.image.file.starts_with("http")) asked.address = picture.image.file;
  asked.before = pages->check().before;
  asked.results = asked_for(means, most_pages);
  asked.language = pages->check().language;
  const auto& service = *means.providers.reverse;
  const web::PictureAnswer answer = co_await service.search(std::move(asked));
  Findings findings;
  std::vector<awaitable<Shown>> reading;
  std::vector<web::PictureCopy> copies;
  for (const auto& copy : answer.copies) {
    if (copy.page.empty()) continue;
    auto page = wanted_of(copy);
    if (auto reason = pages->refused(page)) {
      findings.excluded.push_back({source_of(page), std::move(*reason)});
      continue;
    }
    copies.push_back(copy);
    reading.push_back(read_shown(pages, std::move(page), copy.image));
  }
  const auto at_once = reading.size();
  auto outcomes = co_await io::when_all(std::move(reading), at_once);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& shown = outcomes[i].get();
    if (!shown.page.found) {
      findings.excluded.push_back(std::move(shown.page.excluded));
      continue;
    }
    const auto source = shown.page.found->source;
    Compared compared = co_await means.pool->run([&] {
      return compare(sought, {copies[i], std::move(shown)}, service.name(), *means.pictures);
    });
    if (!compared.found)
      findings.excluded.push_back({source, std::move(compared.reason)});
    else if (findings.found.size() < most_pages)
      insert_by_date(std::move(*compared.found), findings.found);
  }
  for (const auto& one : answer.excluded)
    findings.excluded.push_back({source_of(wanted_of(one.copy)), one.reason});
  take_effort(answer.effort, findings);
  co_return findings;
}

}  // namespace assay::tools
