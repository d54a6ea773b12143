#include "html_pages.h"

#include <cstdlib>
#include <filesystem>

#include "demo_report.h"
#include "support/support.h"

namespace assay::report::test {

std::string demo_page() {
  const auto demo = demo_report();
  return html(demo.view(), demo.options());
}

std::vector<IndexRow> demo_rows() {
  using core::Verdict;
  std::vector<IndexRow> rows;
  const auto add = [&](const char* id, const char* claim, std::optional<Verdict> verdict,
                       const char* label, double confidence) {
    rows.push_back(
        {id, claim, verdict, label, confidence, std::string("claims/") + id + "/report.html", ""});
  };
  add("bridge", "The bridge opened in 1937.", Verdict::supported, "Supported", 0.97);
  add("lake-1",
      "This photograph shows the flooded valley of Ormeley in May 2023, after the dam broke.",
      Verdict::refuted, "Out of context", 0.91);
  add("tower", "The Eiffel Tower is 330 metres tall.", Verdict::conflicting, "conflicting", 0.6);
  add("penguins", "Penguins invented the bicycle in Brazil.", Verdict::not_enough_evidence,
      "Not Enough Evidence", 0.72);
  add("arabic", "افتُتح الجسر عام 1947 أمام حركة المرور.", Verdict::refuted, "Refuted", 0.83);
  add("chinese", "这座桥于1937年通车。", Verdict::supported, "Supported", 0.88);
  rows.push_back({"failed", "A claim that failed", {}, "", 0, "", "the disk is full"});
  rows.push_back(
      {"open", "A claim that is not finished", {}, "", 0, "claims/open/report.html", ""});
  return rows;
}

std::string demo_index() { return html_index(demo_rows()); }

void keep_for_people(const std::string& name, const std::string& bytes) {
  if (const char* folder = std::getenv("ASSAY_KEEP_PAGES"))
    assay::test::write(std::filesystem::path(folder) / name, bytes);
}

}  // namespace assay::report::test
