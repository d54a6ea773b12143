#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "web/sites/address.h"

namespace assay::web {

// What a line of a list says of its subject (docs/sources.md).
enum class ListKind : std::uint8_t {
  fact_check,  // of a site or a path of it: its class
  satire,
  unreliable,
  unsure,
  reliable,
  drop,       // benchmark mode drops it, for the reason given
  no_bots,    // forbids programs
  browser,    // shows little without a browser
  shortener,  // an address there says nothing of where it leads
  copy,       // holds copies of other sites' pages; the reason says how their addresses are written
  redirect,   // leads to the address that it holds
  encyclopedia,    // its addresses name what it tells of: no keyword counts there
  keyword,         // a label of a host, or words of a path
  section,         // a whole part of a path
  title,           // words set apart at either end of a title
  title_claim,     // the same, where the rest is about the claim
  title_inside,    // words anywhere in a title that is about the claim
  title_question,  // a word of a question about the claim
  title_answer     // the first word of a title about the claim, before a comma
};

std::string_view to_string(ListKind kind);

struct ListEntry {
  ListKind kind = ListKind::unsure;
  std::string what;  // as it is written
  std::string reason;
  std::string origin;              // the paper and its table, `own research`, or a user's file
  bool own = false;                // of a user's file
  std::string host;                // of a site; `google.*` for any registry's suffix
  std::vector<std::string> parts;  // of its path, folded; of a keyword or title its words

  // `snopes.com (DEFAME, appendix A, table 5)`.
  std::string cited() const;
};

// The lists that come with Assay, and what users add. A line of a list:
//
//   KIND  WHAT  REASON  ORIGIN
//
// separated by tabs or two spaces and more; REASON and ORIGIN may be missing. `reason TEXT` and
// `origin TEXT` give those of the lines behind them; `#` begins a comment.
class SiteLists {
 public:
  // Throws InputError (`FILE:LINE: …`) where a file can't be used.
  explicit SiteLists(const std::vector<std::filesystem::path>& own = {});
  // Holds nothing: for tests of what is added.
  struct Empty {};
  explicit SiteLists(Empty) {}
  // Entries are pointed to.
  SiteLists(const SiteLists&) = delete;
  SiteLists& operator=(const SiteLists&) = delete;

  // Adds the lines of a list; `name` is the text's for messages. Throws InputError.
  void add(std::string_view text, const std::string& name, bool own);

  // The entries whose host is this one or above it, and whose path begins it; the closest first, a
  // user's before Assay's. Whose site another registrant can't be in is asked of the public suffix
  // list, so that an entry never reaches beyond its site; a service's entry (shortener, copy,
  // redirect) covers every host below it.
  std::vector<const ListEntry*> find(const Address& address) const;

  // Those of a kind that is about words: keyword, section, title….
  std::vector<const ListEntry*> words(ListKind kind) const;

 private:
  std::deque<ListEntry> entries_;
  std::unordered_map<std::string, std::vector<const ListEntry*>> by_host_;
  std::unordered_map<ListKind, std::vector<const ListEntry*>> by_kind_;
};

// The words of a text, folded: what is neither letter nor digit separates them, and so does `_`.
std::vector<std::string> words_of(std::string_view text);

}  // namespace assay::web
