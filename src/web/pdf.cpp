#include "web/pdf.h"

#include <iconv.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <memory>
#include <string>

#include "web/clean_text.h"
#include "web/page_language.h"

namespace assay::web {
namespace {

// Of UTF-16 code units; poppler's own conversion goes through iconv, which loads libraries.
std::string to_utf8(const poppler::ustring& text) {
  std::string result;
  const auto size = text.size();
  for (std::size_t i = 0; i < size;) {
    UChar32 c = 0;
    U16_NEXT(text, i, size, c);
    if (c == 0 || U_IS_SURROGATE(c)) continue;
    char buffer[U8_MAX_LENGTH];
    std::size_t length = 0;
    U8_APPEND_UNSAFE(buffer, length, c);
    result.append(buffer, length);
  }
  return result;
}

std::optional<core::Date> date_of(time_t seconds) {
  if (seconds == static_cast<time_t>(-1) || seconds <= 0) return std::nullopt;
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return std::nullopt;
  return core::Date::of(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

// One page's lines as paragraphs: a line that ends early, or an empty one, ends a paragraph; a word
// split at a line's end is joined.
std::string paragraphs_of(const std::string& page) {
  std::size_t longest = 0;
  for (std::string_view rest = page; !rest.empty();) {
    const auto end = std::min(rest.find_first_of("\n\f"), rest.size());
    longest = std::max(longest, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::string result;
  std::string paragraph;
  const auto finish = [&] {
    if (!paragraph.empty()) result.append(result.empty() ? "" : "\n\n").append(paragraph);
    paragraph.clear();
  };
  for (std::string_view rest = page; !rest.empty();) {
    const auto end = std::min(rest.find_first_of("\n\f"), rest.size());
    const std::string line = one_line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) {
      finish();
      continue;
    }
    const bool letter_before = paragraph.size() > 1 && paragraph.back() == '-' &&
                               ((paragraph[paragraph.size() - 2] | 0x20) >= 'a');
    if (letter_before && line[0] >= 'a' && line[0] <= 'z')
      paragraph.pop_back();
    else if (!paragraph.empty())
      paragraph += ' ';
    paragraph += line;
    if (line.size() * 3 < longest * 2) finish();
  }
  finish();
  return result;
}

// What the library finds wrong with a document is no message to our user.
void silence() {
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
}

std::unique_ptr<poppler::document> open(std::string_view bytes) {
  silence();
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Unreadable("the PDF is too long");
  const auto head = bytes.substr(0, 1024);
  if (head.find("%PDF-") == head.npos) throw Unreadable("not a PDF: its header is missing");
  std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document) throw Unreadable("a broken PDF: it cannot be opened");
  if (document->is_locked()) throw Unreadable("an encrypted PDF: it needs a password");
  if (document->pages() <= 0) throw Unreadable("a broken PDF: no pages in it");
  return document;
}

}  // namespace

Article extract_pdf(std::string_view bytes, const ArticleHints& hints, const PdfLimits& limits) {
  const auto document = open(bytes);
  Article article;
  article.title = one_line(to_utf8(document->info_key("Title")));
  article.author = one_line(to_utf8(document->info_key("Author")));
  article.published = date_of(document->info_date_t("CreationDate"));
  article.modified = date_of(document->info_date_t("ModDate"));
  const int pages = std::min(document->pages(), limits.pages);
  int unreadable = 0;
  for (int i = 0; i < pages && article.text.size() < limits.text; ++i) {
    const std::unique_ptr<poppler::page> page(document->create_page(i));
    if (!page) {
      ++unreadable;
      continue;
    }
    const auto text =
        paragraphs_of(to_utf8(page->text(poppler::rectf(), poppler::page::raw_order_layout)));
    if (!text.empty()) article.text.append(article.text.empty() ? "" : "\n\n").append(text);
  }
  if (article.text.empty())
    throw Unreadable(unreadable == pages ? "a broken PDF: no page can be read"
                                         : "no text in the PDF (it may be a scan)");
  article.url = one_line(hints.url);
  article.language = language_of(article.text);
  article.extractor = pdf_extractor;
  return article;
}

void prepare_pdf() {
  // poppler converts its texts by iconv, which loads a library per charset when it is first asked;
  // these stay open so that it never has to again.
  static const iconv_t kept[] = {::iconv_open("UTF-16", "UTF-8"), ::iconv_open("UTF-8", "UTF-16"),
                                 ::iconv_open("UTF-16LE", "UTF-8"),
                                 ::iconv_open("UTF-8", "UTF-16LE")};
  (void)kept;
  // Reading any document makes the library set itself up.
  static constexpr std::string_view smallest =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 "
      "R]/Count "
      "1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 "
      "R/Resources<</Font"
      "<</F 5 0 R>>>>>>endobj\n4 0 obj<</Length 29>>stream\nBT /F 9 Tf 1 1 Td (a) Tj ET "
      "\nendstream "
      "endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 "
      "R>>";
  try {
    extract_pdf(smallest);
  } catch (const Unreadable&) {
  }
}

}  // namespace assay::web
