#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/html/parts.h"
#include "report/html/style.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_page = 1'950'000;  // bytes
constexpr std::size_t most_pictures = 960'000;   // bytes of JPEG
// Bytes of the page's text.
constexpr std::size_t cards_budget = 250'000;
constexpr std::size_t short_cards_budget = 50'000;

// Cards are made for cited items first, so that these have room, and shown in the order of the
// record.
class Cards {
 public:
  explicit Cards(PageContext& page) : page_(page), made_(page.view.evidence.size()) {
    for (const bool cited : {true, false})
      for (std::size_t i = 0; i < made_.size(); ++i)
        if (page.view.evidence[i].cited == cited) make(i);
  }

  void write(Markup& out) const {
    const auto section =
        out.open("section", {{"id", "evidence"}, {"aria-labelledby", "evidence-title"}});
    out.element("h2", {{"id", "evidence-title"}}, "Evidence");
    if (made_.empty()) return out.element("p", {}, nothing());
    {
      const auto list = out.open("ol", {{"class", "cards"}});
      for (const auto& card : made_) out.raw(card);
    }
    if (counted_ > 0)
      out.element("p", {},
                  fmt::format("And {} of evidence that this page has no room for; the "
                              "record holds them all.",
                              counted(counted_, "item")));
  }

 private:
  std::string_view nothing() const {
    return page_.view.without_evidence ? "No search was made, so there is none."
                                       : "No source said anything about the claim.";
  }

  void make(std::size_t index) {
    Markup out;
    if (size_ < cards_budget)
      write_card(out, page_, index);
    else if (size_ < cards_budget + short_cards_budget)
      write_short_card(out, page_, index);
    made_[index] = out.take();
    size_ += text_size(made_[index]);
    if (!made_[index].empty()) return;
    page_.anchors.hide(index);
    ++counted_;
  }

  // Without the pictures, which have their own budget.
  static std::size_t text_size(const std::string& html) {
    constexpr std::string_view data = "src=\"data:";
    std::size_t size = html.size();
    for (auto at = html.find(data); at != std::string::npos; at = html.find(data, at)) {
      const auto end = html.find('"', at + data.size());
      size -= end - at;
      at = end;
    }
    return size;
  }

  PageContext& page_;
  std::vector<std::string> made_;
  std::size_t size_ = 0;
  std::size_t counted_ = 0;
};

std::optional<core::Verdict> verdict_of(const ReportView& view) {
  if (!view.judgement) return std::nullopt;
  return view.judgement->verdict;
}

std::string title_of(const ReportView& view) {
  const auto verdict = view.judgement ? capitalized(core::to_string(view.judgement->verdict))
                                      : std::string("No verdict yet");
  return verdict + ": " + one_line(view.claim.text.plain(), 50);
}

std::string write_page(PageContext& page) {
  Markup claim;
  write_claim(claim, page);  // its pictures come before those of the cards
  const Cards cards(page);

  Markup out;
  out.raw(page_start(title_of(page.view), verdict_class(verdict_of(page.view)), report_style()));
  out.element("a", {{"class", "skip"}, {"href", "#main"}}, "Skip to the claim");
  write_verdict(out, page);
  write_contents(out, page);
  {
    const auto main = out.open("main", {{"id", "main"}, {"class", "column"}});
    out.raw(claim.take());
    write_justification(out, page);
    cards.write(out);
    write_missing(out, page);
    write_warnings(out, page);
    write_turns(out, page);
    if (!page.view.without_evidence) write_searches(out, page);
    write_calls(out, page);
    write_time(out, page);
  }
  write_about(out, page);
  out.raw("</body>\n</html>\n");
  return out.take();
}

}  // namespace

std::string html(const ReportView& view, const HtmlOptions& options) {
  // Once to learn how many pictures are shown and how much room the text leaves them.
  PageContext measured{view, Anchors(view), Pictures()};
  const std::size_t text = write_page(measured).size();
  const std::size_t room = longest_page - std::min(text, longest_page);
  const std::size_t budget = std::min(most_pictures, room / 4 * 3);  // base64 makes a third more
  PageContext page{view, Anchors(view), Pictures(options, measured.pictures.count(), budget)};
  return write_page(page);
}

}  // namespace assay::report
