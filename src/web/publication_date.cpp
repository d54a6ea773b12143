#include "web/publication_date.h"

#include <initializer_list>
#include <string_view>

#include "web/clean_text.h"
#include "web/page_dates.h"

namespace assay::web {
namespace {

using core::Date;

class DateFinder {
 public:
  DateFinder(const PageFacts& facts, const std::string& title) : facts_(facts), title_(title) {
    const auto language = lower_ascii(facts.language());
    month_first_ = language == "en" || language == "en-us" || language == "en_us";
  }

  // The surest first. A full date in the address is when the page was first there, and newsrooms'
  // JSON-LD is nearly always right; what the reader sees beside the heading, said twice, is surer
  // than a meta element, which often tells when the page was last touched.
  std::optional<Date> published(const MainContent& content) const {
    if (auto date = date_in_url(facts_.url)) return date;
    if (auto date = date_in_url(facts_.canonical())) return date;
    if (auto date = parse(facts_.ld.published)) return date;
    const auto time = time_element();
    const auto seen = visible_date(content);
    if (time && time == seen) return time;
    if (auto date = meta_date({"article:published_time", "og:article:published_time",
                               "og:published_time", "datepublished", "article:published",
                               "article.published", "rnews:datepublished", "bt:pubdate"}))
      return date;
    if (auto date = parse(facts_.item_published)) return date;
    if (time) return time;
    if (auto date = meta_date({"article_date_original",
                               "date",
                               "dc.date",
                               "dc.date.issued",
                               "dcterms.issued",
                               "dcterms.created",
                               "dcterms.date",
                               "dc.date.created",
                               "sailthru.date",
                               "parsely-pub-date",
                               "publish-date",
                               "publish_date",
                               "publishdate",
                               "publication_date",
                               "publicationdate",
                               "pubdate",
                               "pub_date",
                               "cxenseparse:recs:publishtime",
                               "cxenseparse:publishtime",
                               "citation_publication_date",
                               "citation_date",
                               "originalpublicationdate",
                               "article.created",
                               "displaydate",
                               "og:pubdate",
                               "article:post_date",
                               "datecreated",
                               "created",
                               "published_at",
                               "timestamp",
                               "article:publicationdate",
                               "og:release_date",
                               "article_publication_date"}))
      return date;
    if (seen) return seen;
    if (auto date = modified()) return date;
    return script_date();
  }

  std::optional<Date> modified() const {
    if (auto date = parse(facts_.ld.modified)) return date;
    if (auto date = meta_date({"article:modified_time", "og:updated_time", "datemodified",
                               "og:article:modified_time", "dc.date.modified", "dcterms.modified",
                               "lastmod", "last-modified", "revised", "article:modified",
                               "dc.modified", "modified"}))
      return date;
    return parse(facts_.item_modified);
  }

 private:
  std::optional<Date> parse(std::string_view text) const {
    return find_date(one_line(text.substr(0, 200)), month_first_);
  }

  std::optional<Date> meta_date(std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (const auto content = facts_.raw_meta(name); !content.empty())
        if (auto date = parse(content)) return date;
    return std::nullopt;
  }

  std::optional<Date> time_element() const {
    std::optional<Date> first;
    for (const NodeId id : facts_.times) {
      if (facts_.marks.hidden(id) || in_unwanted(id)) continue;
      auto date = parse(facts_.tree.attribute(id, "datetime"));
      if (!date) date = parse(facts_.tree.text(id));
      if (!date) continue;
      const auto names = facts_.tree.attribute(id, "class");
      if (names.find("publish") != names.npos || names.find("entry-date") != names.npos ||
          facts_.tree.has_attribute(id, "pubdate"))
        return date;
      if (!first) first = date;
    }
    return first;
  }

  // In what was dropped as comments, related articles, … The lines with author and date are dropped
  // too, and are not meant.
  bool in_unwanted(NodeId id) const {
    constexpr Roles frame = role_comments | role_related | role_aside | role_footer |
                            role_navigation | role_advert | role_consent | role_hidden;
    for (NodeId at = id; at != no_node; at = facts_.tree[at].parent) {
      if (!facts_.marks.dropped(at)) continue;
      if (facts_.marks.reason(at) == Dropped::hidden || (facts_.marks.roles(at) & frame) != 0)
        return true;
      const Tag tag = facts_.tree[at].tag;
      if (tag == Tag::aside || tag == Tag::footer || tag == Tag::nav || tag == Tag::script ||
          tag == Tag::style || tag == Tag::head || facts_.marks.reason(at) == Dropped::related)
        return true;
    }
    return false;
  }

