// A libFuzzer target of what is read from a model's answer: a model may write anything, and a page
// that it read may make it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/core/label_space.h"
#include "language/utf8.h"
#include "models/repetition.h"
#include "reasoning/prompted/quotes.h"
#include "reasoning/prompted/read_actions.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/read_label.h"
#include "reasoning/prompted/references.h"

namespace {

using namespace assay;
using namespace assay::reasoning;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_plan(const models::ChatAnswer& answer) {
  const std::vector<core::ToolHelp> tools{{"web_search", "", ""}, {"reverse_search", "", ""}};
  const auto object = prompted::read_object(answer, {"actions"});
  const auto read = object.object ? prompted::read_actions(object.object->at("actions"), tools)
                                  : prompted::read_actions(std::string_view(answer.text), tools);
  require(read.actions.size() <= 20 && read.left_out.size() <= 20);
  for (const auto& action : read.actions)
    require(!action.arguments.at(0).empty() &&
            (action.tool == "web_search" || action.tool == "reverse_search"));
}

void read_verdict(const models::ChatAnswer& answer) {
  const auto labels = core::LabelSpace::named("averitec");
  const auto reading = prompted::read_judgement(answer, labels, true);
  if (!reading.value) return require(!reading.problem.empty());
  require(labels.find(reading.value->label) != nullptr);
  require(reading.value->confidence >= 0 && reading.value->confidence <= 1);
  require(language::is_utf8(reading.value->key_findings));
}

void read_prose(const models::ChatAnswer& answer) {
  const prompted::Known known{[](std::string_view id) { return id == "E1"; },
                              [](int image) { return image == 1; },
                              [](std::string_view url) { return url == "http://a.b"; }};
  const auto prose = prompted::prose_of(answer, 20'000);
  require(language::is_utf8(prose));
  const auto once = prompted::checked_references(prose, known);
  // What was left refers to what exists: nothing more is taken out.
  require(prompted::checked_references(once.text, known).removed.empty());
}

// The first line is the sentence that is sought in the others.
void find_quotation(std::string_view text) {
  const auto line = text.find('\n');
  if (line == text.npos) return;
  const auto page = text.substr(line + 1);
  const auto found = prompted::Quotes(page, "blob").find(text.substr(0, line));
  if (!found) return;
  require(found->begin < found->end && found->end <= page.size());
  require(page.substr(found->begin, found->end - found->begin) == found->text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  models::ChatAnswer answer;
  answer.text.assign(reinterpret_cast<const char*>(data), size);
  if (size > 0 && data[size - 1] == 'c') answer.finish = models::Finish::cut;
  read_plan(answer);
  read_verdict(answer);
  read_prose(answer);
  find_quotation(answer.text);
  models::is_repetitive(answer.text);
  return 0;
}
