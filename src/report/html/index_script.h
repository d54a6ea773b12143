#pragma once
#include <string_view>

namespace assay::report {

// The search of the index page, which hides the rows that don't hold all its words, and the sorting
// by a column, at first by the largest number or the first word.
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
  var table = document.getElementById("claims");
  var heads = Array.prototype.slice.call(table.querySelectorAll("thead th"));
  function value(row, column) {
    var text = row.cells[column].textContent.trim();
    if (!row.cells[column].classList.contains("number")) { return text.toLowerCase(); }
    var number = parseFloat(text.replace(/,/g, "").replace(/^[^0-9.]+/, ""));
    return isNaN(number) ? -1 : number;
  }
  heads.forEach(function (head, column) {
    var button = document.createElement("button");
    button.className = "sort";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    button.addEventListener("click", function () {
      var numbers = rows.some(function (row) { return row.cells[column].classList.contains("number"); });
      var before = head.getAttribute("aria-sort");
      var down = before ? before === "ascending" : numbers;
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      table.caption.textContent = "The claims, by: " + button.textContent;
      rows.slice().sort(function (a, b) {
        var x = value(a, column), y = value(b, column);
        return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
      }).forEach(function (row) { table.tBodies[0].appendChild(row); });
    });
  });
})();
)js";

}  // namespace assay::report