  // The date that stands where a reader looks for it: best beside the heading, in an element whose
  // name speaks of dates, after a word such as "Published".
  std::optional<Date> visible_date(const MainContent& content) const {
    const NodeId heading = title_heading(content.body);
    std::optional<Date> best;
    int best_score = 0;
    for (NodeId id = 0; id < facts_.tree.size(); ++id) {
      const auto& node = facts_.tree[id];
      const bool text = node.tag == Tag::text;
      // A short element as a whole, for dates whose parts are in elements of their own.
      if (!text && (node.end - id > 30 || (facts_.marks.roles(id) & role_date) == 0)) continue;
      if (text && (node.text.size() < 6 || node.text.size() > 160)) continue;
      if (node.parent == no_node || facts_.marks.hidden(node.parent)) continue;
      const std::string content_text =
          text ? one_line(node.text) : facts_.tree.text(id).substr(0, 160);
      if (content_text.find_first_of("0123456789") == content_text.npos) continue;
      const auto date = find_date(content_text, month_first_);
      if (!date || in_unwanted(id)) continue;
      const int score = date_score(id, content_text, heading, content.body);
      if (score <= best_score) continue;
      best_score = score;
      best = date;
    }
    return best;
  }

  int date_score(NodeId id, const std::string& text, NodeId heading, NodeId body) const {
    int score = 3;
    NodeId at = id;
    for (int level = 0; level < 3 && at != no_node; ++level, at = facts_.tree[at].parent) {
      if (facts_.tree[at].tag == Tag::text) continue;
      if ((facts_.marks.roles(at) & role_date) == 0 && facts_.tree[at].tag != Tag::time) continue;
      score += 3;
      break;
    }
    if (is_publication_line(text)) score += 3;
    if (is_update_line(text)) score -= 2;
    if (text.size() < 40) score += 2;
    if (heading != no_node && id > heading && id < body)
      score += 4;
    else if (heading != no_node && id < heading && heading - id < 60)
      score += 2;
    else if (heading != no_node && id > heading && id - heading < 80)
      score += 2;
    else if (id < body && body - id < 60)
      score += 1;
    if (id >= facts_.tree[body].end) score -= 1;
    return score;
  }

  static bool is_publication_line(const std::string& text) {
    const auto small = lower_ascii(text);
    for (const std::string_view word :
         {"publi", "posted", "veröffentlicht", "erstellt", "datum", "date", "vom ", "am ",
          "mise en ligne", "pubblicato", "opublikowan", "geplaatst", "fecha", "released"})
      if (const auto found = small.find(word); found != small.npos && found < 30) return true;
    return false;
  }

  static bool is_update_line(const std::string& text) {
    const auto small = lower_ascii(text);
    for (const std::string_view word :
         {"updat", "modif", "aktualisiert", "stand:", "geändert", "actualiz", "mis à jour",
          "aggiornat", "changed", "copyright", "©", "since", "seit "})
      if (small.find(word) != small.npos) return true;
    return false;
  }

  // The last heading with the page's title before the body.
  NodeId title_heading(NodeId body) const {
    NodeId found = no_node;
    for (const NodeId id : facts_.headings)
      if (id < facts_.tree[body].end && (found == no_node || facts_.tree[id].tag == Tag::h1) &&
          facts_.heading_text(id) == title_)
        found = id;
    if (found != no_node) return found;
    for (const NodeId id : facts_.headings)
      if (id < facts_.tree[body].end && facts_.tree[id].tag == Tag::h1) found = id;
    return found;
  }

  // Pages built by scripts carry their data in them.
  std::optional<Date> script_date() const {
    static constexpr std::string_view keys[] = {"\"datePublished\":\"",  "\"publishedAt\":\"",
                                                "\"published_at\":\"",   "\"publishDate\":\"",
                                                "\"firstPublished\":\"", "\"publicationDate\":\"",
                                                "\"pubDate\":\"",        "\"published\":\"",
                                                "\"createdAt\":\"",      "\"created_at\":\""};
    for (const auto key : keys)
      for (const NodeId id : facts_.scripts)
        if (const auto text = facts_.tree[id].text; true)
          if (const auto at = text.find(key); at != text.npos)
            if (auto date = parse(text.substr(at + key.size(), 30))) return date;
    return std::nullopt;
  }

  const PageFacts& facts_;
  const std::string& title_;
  bool month_first_ = false;  // 03/02/2020 is in March
};

}  // namespace

PageDates find_dates(const PageFacts& facts, const MainContent& content, const std::string& title) {
  const DateFinder finder(facts, title);
  return {finder.published(content), finder.modified()};
}

}  // namespace assay::web
