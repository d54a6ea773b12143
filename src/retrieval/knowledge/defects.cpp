#include "retrieval/knowledge/defects.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "retrieval/store/report.h"

namespace assay::retrieval {
namespace {

struct Kind {
  const char* key;
  std::uint64_t Defects::* count;
  const char* one;
  const char* many;
};

constexpr std::array kinds{
    Kind{"broken_lines", &Defects::broken_lines, "broken line", "broken lines"},
    Kind{"wrong_types", &Defects::wrong_types, "line with a field of the wrong type",
         "lines with a field of the wrong type"},
    Kind{"empty_texts", &Defects::empty_texts, "document without text", "documents without text"},
    Kind{"repeated_urls", &Defects::repeated_urls, "repeated address", "repeated addresses"},
    Kind{"unknown_claims", &Defects::unknown_claims, "line or file of an unknown claim",
         "lines or files of unknown claims"},
    Kind{"unreadable", &Defects::unreadable, "file that can't be read", "files that can't be read"},
    Kind{"other_files", &Defects::other_files, "file of another kind", "files of other kinds"}};

}  // namespace

void Defects::note(std::string where, std::string reason) {
  if (problems.size() < most_noted_defects)
    problems.push_back({std::move(where), std::move(reason)});
}

Defects& Defects::operator+=(const Defects& more) {
  for (const auto& kind : kinds) this->*kind.count += more.*kind.count;
  for (const auto& problem : more.problems) note(problem.where, problem.reason);
  return *this;
}

bool operator==(const Defects& a, const Defects& b) {
  for (const auto& kind : kinds)
    if (a.*kind.count != b.*kind.count) return false;
  return true;
}

core::Json to_json(const Defects& defects) {
  core::Json json = core::Json::object();
  for (const auto& kind : kinds) json[kind.key] = defects.*kind.count;
  json["problems"] = core::Json::array();
  for (const auto& problem : defects.problems)
    json["problems"].push_back({{"where", problem.where}, {"reason", problem.reason}});
  return json;
}

Defects defects_of(const core::Json& json) {
  Defects defects;
  for (const auto& kind : kinds) defects.*kind.count = json.value(kind.key, std::uint64_t{0});
  const auto problems = json.find("problems");
  if (problems != json.end() && problems->is_array())
    for (const auto& problem : *problems)
      defects.note(problem.value("where", std::string()), problem.value("reason", std::string()));
  return defects;
}

std::vector<std::string> defect_lines(const Defects& defects) {
  std::vector<std::string> lines;
  for (const auto& problem : defects.problems)
    lines.push_back(problem.where + ": " + problem.reason);
  std::string counts;
  for (const auto& kind : kinds)
    if (defects.*kind.count > 0)
      counts += (counts.empty() ? "" : ", ") + counted(defects.*kind.count, kind.one, kind.many);
  if (!counts.empty()) lines.push_back("defects: " + counts);
  return lines;
}

}  // namespace assay::retrieval
