#pragma once
#include <optional>
#include <string>

#include "web/sites/address.h"
#include "web/sites/site_lists.h"

namespace assay::web {

// An address of a service that shows other sites' pages, or leads to them.
struct Leads {
  const ListEntry* service = nullptr;
  std::optional<Address> to;  // nothing: the address doesn't say
};

// Where one step leads: out of an archive, a cache, a translation, an AMP copy, a redirect's
// address. Nothing where this address stands for itself. How an address is written is said by its
// entry's reason, ways separated by commas, tried in order:
//
//   path      the other address is part of the path (`path:2`: but not of its first two parts)
//   part:X    a part of the path that begins with X holds it
//   query:X   the parameter X of the query; `query` alone: the whole query
//   cache:X   the same, written `cache:CODE:ADDRESS WORDS`
//   base64:X  the same, in base64 behind two letters
//   host      the host's first label: `www-example-org` (with the path behind it)
//   code      every other address there, but its front page, hides where it leads
std::optional<Leads> leads(const SiteLists& lists, const Address& address);

}  // namespace assay::web
