#pragma once
#include <optional>
#include <string>
#include <unordered_set>

#include "assay/core/date.h"
#include "web/search_provider.h"

namespace assay::web {

// A result as a service gives it; nothing of it can be trusted.
struct RawPicture {
  std::string url;
  std::int64_t width = 0;
  std::int64_t height = 0;
};
struct RawResult {
  std::string url;
  std::string title;
  std::string snippet;
  std::string publisher;
  std::string date;  // in any form that result_date() reads
  RawPicture image;
  RawPicture thumbnail;
  std::string excluded;  // why it is to be left out; empty: nothing speaks against it
};

// The title, snippet or publisher of a page, bounded.
std::string title_text(const std::string& text);
std::string snippet_text(const std::string& text);
std::string publisher_text(const std::string& text, const std::string& url);

// Why something dated so is left out; empty: it stays.
std::string too_late(const std::optional<core::Date>& dated,
                     const std::optional<core::Date>& before);

// Makes results of what services give: texts cleaned, dates read, each page (of a search for
// images: each picture) once, what is too late left out, as many as were asked for.
class Collector {
 public:
  Collector(const SearchQuery& query, core::Timestamp now);

  // Takes it where it is usable.
  void add(const RawResult& raw);
  bool full() const { return answer_.results.size() >= query_.results; }
  SearchEffort& effort() { return answer_.effort; }
  SearchAnswer take() { return std::move(answer_); }

 private:
  bool is_new(const SearchResult& result);

  SearchQuery query_;
  core::Timestamp now_;
  int seen_ = 0;
  std::unordered_set<std::string> keys_;
  SearchAnswer answer_;
};

}  // namespace assay::web
