#include "report/html/style.h"

#include "report/html/base64.h"
#include "report/html/markup.h"
#include "report/html/stylesheets.h"

namespace assay::report {

std::string report_style() { return std::string(base_css) + std::string(report_css); }
std::string index_style() { return std::string(base_css) + std::string(index_css); }

std::string_view verdict_class(std::optional<core::Verdict> verdict) {
  if (!verdict) return "open";
  switch (*verdict) {
    case core::Verdict::supported:
      return "supported";
    case core::Verdict::refuted:
      return "refuted";
    case core::Verdict::conflicting:
      return "conflicting";
    case core::Verdict::not_enough_evidence:
      break;
  }
  return "unknown";
}

std::string page_start(std::string_view title, std::string_view body_class, std::string_view style,
                       std::string_view script) {
  std::string policy = "default-src 'none'; img-src data:; style-src " + csp_hash(style);
  if (!script.empty()) policy += "; script-src " + csp_hash(script);
  policy += "; base-uri 'none'; form-action 'none'";
  Markup out;
  out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  out.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}});
  out.raw(
      "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n");
  {
    const auto element = out.open("title");
    out.text(title, 200);
  }
  // Neither is text of anybody but this program.
  out.raw("<style>");
  out.raw(style);
  out.raw("</style>\n</head>\n");
  out.raw("<body class=\"");
  out.words(body_class);
  out.raw("\">\n");
  return out.take();
}

}  // namespace assay::report
