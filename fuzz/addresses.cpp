// A libFuzzer target of addresses: pages and searches bring them, so anyone may have written them.
// The first line is an address or title, the others are a user's list.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "assay/core/error.h"
#include "web/sites/leak_rules.h"
#include "web/sites/site_judge.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_address(std::string_view text) {
  const auto address = web::parse_address(text);
  if (!address) return;
  require(!address->host.empty() && !address->site.empty() && address->path.starts_with('/'));
  require(("." + address->host).ends_with("." + address->site));
  // Written out, it is the same address, unless it grew beyond what an address may be.
  const auto written = address->to_string();
  const auto again = web::parse_address(written);
  require(again == address || written.size() > web::longest_address);
  for (const auto& part : web::path_parts(*address))
    require(!part.empty() && part != "." && part != "..");
}

void judge(const web::SiteLists& lists, const std::string& text) {
  const web::SiteJudge judge(lists);
  try {
    const auto judgement = judge.judge(text);
    require(judgement.excluded == !judgement.exclusion_reason.empty());
    require(!judgement.must_follow || judgement.excluded);
    require(!judgement.reason().empty());
  } catch (const core::InputError&) {
  }
  web::PageLeakFacts page;
  page.addresses = {text, "https://example.org/"};
  page.canonical = text;
  page.title = text;
  page.claim = "The moon is made of green cheese";
  const web::LeakRules rules(judge, {});
  rules.find(page);
  rules.telling_address(text, page.claim);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const web::SiteLists built_in;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  read_address(line);
  judge(built_in, std::string(line));
  if (line.size() == size) return 0;
  web::SiteLists own(web::SiteLists::Empty{});
  try {
    own.add(text.substr(line.size() + 1), "list", true);
  } catch (const core::InputError&) {
  }
  return 0;
}
