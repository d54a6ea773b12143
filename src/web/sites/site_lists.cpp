#include "web/sites/site_lists.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "language/characters.h"
#include "language/fold.h"
#include "language/utf8.h"
#include "web/sites/site_list_files.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_file = 16 << 20;
constexpr std::size_t most_entries = 200'000;
constexpr std::size_t longest_field = 500;

constexpr std::array<std::pair<ListKind, std::string_view>, 19> kinds{{
    {ListKind::fact_check, "fact-check"},
    {ListKind::satire, "satire"},
    {ListKind::unreliable, "unreliable"},
    {ListKind::unsure, "unsure"},
    {ListKind::reliable, "reliable"},
    {ListKind::drop, "drop"},
    {ListKind::no_bots, "no-bots"},
    {ListKind::browser, "browser"},
    {ListKind::shortener, "shortener"},
    {ListKind::copy, "copy"},
    {ListKind::redirect, "redirect"},
    {ListKind::encyclopedia, "encyclopedia"},
    {ListKind::keyword, "keyword"},
    {ListKind::section, "section"},
    {ListKind::title, "title"},
    {ListKind::title_claim, "title-claim"},
    {ListKind::title_inside, "title-inside"},
    {ListKind::title_question, "title-question"},
    {ListKind::title_answer, "title-answer"},
}};

bool is_about_words(ListKind kind) { return kind >= ListKind::keyword; }

bool is_service(ListKind kind) {
  return kind == ListKind::shortener || kind == ListKind::copy || kind == ListKind::redirect;
}

std::optional<ListKind> kind_of(std::string_view name) {
  for (const auto& [kind, known] : kinds)
    if (known == name) return kind;
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  while (!(line = trimmed(line)).empty()) {
    const auto end = std::min({line.find('\t'), line.find("  "), line.size()});
    fields.emplace_back(trimmed(line.substr(0, end)));
    line.remove_prefix(end);
  }
  return fields;
}

// Reads the lines of one list.
class ListReader {
 public:
  ListReader(const std::string& name, bool own) : name_(name), own_(own) {
    if (own) origin_ = name;
  }

  // Nothing for a line that says nothing of its own.
  std::optional<ListEntry> read(std::string_view line) {
    ++line_;
    if (!language::is_utf8(line)) refuse("is not UTF-8");
    line = trimmed(line);
    if (line.empty() || line.front() == '#') return std::nullopt;
    // A single tab or space may stand behind the first word.
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    const auto name = line.substr(0, end);
    const auto rest = trimmed(line.substr(end));
    if (rest.empty()) refuse("says nothing behind '" + io::one_line(name, 40) + "'");
    if (name == "origin" || name == "reason") {
      (name == "origin" ? origin_ : reason_) = rest;
      return std::nullopt;
    }
    const auto kind = kind_of(name);
    if (!kind) refuse("'" + io::one_line(name, 40) + "' is no kind of entry (docs/sources.md)");
    return entry_of(*kind, fields_of(rest));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw core::InputError(name_ + ":" + std::to_string(line_) + ": " + why);
  }

 private:
  ListEntry entry_of(ListKind kind, std::vector<std::string> fields) const {
    if (fields.size() > 3) refuse("more than four fields");
    for (const auto& field : fields)
      if (field.size() > longest_field) refuse("a field is longer than 500 bytes");
    fields.resize(3);
    ListEntry entry;
    entry.kind = kind;
    entry.what = std::move(fields[0]);
    entry.reason = fields[1].empty() ? reason_ : std::move(fields[1]);
    entry.origin = fields[2].empty() ? origin_ : std::move(fields[2]);
    entry.own = own_;
    if (is_about_words(kind))
      read_words(entry);
    else
      read_site(entry);
    return entry;
  }

  void read_words(ListEntry& entry) const {
    entry.parts = words_of(entry.what);
    if (entry.parts.empty()) refuse("'" + entry.what + "' holds no word");
  }

