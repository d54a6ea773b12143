#pragma once
#include <string_view>

namespace assay::report {

// The search of the index page: shows its field, and hides the rows that don't hold all its words.
inline constexpr std::string_view index_script = R"js(
(function () {
  var box = document.getElementById("search");
  var field = document.getElementById("words");
  var shown = document.getElementById("shown");
  var rows = Array.prototype.slice.call(document.querySelectorAll("#claims tbody tr"));
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  box.hidden = false;
  field.addEventListener("input", function () {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    var count = 0;
    rows.forEach(function (row, i) {
      row.hidden = !words.every(function (word) { return texts[i].indexOf(word) >= 0; });
      if (!row.hidden) { count += 1; }
    });
    shown.textContent = words.length ? count + " of " + rows.length + " claims hold these words" : "";
  });
})();
)js";

}  // namespace assay::report
