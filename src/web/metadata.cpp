#include "web/metadata.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "web/clean_text.h"
#include "web/json_ld.h"
#include "web/page_dates.h"
#include "web/url.h"

namespace assay::web {
namespace {

using core::Date;

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

// Character references that were escaped twice, as in `&amp;quot;`.
std::string without_references(std::string text) {
  static constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"&quot;", "\""}, {"&#34;", "\""},   {"&apos;", "'"},  {"&#39;", "'"},   {"&#039;", "'"},
      {"&lt;", "<"},    {"&gt;", ">"},     {"&nbsp;", " "},  {"&ndash;", "–"}, {"&mdash;", "—"},
      {"&#8211;", "–"}, {"&#8212;", "—"},  {"&#8216;", "‘"}, {"&#8217;", "’"}, {"&#8220;", "“"},
      {"&#8221;", "”"}, {"&#8222;", "„"},  {"&#8230;", "…"}, {"&hellip;", "…"}, {"&#038;", "&"},
      {"&#38;", "&"},   {"&rsquo;", "’"},  {"&lsquo;", "‘"}, {"&auml;", "ä"},  {"&ouml;", "ö"},
      {"&uuml;", "ü"},  {"&Auml;", "Ä"},   {"&Ouml;", "Ö"},  {"&Uuml;", "Ü"},  {"&szlig;", "ß"},
      {"&eacute;", "é"}, {"&amp;", "&"}};
  if (text.find('&') == text.npos) return text;
  for (const auto& [reference, character] : known)
    for (auto at = text.find(reference); at != text.npos; at = text.find(reference, at + 1))
      text.replace(at, reference.size(), character);
  return text;
}

std::string cleaned(std::string_view text) { return one_line(without_references(std::string(text.substr(0, 2000)))); }

class MetaReader {
 public:
  MetaReader(const HtmlTree& tree, const PageMarks& marks, std::string_view url)
      : tree_(tree), marks_(marks), url_(url) {
    gather();
  }

  Metadata read() {
    Metadata data;
    data.title = title();
    data.author = author();
    data.publisher = publisher();
    data.language = language();
    data.url = canonical();
    data.published = published();
    data.modified = modified();
    return data;
  }

