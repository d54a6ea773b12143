#include "report/html/icons.h"

#define ASSAY_ICON(path) \
  "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"" path "\"/></svg>"

namespace assay::report {
namespace {

constexpr std::string_view check = ASSAY_ICON("M4.5 12.5l5 5 10-11");
constexpr std::string_view cross = ASSAY_ICON("M6 6l12 12M18 6L6 18");
constexpr std::string_view both =
    ASSAY_ICON("M4 8.5h15M15.5 5l3.5 3.5-3.5 3.5M20 15.5H5M8.5 12L5 15.5 8.5 19");
constexpr std::string_view question =
    ASSAY_ICON("M8.3 9a3.7 3.7 0 1 1 5.4 3.3c-1.2.6-1.7 1.3-1.7 2.7M12 18.6v.2");
constexpr std::string_view dash = ASSAY_ICON("M5 12h14");
constexpr std::string_view triangle = ASSAY_ICON("M12 3.5L22 20.5H2zM12 10v5M12 17.6v.2");
constexpr std::string_view hourglass =
    ASSAY_ICON("M6 3h12M6 21h12M7.5 3c0 5 9 7 9 18M16.5 3c0 5-9 7-9 18");

}  // namespace

std::string_view icon(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::supported:
      return check;
    case core::Verdict::refuted:
      return cross;
    case core::Verdict::conflicting:
      return both;
    case core::Verdict::not_enough_evidence:
      break;
  }
  return question;
}

std::string_view icon(core::Stance stance) {
  switch (stance) {
    case core::Stance::supports:
      return check;
    case core::Stance::contradicts:
      return cross;
    case core::Stance::touches:
      break;
  }
  return dash;
}

std::string_view warning_icon() { return triangle; }
std::string_view open_icon() { return hourglass; }

}  // namespace assay::report
