#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "web/sites/address.h"
#include "web/sites/site_lists.h"

namespace assay::web {

enum class SiteClass : std::uint8_t { unsure, reliable, unreliable, satire, fact_check };
// `unsure`, `reliable`, `unreliable`, `satire`, `fact-check`.
std::string_view to_string(SiteClass site_class);

// The reason of a site's class where there is nothing to go by.
inline constexpr std::string_view no_list_names_it = "no list names this site";

// What is known of an address by itself.
struct SiteJudgement {
  std::string site;  // registrable domain of where it ends, a host where there is none
  SiteClass site_class = SiteClass::unsure;
  std::string class_reason;       // why it has this class
  bool excluded = false;          // benchmark mode drops it
  std::string exclusion_reason;   // and why; empty where it doesn't
  bool forbids_programs = false;  // is that why it is dropped?
  std::string copy_of;            // the address that it leads to; empty where it stands for itself
  // It leads to an address that can't be known without following it: excluded until it was followed
  // and judged with where it ended.
  bool must_follow = false;
  bool needs_browser = false;  // shows little without one

  // Why it is dropped; else why it has its class.
  const std::string& reason() const { return excluded ? exclusion_reason : class_reason; }
};

// Says of addresses which site they are of. `lists` must outlive it; any thread may ask.
//
// An address of a copy (archive, cache, AMP, translation) or a redirect counts as the address that
// it holds, in any depth up to eight. Of several entries, fact-check counts before any other; then
// a user's before Assay's, the closest (longest host, then path) before others, and of those alike
// satire, unreliable, unsure, reliable in this order.
class SiteJudge {
 public:
  explicit SiteJudge(const SiteLists& lists) : lists_(lists) {}

  // Throws InputError where it is no address.
  SiteJudgement judge(std::string_view address) const;

  // The addresses of a chain of redirects, in their order: judged by the last. Excluded too where
  // any step is a fact-check. Throws InputError where one of them is no address, or none is there.
  SiteJudgement judge(const std::vector<std::string>& chain) const;

  const SiteLists& lists() const { return lists_; }

 private:
  SiteJudgement judge(const Address& address) const;
  SiteJudgement judge_itself(const Address& address) const;
  void classify(const Address& address, SiteJudgement& judgement) const;
  void exclude(const Address& address, SiteJudgement& judgement) const;
  const ListEntry* telling_word(const Address& address) const;

  const SiteLists& lists_;
};

}  // namespace assay::web
