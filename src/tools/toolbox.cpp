#include "tools/toolbox.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "io/deadline.h"
#include "language/instructions.h"
#include "tools/own_page.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

constexpr std::size_t actions_at_once = 16;

// What in a text addresses whoever reads it as a language model.
std::vector<core::SuspiciousPassage> suspicious_passages(std::string_view text) {
  std::vector<core::SuspiciousPassage> all;
  for (const auto& [kind, span] : language::instructions_to_models(text))
    all.push_back({std::string(kind), span.begin, span.end,
                   std::string(text.substr(span.begin, span.end - span.begin))});
  return all;
}

core::Source keep(Found found, const io::Blobs& blobs) {
  for (auto& picture : found.pictures) {
    auto& image = picture.image;
    image.sha256 = blobs.keep(picture.bytes);
    const auto& words = image.caption.empty() ? image.alt : image.caption;
    if (!words.empty()) image.words_blob = blobs.keep(words);
    found.source.images.push_back(std::move(picture.image));
  }
  found.source.suspicious = suspicious_passages(found.text);
  found.source.text_blob = blobs.keep(found.text);
  found.source.bytes_blob =
      found.bytes == found.text ? found.source.text_blob : blobs.keep(found.bytes);
  return std::move(found.source);
}

// The pictures that an action's arguments name.
struct NamedPictures {
  std::vector<core::Image> images;
  std::string error;  // why one can't be used
};

NamedPictures named_pictures(const core::Action& action, const core::Record& record) {
  NamedPictures named;
  for (const auto& argument : action.arguments)
    for (const auto ref : core::MultimodalText(argument).images()) {
      const auto* image = record.find_image(ref.number);
      if (image == nullptr)
        named.error = "there is no " + core::to_string(ref);
      else if (image->sha256.empty())
        named.error = core::to_string(ref) +
                      " can't be used: " + (image->note.empty() ? "it is not kept" : image->note);
      else
        named.images.push_back(*image);
    }
  return named;
}

using Until = std::optional<std::chrono::steady_clock::time_point>;

// By value: a coroutine.
awaitable<Findings> perform_in_time(const Tool* tool, Request request, Until until) {
  if (!until) co_return co_await tool->perform(std::move(request));
  auto findings = co_await io::before(*until, tool->perform(std::move(request)));
  if (!findings) throw core::InputError("not finished when the time for gathering was over");
  co_return std::move(*findings);
}

// What is the page that the claim is from becomes what is left out.
void leave_out_own(const OwnPage* own, Findings& findings) {
  if (own == nullptr) return;
  std::erase_if(findings.found, [&](Found& found) {
    auto reason = own->is_it({found.source.url}, found.text);
    if (reason) findings.excluded.push_back({std::move(found.source), std::move(*reason)});
    return reason.has_value();
  });
}

awaitable<core::ToolResult> perform_one(const Tool* tool, core::Action action, NamedPictures named,
                                        std::shared_ptr<const OwnPage> own, const io::Blobs& blobs,
                                        Until until) {
  core::ToolResult result;
  result.action = action;
  result.error = tool == nullptr ? "there is no tool '" + action.tool + "'" : named.error;
  if (!result.error.empty()) co_return result;
  Findings findings;
  try {
    Request request;
    request.action = std::move(action);
    for (auto& image : named.images) {
      auto bytes = blobs.read(image.sha256);
      request.pictures.push_back({std::move(image), std::move(bytes)});
    }
    findings = co_await perform_in_time(tool, std::move(request), until);
    leave_out_own(own.get(), findings);
  } catch (const boost::system::system_error& error) {
    // Cancellation is never a failure of the tool.
    if (error.code() == boost::asio::error::operation_aborted) throw;
    result.error = error.what();
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  for (auto& found : findings.found) result.sources.push_back(keep(std::move(found), blobs));
  result.excluded = std::move(findings.excluded);
  result.effort = std::move(findings.effort);
  co_return result;
}

// A picture is its bytes: the same number can mean another one in another record.
std::string inputs_of(const core::Action& action, const NamedPictures& named) {
  if (named.images.empty()) return io::hash_of(action);
  core::Json inputs{{"action", action}};
  for (const auto& image : named.images) inputs["pictures"].push_back(image.sha256);
  return io::hash_of(inputs);
}

// Numbers what was found after the pictures that the record has; the same bytes have one number.
void number_pictures(core::ToolResult& result, const core::Record& record) {
  std::map<std::string, int> numbers;
  int last = 0;
  for (const auto& image : record.images()) {
    numbers.emplace(image.sha256, image.number);
    last = std::max(last, image.number);
  }
  for (auto& source : result.sources) {
    for (auto& image : source.images) {
      const auto [place, fresh] = numbers.emplace(image.sha256, last + 1);
      if (fresh) ++last;
      image.number = place->second;
    }
    if (source.match && !source.images.empty()) source.match->found = source.images.front().number;
  }
}

bool holds_all(const io::Blobs& blobs, const core::Source& source) {
  return blobs.holds(source.text_blob) && blobs.holds(source.bytes_blob) &&
         std::ranges::all_of(source.images, [&](const core::Image& image) {
           return blobs.holds(image.sha256) &&
                  (image.words_blob.empty() || blobs.holds(image.words_blob));
         });
}

}  // namespace

std::vector<core::ToolHelp> Toolbox::help() const {
  std::vector<core::ToolHelp> all;
  for (const auto& tool : tools_) all.push_back(tool->help());
  return all;
}

const Tool* Toolbox::find(const std::string& name) const {
  for (const auto& tool : tools_)
    if (tool->name() == name) return tool.get();
  return nullptr;
}

awaitable<std::vector<core::ToolResult>> Toolbox::perform(io::RecordFile& record, int turn,
                                                          core::Plan plan, Until until) const {
  std::vector<io::Step<core::ToolResult>> steps;
  for (std::size_t i = 0; i < plan.actions.size(); ++i) {
    const auto& action = plan.actions[i];
    const Tool* tool = find(action.tool);
    io::Step<core::ToolResult> step;
    step.key.stage = action.tool;
    step.key.version = tool != nullptr ? tool->version() : "";
    step.key.turn = turn;
    step.key.index = static_cast<int>(i);
    step.key.options = tool != nullptr ? tool->options() : "";
    if (own_) step.key.options += "+" + own_->identity();
    auto named = named_pictures(action, record.record());
    step.inputs = inputs_of(action, named);
    step.run = [tool, action, named = std::move(named), own = own_, &blobs = record.blobs(),
                until] { return perform_one(tool, action, named, own, blobs, until); };
    step.usable = [&blobs = record.blobs()](const core::ToolResult& result) {
      return std::ranges::all_of(
          result.sources, [&](const core::Source& source) { return holds_all(blobs, source); });
    };
    step.finish = [&record](core::ToolResult& result) { number_pictures(result, record.record()); };
    steps.push_back(std::move(step));
  }
  return record.steps(core::EntryType::tool_result, std::move(steps), actions_at_once);
}

}  // namespace assay::tools
