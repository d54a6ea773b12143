#pragma once
#include <string>

#include "records.h"

namespace assay::report::test {

// A record whose every text tries to become markup.
inline core::Record hostile(const std::string& text) {
  const Json source{
      {"document", text},
      {"url", "javascript:alert(1)//" + text},
      {"title", text},
      {"publisher", text},
      {"extractor", text},
      {"text_blob", text},
      {"language", text},
      {"match",
       {{"query", 1},
        {"found", 2},
        {"description", text},
        {"differences", {{{"in_query", {-1e300, 2, 0.5, 0.5}}, {"in_found", {0.1, 0.1, 9, 9}}}}}}}};
  const auto image = [&](int number) {
    return Json{{"number", number}, {"file", text},   {"sha256", text}, {"caption", text},
                {"alt", text},      {"nearby", text}, {"note", text}};
  };
  const Json action{{"tool", text}, {"arguments", {text, text}}, {"reason", text}};
  RecordBuilder builder;
  builder
      .add(EntryType::start,
           {{"program", text}, {"version", text}, {"configuration", {{text, text}}}})
      .add(EntryType::claim, {{"id", text},
                              {"text", text},
                              {"images", Json::array({image(1)})},
                              {"speaker", text},
                              {"origin", text},
                              {"place", text},
                              {"post", text}})
      .step(EntryType::plan, text, 1, 0,
            {{"actions", {action}}, {"reasoning", text}, {"uncovered", {text}}}, text)
      .step(EntryType::tool_result, text, 1, 0,
            {{"action", action},
             {"sources", {source}},
             {"excluded", {{{"source", source}, {"reason", text}}}},
             {"error", text}})
      .add(EntryType::evidence,
           {{"id", text},
            {"source", source},
            {"takeaways", text},
            {"images", Json::array({image(2), image(3)})},
            {"quotations", {{{"blob", "b"}, {"begin", 0}, {"end", 1}, {"text", text}}}}})
      .add(EntryType::repeat, {{"evidence", text}, {"source", source}, {"reason", text}})
      .step(EntryType::development, text, 1, 0,
            {{"prose", text},
             {"findings",
              {{{"evidence", text}, {"quotation", 0}, {"stance", "supports"}, {"reasons", {text}}},
               {{"evidence", text}, {"stance", "touches"}, {"reasons", {text}}}}},
             {"missing", {text}}})
      .step(EntryType::judgement, text, 1, 0,
            {{"verdict", "supported"},
             {"label", text},
             {"confidence", 0.5},
             {"key_findings", text},
             {"reasons", {text}}})
      .step(EntryType::justification, text, 1, 0, {{"text", text + " [" + text + "]"}})
      .add(EntryType::warning, {{"message", text}})
      .add(EntryType::end, Json::object());
  return builder.record();
}

}  // namespace assay::report::test