 private:
  void gather() {
    std::vector<std::string_view> scripts;
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const auto& node = tree_[id];
      switch (node.tag) {
        case Tag::meta: gather_meta(id); break;
        case Tag::link: gather_link(id); break;
        case Tag::script:
          if (tree_.attribute(id, "type").find("ld+json") != std::string_view::npos &&
              node.first != no_node)
            scripts.push_back(tree_[node.first].text);
          break;
        case Tag::time: times_.push_back(id); break;
        case Tag::h1: if (!marks_.dropped(id)) h1_.push_back(id); break;
        default: break;
      }
      if (node.tag != Tag::text && node.attributes > 0) gather_itemprop(id);
    }
    ld_ = read_json_ld(scripts);
  }

  void gather_meta(NodeId id) {
    auto content = tree_.attribute(id, "content");
    if (content.empty()) return;
    for (const char* key : {"property", "name", "itemprop", "http-equiv"})
      if (const auto name = tree_.attribute(id, key); !name.empty())
        meta_.try_emplace(lower_ascii(name), content);
  }

  void gather_link(NodeId id) {
    if (canonical_.empty() && tree_.attribute(id, "rel") == "canonical")
      canonical_ = tree_.attribute(id, "href");
  }

  // Microdata in the body: `<span itemprop="datePublished" content="…">`.
  void gather_itemprop(NodeId id) {
    const auto name = tree_.attribute(id, "itemprop");
    if (name.empty()) return;
    if (name == "headline" && item_headline_ == no_node) item_headline_ = id;
    else if (name == "author" && item_author_ == no_node) item_author_ = id;
    else if (name.find("datePublished") != name.npos && item_published_.empty())
      item_published_ = value_of(id);
    else if (name.find("dateModified") != name.npos && item_modified_.empty())
      item_modified_ = value_of(id);
  }

  std::string value_of(NodeId id) const {
    for (const char* key : {"content", "datetime"})
      if (const auto value = tree_.attribute(id, key); !value.empty()) return std::string(value);
    return tree_.text(id).substr(0, 200);
  }

  std::string meta(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (const auto it = meta_.find(name); it != meta_.end())
        if (auto text = cleaned(it->second); !text.empty()) return text;
    return {};
  }

  // ---- title
  std::string title() const {
    std::string og = meta({"og:title", "twitter:title", "dc.title", "dcterms.title", "headline",
                           "parsely-title", "sailthru.title", "title"});
    const NodeId element = tree_.find(Tag::title);
    const std::string whole = element == no_node ? std::string{} : cleaned(tree_.text(element));
    // The heading that the page's own title begins with (or holds) is what the reader sees.
    for (const NodeId id : h1_) {
      const auto text = cleaned(tree_.text(id));
      if (text.size() >= 4 && (whole.find(text) != whole.npos || og.find(text) != og.npos)) return text;
    }
    if (item_headline_ != no_node)
      if (auto text = cleaned(value_of(item_headline_)); !text.empty()) return text;
    if (auto text = cleaned(ld_.headline); !text.empty()) return text;
    if (!og.empty()) return without_site(og);
    if (h1_.size() == 1)
      if (auto text = cleaned(tree_.text(h1_[0])); text.size() >= 4) return text;
    return without_site(whole);
  }

  // `Title | Site` → `Title`.
  std::string without_site(const std::string& text) const {
    for (const std::string_view bar : {" | ", " – ", " — ", " - ", " » ", " « ", " :: ", " · ", " • "}) {
      const auto at = text.rfind(bar);
      if (at == text.npos || at < 8) continue;
      const auto tail = text.substr(at + bar.size());
      if (bar == " | " || is_site_name(tail) || tail.size() * 3 < at) return text.substr(0, at);
    }
    return text;
  }

  bool is_site_name(std::string_view name) const {
    std::string letters;
    for (const char c : lower_ascii(name))
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0) letters += c;
    std::string host;
    for (const char c : host_of(url_))
      if (c != '-' && c != '.') host += c;
    return letters.size() > 2 && (host.find(letters) != host.npos || name == publisher());
  }

  // ---- author and publisher
  std::string author() const {
    std::vector<std::string> names;
    const auto add = [&](std::string_view raw) {
      auto name = author_name(raw);
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    };
    for (const auto& name : ld_.authors) add(name);
    if (names.empty())
      add(meta({"author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
                "sailthru.author", "byl", "citation_author", "dc.creator.name", "article.author",
                "og:article:author", "creator"}));
    if (names.empty() && item_author_ != no_node) add(tree_.text(item_author_));
    if (names.empty()) add(visible_author());
    std::string all;
    for (const auto& name : names) all.append(all.empty() ? "" : "; ").append(name);
    return all;
  }

  static std::string author_name(std::string_view raw) {
    std::string name = cleaned(raw);
    for (const std::string_view start : {"by ", "By ", "BY ", "von ", "Von ", "VON ", "par ", "Par ", "di ", "por ", "Por ", "av "})
      if (name.starts_with(start)) name.erase(0, start.size());
    if (name.find("://") != name.npos || name.size() > 120 || name.starts_with("@") || name.size() < 2) return {};
    if (lower_ascii(name) == "admin" || lower_ascii(name) == "administrator") return {};
    return name;
  }

  std::string visible_author() const {
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const auto& node = tree_[id];
      if (node.tag == Tag::text || node.attributes == 0 || marks_.hidden(id)) continue;
      const auto rel = tree_.attribute(id, "rel");
      if (node.tag == Tag::a && rel.find("author") != rel.npos)
        if (auto text = tree_.text(id); text.size() > 2 && text.size() < 80) return text;
    }
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const auto& node = tree_[id];
      if (node.tag == Tag::text || node.attributes == 0 || marks_.hidden(id)) continue;
      if ((marks_.roles(id) & (role_author | role_byline)) == 0) continue;
      const auto names = lower_ascii(std::string(tree_.attribute(id, "class")) + " " + std::string(tree_.attribute(id, "id")));
      if (names.find("author") == names.npos && names.find("autor") == names.npos && names.find("byline") == names.npos) continue;
      if (auto text = tree_.text(id); text.size() > 3 && text.size() < 60) return text;
    }
    return {};
  }

  std::string publisher() const {
    if (auto text = meta({"og:site_name", "application-name", "dc.publisher", "publisher",
                          "dcterms.publisher", "citation_journal_title"});
        !text.empty())
      return text;
    if (auto text = cleaned(ld_.publisher); !text.empty()) return text;
    return host_of(url_);
  }

  std::string language() const {
    for (NodeId id = 0; id < tree_.size(); ++id)
      if (tree_[id].tag == Tag::html || tree_[id].tag == Tag::body)
        for (const char* key : {"lang", "xml:lang"})
          if (const auto value = tree_.attribute(id, key); !value.empty())
            return std::string(value.substr(0, 20));
    if (!ld_.language.empty()) return ld_.language.substr(0, 20);
    return meta({"content-language", "language", "og:locale", "dc.language"}).substr(0, 20);
  }

  std::string canonical() const {
    auto url = resolve_url(url_, canonical_);
    if (url.empty()) url = resolve_url(url_, meta({"og:url"}));
    return without_invisible(url);
  }

  // ---- dates
  std::optional<Date> parse(std::string_view text) const { return find_date(one_line(text.substr(0, 200)), us_); }

  std::optional<Date> meta_date(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (const auto it = meta_.find(name); it != meta_.end())
        if (auto date = parse(it->second)) return date;
    return std::nullopt;
  }

  std::optional<Date> published() const {
    if (auto date = parse(ld_.published)) return date;
    if (auto date = meta_date(
            {"article:published_time", "og:article:published_time", "og:published_time", "datepublished",
             "article:published", "article.published", "article_date_original", "date", "dc.date",
             "dc.date.issued", "dcterms.issued", "dcterms.created", "dcterms.date", "dc.date.created", "sailthru.date",
             "parsely-pub-date", "publish-date", "publish_date", "publishdate", "publication_date", "publicationdate",
             "pubdate", "pub_date", "cxenseparse:recs:publishtime", "citation_publication_date", "citation_date",
             "originalpublicationdate", "article.created", "rnews:datepublished", "displaydate",
             "og:pubdate", "article:post_date", "datecreated", "created", "published_at", "timestamp",
             "bt:pubdate", "article:publicationdate", "og:release_date", "article_publication_date",
             "cxenseparse:publishtime", "last-modified-date"}))
      return date;
    if (auto date = parse(item_published_)) return date;
    if (auto date = date_in_url(url_)) return date;
    if (auto date = date_in_url(canonical())) return date;
    if (auto date = time_element()) return date;
    if (auto date = visible_date()) return date;
    return modified();
  }

  std::optional<Date> modified() const {
    if (auto date = parse(ld_.modified)) return date;
    if (auto date = meta_date({"article:modified_time", "og:updated_time", "datemodified",
                               "og:article:modified_time", "dc.date.modified", "dcterms.modified",
                               "lastmod", "last-modified", "revised", "article:modified",
                               "dc.modified", "modified"}))
      return date;
    return parse(item_modified_);
  }

  std::optional<Date> time_element() const {
    std::optional<Date> first;
    for (const NodeId id : times_) {
      if (marks_.hidden(id) || in_unwanted(id)) continue;
      auto date = parse(tree_.attribute(id, "datetime"));
      if (!date) date = parse(tree_.text(id));
      if (!date) continue;
      const auto names = std::string(tree_.attribute(id, "class")) + (tree_.has_attribute(id, "pubdate") ? " pubdate" : "");
      if (names.find("publish") != names.npos || names.find("pubdate") != names.npos ||
          names.find("entry-date") != names.npos)
        return date;
      if (!first) first = date;
    }
    return first;
  }

  // Of comments, related articles, …
  bool in_unwanted(NodeId id) const {
    for (NodeId at = id; at != no_node; at = tree_[at].parent) {
      if (tree_[at].tag == Tag::body) break;
      if ((marks_.roles(at) & (role_comments | role_related | role_aside | role_footer)) != 0) return true;
      if (tree_[at].tag == Tag::aside || tree_[at].tag == Tag::footer || tree_[at].tag == Tag::nav)
        return true;
    }
    return false;
  }

  // A date in a short element whose name speaks of dates, else in the first short texts of the page.
  std::optional<Date> visible_date() const {
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const auto& node = tree_[id];
      if (node.tag == Tag::text || (marks_.roles(id) & role_date) == 0 || marks_.hidden(id)) continue;
      if (tree_[id].end - id > 40 || in_unwanted(id)) continue;
      if (auto date = parse(tree_.text(id))) return date;
    }
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const auto& node = tree_[id];
      if (node.tag != Tag::text || node.parent == no_node || marks_.hidden(node.parent)) continue;
      if (node.text.size() < 8 || node.text.size() > 120 || in_unwanted(node.parent)) continue;
      if (tree_[node.parent].tag == Tag::script || tree_[node.parent].tag == Tag::style) continue;
      if (auto date = parse(node.text)) return date;
    }
    return std::nullopt;
  }

  const HtmlTree& tree_;
  const PageMarks& marks_;
  std::string_view url_;
  std::unordered_map<std::string, std::string_view> meta_;
  std::string_view canonical_;
  std::vector<NodeId> times_;
  std::vector<NodeId> h1_;
  NodeId item_headline_ = no_node;
  NodeId item_author_ = no_node;
  std::string item_published_;
  std::string item_modified_;
  StructuredData ld_;
  bool us_ = false;  // 03/02/2020 is March
};

}  // namespace

Metadata read_metadata(const HtmlTree& tree, const PageMarks& marks, std::string_view url) {
  return MetaReader(tree, marks, url).read();
}

}  // namespace assay::web
