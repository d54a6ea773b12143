#include "cli/index_search_pictures.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/search_lines.h"
#include "io/files.h"
#include "io/worker.h"
#include "vision/picture_reader.h"

namespace assay::cli {
namespace {

using core::InputError;
using core::Json;
using retrieval::Corpus;
using retrieval::CorpusPicture;

// More pages that show one picture are counted only.
constexpr std::size_t most_pages = 10;

struct Shown {
  retrieval::Document document;
  retrieval::DocumentImage image;
};

Shown shown_of(const Corpus& corpus, const CorpusPicture& picture) {
  Shown shown;
  shown.document = corpus.document(picture.document);
  if (picture.image < shown.document.images.size())
    shown.image = shown.document.images[picture.image];
  return shown;
}

Json date_json(const std::optional<core::Date>& date) {
  return date ? Json(date->to_string()) : Json();
}

Json page_json(const Corpus& corpus, const CorpusPicture& picture) {
  auto [document, image] = shown_of(corpus, picture);
  return {{"id", document.id},        {"url", document.url},
          {"title", document.title},  {"date", date_json(document.date)},
          {"caption", image.caption}, {"alt", image.alt},
          {"nearby", image.nearby},   {"reference", image.reference},
          {"note", image.note}};
}

Json picture_json(const Corpus& corpus, const CorpusPicture& picture) {
  const auto image = shown_of(corpus, picture).image;
  return {{"sha256", image.sha256},
          {"media_type", image.media_type},
          {"width", image.width},
          {"height", image.height},
          {"taken", date_json(image.taken)}};
}

Json excluded_json(const Corpus& corpus, const std::vector<retrieval::ExcludedHit>& excluded) {
  Json json = Json::array();
  for (const auto& dropped : excluded)
    json.push_back({{"id", corpus.document(dropped.hit).id}, {"reason", dropped.reason}});
  return json;
}

// `page.html  2014-05-06  The title`, and what the page says of the picture.
std::string page_text(const Corpus& corpus, const CorpusPicture& picture) {
  const auto [document, image] = shown_of(corpus, picture);
  auto text = fmt::format("{}{}{}\n", io::shown(document.id),
                          document.date ? "  " + document.date->to_string() : "",
                          document.title.empty() ? "" : "  " + line_of(document.title, 100));
  const auto& words = !image.caption.empty() ? image.caption
                      : !image.alt.empty()   ? image.alt
                                             : image.nearby;
  if (!words.empty()) text += "       " + line_of(words, 200) + "\n";
  return text;
}

std::string size_text(const Corpus& corpus, const CorpusPicture& picture) {
  const auto image = shown_of(corpus, picture).image;
  return fmt::format("{} x {}{}", image.width, image.height,
                     image.taken ? ", taken on " + image.taken->to_string() : "");
}

void print_excluded(const Corpus& corpus, const std::vector<retrieval::ExcludedHit>& excluded) {
  for (const auto& dropped : excluded)
    print(fmt::format("dropped: {}: {}\n", io::shown(corpus.document(dropped.hit).id),
                      dropped.reason));
}

void print_json(const Json& json) {
  print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

vision::Fingerprint read_fingerprint(const std::filesystem::path& file) {
  const auto bytes = io::read_file(file, vision::PictureLimits{}.bytes);
  vision::PictureReader reader(program_path());
  try {
    return vision::fingerprint(reader.read(bytes).picture);
  } catch (const vision::Undecodable& error) {
    throw InputError("'" + io::shown(file) + "' can't be used as a picture: " + error.what());
  } catch (const io::WorkerFailure& failure) {
    throw InputError(failure.what());
  }
}

Json hits_json(const Corpus& corpus, const retrieval::PictureSearchResult& result) {
  Json hits = Json::array();
  for (const auto& hit : result.hits)
    hits.push_back({{"score", hit.document.score},
                    {"picture", picture_json(corpus, hit)},
                    {"page", page_json(corpus, hit)}});
  return hits;
}

void print_hits(const Corpus& corpus, const retrieval::PictureSearchResult& result) {
  std::size_t rank = 0;
  for (const auto& hit : result.hits)
    print(fmt::format("{:>3}. {} (score {:.2f})\n     {}", ++rank, size_text(corpus, hit),
                      hit.document.score, page_text(corpus, hit)));
}

}  // namespace

int search_pictures(const Corpus& corpus, const std::string& query,
                    const retrieval::CorpusSearch& options, AlikeSearch* alike, bool json) {
  const auto result =
      alike != nullptr ? alike->by_text(query) : corpus.search_pictures(query, options);
  if (json) {
    print_json({{"query", query},
                {"hits", hits_json(corpus, result)},
                {"excluded", excluded_json(corpus, result.excluded)}});
  } else {
    print_hits(corpus, result);
    if (result.hits.empty()) print("nothing was found\n");
    print_excluded(corpus, result.excluded);
  }
  flush();
  return 0;
}

int find_picture(const Corpus& corpus, const std::filesystem::path& file,
                 const retrieval::CorpusSearch& options, AlikeSearch* alike, bool json) {
  const auto result = corpus.find_picture(read_fingerprint(file), options);
  std::optional<retrieval::PictureSearchResult> seen;
  if (alike != nullptr) seen = alike->by_file(file);
  if (json) {
    Json hits = Json::array();
    for (const auto& match : result.matches) {
      Json pages = Json::array();
      for (const auto& shown : match.shown_by) pages.push_back(page_json(corpus, shown));
      hits.push_back({{"score", match.match.score},
                      {"how", match.match.describe()},
                      {"picture", picture_json(corpus, match.shown_by.front())},
                      {"pages", std::move(pages)}});
    }
    Json found{{"image", io::shown(file)},
               {"hits", std::move(hits)},
               {"excluded", excluded_json(corpus, result.excluded)}};
    if (seen) found["alike"] = hits_json(corpus, *seen);
    print_json(found);
  } else {
    std::size_t rank = 0;
    for (const auto& match : result.matches) {
      print(fmt::format("{:>3}. {} (score {:.2f}), {}\n", ++rank, match.match.describe(),
                        match.match.score, size_text(corpus, match.shown_by.front())));
      for (std::size_t i = 0; i < std::min(match.shown_by.size(), most_pages); ++i)
        print("     " + page_text(corpus, match.shown_by[i]));
      if (match.shown_by.size() > most_pages)
        print(fmt::format("     … and {} more\n", match.shown_by.size() - most_pages));
    }
    if (result.matches.empty()) print("nothing was found\n");
    print_excluded(corpus, result.excluded);
    if (seen) {
      print("alike to the model:\n");
      print_hits(corpus, *seen);
    }
  }
  flush();
  return 0;
}

}  // namespace assay::cli
