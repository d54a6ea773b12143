#pragma once
#include <cstdio>
#include <string>

namespace assay::test {

// A PDF of one page for each text, made for the tests. `extra` goes into the trailer.
inline std::string make_pdf(const std::string& text, const std::string& info = "",
                            const std::string& extra = "") {
  std::string objects[] = {
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 "
      "R>>>>>>",
      "",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      "<<" + info + ">>"};
  const std::string stream = "BT /F 12 Tf 72 700 Td 14 TL " + text + " ET";
  objects[3] = "<</Length " + std::to_string(stream.size()) + ">>stream\n" + stream + "\nendstream";
  std::string pdf = "%PDF-1.4\n";
  std::string table;
  for (int i = 0; i < 6; ++i) {
    char line[32];
    std::snprintf(line, sizeof line, "%010zu 00000 n \n", pdf.size());
    table += line;
    pdf += std::to_string(i + 1) + " 0 obj" + objects[i] + "\nendobj\n";
  }
  const auto start = pdf.size();
  pdf += "xref\n0 7\n0000000000 65535 f \n" + table + "trailer<</Size 7/Root 1 0 R/Info 6 0 R" +
         extra + ">>\nstartxref\n" + std::to_string(start) + "\n%%EOF\n";
  return pdf;
}

// One that needs a password which nobody has.
inline std::string encrypted_pdf() {
  const std::string hash(64, '5');
  return make_pdf("(secret) Tj", "",
                  "/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<" + hash + ">/U<" + hash +
                      ">>>/ID[<31323334><31323334>]");
}

}  // namespace assay::test
