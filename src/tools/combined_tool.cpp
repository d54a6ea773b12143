#include "tools/combined_tool.h"

#include <algorithm>
#include <exception>
#include <iterator>

#include "io/when_all.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

void add(Findings part, Findings& all) {
  std::ranges::move(part.found, std::back_inserter(all.found));
  std::ranges::move(part.excluded, std::back_inserter(all.excluded));
  all.effort.requests += part.effort.requests;
  if (part.effort.cost) all.effort.cost = all.effort.cost.value_or(0) + *part.effort.cost;
  if (all.effort.incomplete.empty()) all.effort.incomplete = std::move(part.effort.incomplete);
}

}  // namespace

std::string CombinedTool::version() const {
  std::string version;
  for (const auto& part : parts_) version += (version.empty() ? "" : "+") + part->version();
  return version;
}

std::string CombinedTool::options() const {
  std::string options;
  for (const auto& part : parts_) options += (options.empty() ? "" : "+") + part->options();
  return options;
}

awaitable<Findings> CombinedTool::perform(Request request) const {
  std::vector<awaitable<Findings>> performing;
  for (const auto& part : parts_) performing.push_back(part->perform(request));
  const auto at_once = performing.size();
  auto outcomes = co_await io::when_all(std::move(performing), at_once);
  Findings all;
  std::exception_ptr failure;
  std::string missing;
  bool any = false;
  for (auto& outcome : outcomes) {
    try {
      add(std::move(outcome.get()), all);
      any = true;
    } catch (const std::exception& error) {
      failure = std::current_exception();
      missing = error.what();
    }
  }
  if (!any && failure) std::rethrow_exception(failure);
  if (failure && all.effort.incomplete.empty()) all.effort.incomplete = std::move(missing);
  co_return all;
}

std::vector<std::shared_ptr<const Tool>> combined(std::vector<std::shared_ptr<const Tool>> tools) {
  std::vector<std::vector<std::shared_ptr<const Tool>>> groups;
  for (auto& tool : tools) {
    const auto group = std::ranges::find_if(
        groups, [&](const auto& one) { return one.front()->name() == tool->name(); });
    if (group == groups.end())
      groups.push_back({std::move(tool)});
    else
      group->push_back(std::move(tool));
  }
  std::vector<std::shared_ptr<const Tool>> all;
  for (auto& group : groups)
    all.push_back(group.size() == 1 ? std::move(group.front())
                                    : std::make_shared<CombinedTool>(std::move(group)));
  return all;
}

}  // namespace assay::tools
