// Scores page extraction on ../shared/data/extraction, and times it beside parsing alone.
//   build/release/bench_extraction [--data DIR] [--misses] [--with-url]
// Without --with-url a page's address is not told, as for `assay extract FILE`.
#include <libxml/HTMLparser.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "web/article.h"
#include "web/clean_text.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

struct Page {
  std::string file;
  std::string url;
  std::string bytes;
  json annotation;
};

struct Score {
  int found = 0;     // `with` strings in the text
  int missing = 0;   // `with` strings not in it
  int wrong = 0;     // `without` strings in it
  int excluded = 0;  // `without` strings not in it
  int titles = 0, titles_right = 0;
  int dates = 0, dates_right = 0, dates_given = 0;
  int authors = 0, authors_right = 0;
};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<Page> load(const fs::path& data, bool with_url) {
  std::vector<Page> pages;
  for (const auto& item : json::parse(read(data / "annotations.json"))) {
    Page page;
    page.file = item.at("file");
    if (with_url) page.url = item.value("url", "");
    page.bytes = read(data / "html" / page.file);
    page.annotation = item;
    pages.push_back(std::move(page));
  }
  return pages;
}

// White space as one space; nothing else is changed.
std::string normalised(std::string_view text) { return assay::web::one_line(text); }

// One name, or several.
std::string author_of(const json& value) {
  if (value.is_string()) return normalised(value.get<std::string>());
  std::string all;
  for (const auto& name : value)
    all.append(all.empty() ? "" : "; ").append(normalised(name.get<std::string>()));
  return all;
}

void report(bool misses, const Page& page, const char* what, const std::string& text) {
  if (misses) std::printf("%s %-14s %s\n", page.file.c_str(), what, text.c_str());
}

void score_page(const Page& page, const assay::web::Article& article, bool misses, Score& score) {
  const std::string text = normalised(article.text);
  for (const auto& wanted : page.annotation.value("with", json::array())) {
    const bool there = text.find(normalised(wanted.get<std::string>())) != text.npos;
    ++(there ? score.found : score.missing);
    if (!there) report(misses, page, "missing", wanted);
  }
  for (const auto& unwanted : page.annotation.value("without", json::array())) {
    const bool there = text.find(normalised(unwanted.get<std::string>())) != text.npos;
    ++(there ? score.wrong : score.excluded);
    if (there) report(misses, page, "wrong", unwanted);
  }
  if (page.annotation.contains("title")) {
    ++score.titles;
    const auto right = normalised(page.annotation["title"].get<std::string>());
    if (right == article.title)
      ++score.titles_right;
    else
      report(misses, page, "title", "[" + article.title + "] for [" + right + "]");
  }
  if (page.annotation.contains("author")) {
    ++score.authors;
    const std::string right = author_of(page.annotation["author"]);
    if (right == article.author)
      ++score.authors_right;
    else
      report(misses, page, "author", "[" + article.author + "] for [" + right + "]");
  }
  const std::string date = article.published ? article.published->to_string() : "none";
  if (page.annotation.contains("date")) {
    ++score.dates;
    score.dates_given += article.published.has_value();
    if (page.annotation["date"] == date)
      ++score.dates_right;
    else
      report(misses, page, "date", date + " for " + page.annotation["date"].get<std::string>());
  }
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double parse_all(const std::vector<Page>& pages) {
  const auto start = Clock::now();
  for (const auto& page : pages) {
    auto* document =
        htmlReadMemory(page.bytes.data(), static_cast<int>(page.bytes.size()), nullptr, nullptr,
                       HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER);
    xmlFreeDoc(document);
  }
  return seconds_since(start);
}

double extract_all(const std::vector<Page>& pages, std::string& slowest, double& slowest_seconds) {
  const auto start = Clock::now();
  for (const auto& page : pages) {
    const auto begin = Clock::now();
    try {
      assay::web::extract_article(page.bytes, {page.url, {}});
    } catch (const assay::web::Unreadable&) {
    }
    if (const double took = seconds_since(begin); took > slowest_seconds) {
      slowest_seconds = took;
      slowest = page.file;
    }
  }
  return seconds_since(start);
}

void print(const Score& s, std::size_t pages) {
  const double precision = static_cast<double>(s.found) / std::max(1, s.found + s.wrong);
  const double recall = static_cast<double>(s.found) / std::max(1, s.found + s.missing);
  const double f1 = 2 * precision * recall / std::max(1e-9, precision + recall);
  std::printf("pages %zu  F1 %.4f  precision %.4f  recall %.4f  (found %d, missing %d, wrong %d)\n",
              pages, f1, precision, recall, s.found, s.missing, s.wrong);
  std::printf("title %.3f (%d of %d)  date %.3f (%d of %d; %d given)  author %.3f (%d of %d)\n",
              static_cast<double>(s.titles_right) / std::max(1, s.titles), s.titles_right, s.titles,
              static_cast<double>(s.dates_right) / std::max(1, s.dates), s.dates_right, s.dates,
              s.dates_given, static_cast<double>(s.authors_right) / std::max(1, s.authors),
              s.authors_right, s.authors);
}

}  // namespace

int main(int argc, char** argv) {
  const char* shared = std::getenv("ASSAY_SHARED");
  fs::path data = fs::path(shared != nullptr ? shared : "../shared") / "data" / "extraction";
  bool misses = false;
  bool timed = true;
  bool with_url = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--misses")
      misses = true, timed = false;
    else if (argument == "--with-url")
      with_url = true;
    else if (argument == "--data" && i + 1 < argc)
      data = argv[++i];
  }
  if (!fs::exists(data / "annotations.json")) {
    std::fprintf(stderr, "no annotations.json in %s (set ASSAY_SHARED, or --data DIR)\n",
                 data.c_str());
    return 1;
  }
  const auto pages = load(data, with_url);
  Score score;
  for (const auto& page : pages) {
    assay::web::Article article;
    try {
      article = assay::web::extract_article(page.bytes, {page.url, {}});
    } catch (const assay::web::Unreadable& error) {
      report(misses, page, "unreadable", error.what());
    }
    score_page(page, article, misses, score);
  }
  print(score, pages.size());
  if (!timed) return 0;
  std::string slowest;
  double slowest_seconds = 0;
  double parse = 1e9;
  double extract = 1e9;
  for (int round = 0; round < 3; ++round) {
    parse = std::min(parse, parse_all(pages));
    slowest_seconds = 0;
    extract = std::min(extract, extract_all(pages, slowest, slowest_seconds));
  }
  const auto count = static_cast<double>(pages.size());
  std::printf(
      "parsing alone %.0f pages/s, extraction %.0f pages/s: %.2f times as long; slowest %s, %.1f "
      "ms\n",
      count / parse, count / extract, extract / parse, slowest.c_str(), slowest_seconds * 1000);
  return 0;
}