  void read_site(ListEntry& entry) const {
    const auto end = std::min(entry.what.find('/'), entry.what.size());
    const bool any_suffix = std::string_view(entry.what).substr(0, end).ends_with(".*");
    std::string what = entry.what;
    if (any_suffix) what.replace(end - 1, 1, "com");
    std::string why;
    const auto address = parse_address(what, &why);
    if (!address) refuse("'" + io::one_line(entry.what, 100) + "' is no site: " + why);
    if (!address->query.empty()) refuse("a site is a host and a path, without '?'");
    if (is_registry(address->host))
      refuse("'" + entry.what + "' is everybody's: name a site below it");
    entry.host = address->host;
    if (entry.host.starts_with("www.") && !is_registry(entry.host.substr(4)))
      entry.host.erase(0, 4);
    if (any_suffix) entry.host.replace(entry.host.size() - 3, 3, "*");
    entry.parts = path_parts(*address);
  }

  // `com`, `co.uk`: under it, registrants are strangers to each other.
  static bool is_registry(const std::string& host) {
    return host.find('.') == host.npos ? host != "localhost" : registry_suffix("a." + host) == host;
  }

  const std::string& name_;
  bool own_;
  int line_ = 0;
  std::string origin_;
  std::string reason_;
};

bool begins(const std::vector<std::string>& path, const std::vector<std::string>& with) {
  return path.size() >= with.size() && std::equal(with.begin(), with.end(), path.begin());
}

struct Match {
  const ListEntry* entry;
  std::size_t host_size;
  std::size_t order;  // in which it was found
};

}  // namespace

std::string_view to_string(ListKind kind) {
  for (const auto& [known, name] : kinds)
    if (known == kind) return name;
  return {};
}

std::string ListEntry::cited() const { return origin.empty() ? what : what + " (" + origin + ")"; }

SiteLists::SiteLists(const std::vector<std::filesystem::path>& own) {
  for (const auto& [name, text] : site_list_files()) add(text, std::string(name), false);
  for (const auto& file : own) add(io::read_file(file, longest_file), io::shown(file), true);
}

void SiteLists::add(std::string_view text, const std::string& name, bool own) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  ListReader reader(name, own);
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto entry = reader.read(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!entry) continue;
    if (entries_.size() >= most_entries) reader.refuse("is one entry too many");
    entries_.push_back(std::move(*entry));
    const auto& kept = entries_.back();
    by_kind_[kept.kind].push_back(&kept);
    if (!kept.host.empty()) by_host_[kept.host].push_back(&kept);
  }
}

std::vector<const ListEntry*> SiteLists::find(const Address& address) const {
  const auto path = path_parts(address);
  std::vector<Match> found;
  const auto look_up = [&](const std::string& host, std::size_t size) {
    const auto entries = by_host_.find(host);
    if (entries == by_host_.end()) return;
    const bool inside = size >= address.site.size();
    for (const auto* entry : entries->second)
      if ((inside || is_service(entry->kind)) && begins(path, entry->parts))
        found.push_back({entry, size, found.size()});
  };
  const auto suffix = registry_suffix(address.host);
  for (std::string_view rest = address.host; !rest.empty();) {
    look_up(std::string(rest), rest.size());
    if (!suffix.empty() && rest.size() > suffix.size())
      look_up(std::string(rest.substr(0, rest.size() - suffix.size())) + "*", rest.size());
    const auto dot = rest.find('.');
    rest = dot == rest.npos ? std::string_view{} : rest.substr(dot + 1);
  }
  const auto key = [](const Match& match) {
    const auto& entry = *match.entry;
    return std::tuple(!entry.own, ~match.host_size, ~entry.parts.size(), match.order);
  };
  std::ranges::sort(found, {}, key);
  std::vector<const ListEntry*> entries;
  for (const auto& match : found) entries.push_back(match.entry);
  return entries;
}

std::vector<const ListEntry*> SiteLists::words(ListKind kind) const {
  const auto found = by_kind_.find(kind);
  return found == by_kind_.end() ? std::vector<const ListEntry*>{} : found->second;
}

std::vector<std::string> words_of(std::string_view text) {
  const std::string folded = language::fold(text);
  std::vector<std::string> words;
  std::string word;
  const auto close = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t at = 0; at < folded.size();) {
    const auto point = language::decode(folded, at);
    using Class = language::CharacterClass;
    const auto kind = language::character_class(point);
    if (kind == Class::other || kind == Class::apostrophe || kind == Class::hyphen)
      close();
    else if (kind != Class::ignorable)
      language::append(word, point);
  }
  close();
  return words;
}

}  // namespace assay::web
