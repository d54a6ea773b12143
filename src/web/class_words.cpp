#include "web/class_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace assay::web {
namespace {

using Words = std::unordered_map<std::string_view, Roles>;

// Bits for words that mean something only beside others.
constexpr Roles word_article = 1u << 24;  // article, post, story, entry, news, blog, …
constexpr Roles word_body = 1u << 25;     // body, content, text, …

void add(Words& words, Roles role, std::initializer_list<std::string_view> names) {
  for (const auto name : names) words[name] |= role;
}

Words make_words() {
  Words w;
  add(w, role_comments, {"comment",    "comments",    "commentlist", "commentform",  "kommentar",
                         "kommentare", "kommentarer", "comentarios", "commentaires", "commenti",
                         "disqus",     "respond",     "reply",       "replies",      "commentary",
                         "commento",   "komentarze",  "reacties",    "trackback",    "trackbacks",
                         "pingback",   "pingbacks",   "livefyre",    "fyre",         "isso"});
  add(w, role_share,
      {"share",        "shares",          "sharing",  "sharebar",    "sharethis",   "sharedaddy",
       "sharebuttons", "shariff",         "social",   "socials",     "socialmedia", "socialshare",
       "addthis",      "addtoany",        "a2a",      "sociable",    "teilen",      "tweet",
       "twitter",      "facebook",        "whatsapp", "pinterest",   "linkedin",    "instagram",
       "follow",       "likes",           "bookmark", "bookmarks",   "bookmarking", "heateor",
       "ssba",         "crestashareicon", "swp",      "sociallinks", "socialicons", "compartir",
       "partage",      "partager",        "like",     "sharer"});
  add(w, role_related, {"related",         "relatedposts", "relatedarticles",
                        "relatedcontent",  "recommended",  "recommendation",
                        "recommendations", "recommend",    "similar",
                        "outbrain",        "taboola",      "yarpp",
                        "upnext",          "mostread",     "mostpopular",
                        "popular",         "trending",     "readmore",
                        "seealso",         "linklist",     "recirc",
                        "recirculation",   "crp",          "zergnet",
                        "latest",          "morestories",  "nextarticle",
                        "nextpost",        "prevnext",     "readnext",
                        "othernews",       "crosslinks",   "recommender",
                        "nrelate",         "plista",       "ligatus",
                        "verwandte",       "aehnliche",    "relacionadas",
                        "relacionados",    "correlati",    "moreon"});
  add(w, role_teaser,
      {"teaser", "teasers", "abstract", "intro", "lead", "lede", "excerpt", "standfirst", "dek",
       "subtitle", "subheadline", "vorspann", "anlauf", "einleitung", "bajada", "chapo", "sapo"});
  add(w, role_navigation, {"nav",        "navbar",
                           "navi",       "navigation",
                           "navlinks",   "menu",
                           "menus",      "submenu",
                           "breadcrumb", "breadcrumbs",
                           "crumbs",     "pagination",
                           "pager",      "paging",
                           "pagenav",    "toolbar",
                           "topbar",     "sitemap",
                           "skip",       "skiplink",
                           "skiplinks",  "toc",
                           "toctitle",   "pagenavi",
                           "linkbar",    "servicenavigation",
                           "metanav",    "mainnav",
                           "subnav",     "navigator",
                           "navbox",     "postnav",
                           "catlinks",   "editsection",
                           "jump",       "siteheader",
                           "masthead"});
  add(w, role_advert,
      {"ad",         "ads",       "adv",        "advert",      "advertisement", "advertising",
       "adsense",    "adbox",     "adblock",    "adslot",      "adunit",        "banner",
       "banners",    "sponsor",   "sponsored",  "sponsors",    "promo",         "promos",
       "promotion",  "werbung",   "anzeige",    "anzeigen",    "dfp",           "gpt",
       "publicidad", "pub",       "pubblicita", "reklama",     "reclame",       "affiliate",
       "commercial", "billboard", "skyscraper", "adsbygoogle", "partner",       "donate",
       "donation",   "spenden",   "cta"});
  add(w, role_consent,
      {"cookie",       "cookies",       "cookiebar",     "cookieconsent", "cookielaw",  "consent",
       "gdpr",         "dsgvo",         "privacy",       "usercentrics",  "onetrust",   "borlabs",
       "popup",        "popups",        "modal",         "overlay",       "lightbox",   "login",
       "signin",       "signup",        "register",      "registration",  "dialog",     "paywall",
       "notification", "notifications", "alert",         "password",      "disclaimer", "moove",
       "cookiebot",    "didomi",        "cmp2",          "quantcast",     "truste",     "iubenda",
       "cookiefirst",  "klaro",         "tarteaucitron", "termly",        "complianz",  "cmplz",
       "eupopup",      "cookielaw",     "cybot",         "interstitial"});
  add(w, role_subscribe,
      {"newsletter", "newsletters", "subscribe", "subscription", "subscriptions", "abo",
       "mailchimp",  "mailinglist", "optin",     "feedback",     "contact",       "kontakt",
       "rss",        "feed",        "feeds",     "download",     "downloads",     "poll",
       "quiz",       "survey",      "form",      "search",       "searchform",    "suche",
       "rating",     "ratings",     "vote",      "votes",        "voting",        "ratingblock",
       "stars",      "print",       "drucken",   "wpcf7",        "player",        "audioplayer"});
  add(w, role_aside,
      {"sidebar",  "sidebars",    "widget",        "widgets",  "aside",     "rightcol",
       "leftcol",  "rightcolumn", "leftcolumn",    "rightbar", "infobox",   "factbox",
       "marginal", "sidenav",     "seitenleiste",  "rail",     "secondary", "blogroll",
       "archives", "tagcloud",    "shoutbox",      "calendar", "sidecol",   "tools",
       "extra",    "extras",      "marginalspalte"});
  add(w, role_footer,
      {"footer", "foot", "footnav", "bottom", "colophon", "copyright", "impressum", "imprint",
       "legal", "credits", "siteinfo", "pagefooter", "footerbar", "license"});
  add(w, role_author,
      {"bio", "biography", "authorbox", "authorbio", "authorinfo", "aboutauthor", "vcard", "avatar",
       "gravatar", "profile", "autorenbox", "autor", "author", "authors", "contributor",
       "contributors", "saboxplugin"});
  add(w, role_byline,
      {"byline",   "bylines",  "dateline",   "tags",        "taglist",  "posttags",
       "tagged",   "meta",     "metadata",   "metas",       "postmeta", "postmetadata",
       "postinfo", "postdate", "categories", "category",    "cat",      "kicker",
       "topics",   "keywords", "timestamp",  "readingtime", "publish",  "permalink",
       "postedon", "label",    "labels",     "eyebrow",     "flag",     "schlagworte",
       "edited",   "pubdate",  "counter",    "source",      "datum",    "filed"});
  add(w, role_media_text,
      {"caption", "captions", "credit", "bildunterschrift", "copyrights", "legende", "imagecaption",
       "wp-caption-text", "photocredit", "bildnachweis"});
  add(w, role_body,
      {"articlebody", "articletext",   "articlecontent", "postcontent", "postbody",
       "posttext",    "entrycontent",  "entrybody",      "storybody",   "storycontent",
       "storytext",   "bodytext",      "bodycopy",       "fliesstext",  "artikeltext",
       "articlemain", "storyfulltext", "texttoread",     "newstext",    "newsbody",
       "blogpost",    "blogcontent",   "contentbody",    "fulltext",    "maincontent",
       "richtext",    "articlecopy",   "articulo",       "wysiwyg",     "longtext",
       "textbody",    "pagecontent",   "paragraphs",     "prose"});
  add(w, role_content,
      {"content", "contents", "article", "artikel", "main", "story", "post", "entry", "hentry",
       "inhalt", "body", "text", "copy", "blog", "news", "page", "single"});
  add(w, word_article,
      {"article", "artikel", "post", "entry", "story", "news", "blog", "articulo", "noticia",
       "nota", "item", "single", "detail", "page", "main", "rich", "beitrag"});
  add(w, word_body,
      {"body", "content", "contents", "text", "copy", "inhalt", "texte", "texto", "cuerpo", "wrap",
       "main", "fulltext"});
  add(w, role_header, {"header", "head", "headline", "heading", "hero", "top"});
  add(w, role_date,
      {"date",   "dates",    "datum",    "time",     "timestamp", "published", "pubdate", "publish",
       "posted", "postedon", "postdate", "dateline", "created",   "fecha",     "data",    "byline",
       "meta",   "postmeta", "datetime", "day",      "updated",   "zeit",      "info"});
  add(w, role_title,
      {"title", "titel", "headline", "heading", "titre", "titulo", "posttitle", "entrytitle"});
  return w;
}

const Words& words() {
  static const Words all = make_words();
  return all;
}

bool lower(char c) { return c >= 'a' && c <= 'z'; }
bool upper(char c) { return c >= 'A' && c <= 'Z'; }

// The words of one name, in lower case: `post__relatedPosts` → post, related, posts.
struct NameWords {
  std::array<char, 64> letters{};
  std::array<std::uint8_t, 17> starts{};  // of each word; one more for the end
  std::size_t count = 0;

  explicit NameWords(std::string_view name) {
    std::size_t length = 0;
    bool inside = false;
    for (std::size_t i = 0; i < name.size() && length < letters.size(); ++i) {
      const char c = name[i];
      const bool part = lower(c) || upper(c) || static_cast<unsigned char>(c) >= 0x80;
      const bool begins = part && (!inside || (upper(c) && lower(name[i - 1])));
      inside = part;
      if (!part) continue;
      if (begins) {
        if (count + 1 == starts.size()) break;
        starts[count++] = static_cast<std::uint8_t>(length);
      }
      letters[length++] = upper(c) ? static_cast<char>(c + 32) : c;
    }
    starts[count] = static_cast<std::uint8_t>(length);
  }
  // Words [from, to] written as one.
  std::string_view joined(std::size_t from, std::size_t to) const {
    return {letters.data() + starts[from], static_cast<std::size_t>(starts[to + 1] - starts[from])};
  }
};

Roles look_up(std::string_view word) {
  if (const auto found = words().find(word); found != words().end()) return found->second;
  // Telling beginnings of longer words: `newsletterbox`, `kommentarliste`.
  static constexpr std::pair<std::string_view, Roles> beginnings[] = {
      {"newsletter", role_subscribe},   {"kommentar", role_comments},
      {"cookie", role_consent},         {"breadcrumb", role_navigation},
      {"relatedarticle", role_related}, {"relatedpost", role_related},
      {"recommend", role_related},      {"advert", role_advert},
      {"werbung", role_advert},         {"commentlist", role_comments},
      {"disqus", role_comments},        {"socialmedia", role_share},
      {"sharebutton", role_share},      {"navigation", role_navigation},
      {"paywall", role_consent}};
  for (const auto& [beginning, role] : beginnings)
    if (word.starts_with(beginning)) return role;
  return 0;
}

// Each word counts, and each pair of neighbours written as one.
Roles roles_of_name(std::string_view name) {
  const NameWords split(name);
  Roles roles = 0;
  Roles before = 0;
  for (std::size_t i = 0; i < split.count; ++i) {
    const Roles now = look_up(split.joined(i, i));
    roles |= now;
    if (i > 0) roles |= look_up(split.joined(i - 1, i));
    if ((before & word_article) != 0 && (now & word_body) != 0) roles |= role_body;
    before = now;
  }
  return roles;
}

// WordPress lists the terms of a post in its classes: `post type-post tag-cookies category-menu`.
bool is_post_term(std::string_view name) {
  return name.starts_with("tag-") || name.starts_with("category-") || name.starts_with("cat-") ||
         name.starts_with("cat_") || name.starts_with("author-") || name.starts_with("format-") ||
         name.starts_with("tag_") || name.starts_with("topic-");
}

// Whole names by which style sheets hide an element. `hidden md:block` and `d-none d-md-block` show
// it on larger screens.
bool is_hiding_name(std::string_view name, std::string_view all) {
  static constexpr std::string_view hiding[] = {"hidden",
                                                "hide",
                                                "is-hidden",
                                                "invisible",
                                                "sr-only",
                                                "sronly",
                                                "visually-hidden",
                                                "visuallyhidden",
                                                "screen-reader-text",
                                                "screen-reader-only",
                                                "element-invisible",
                                                "element-hidden",
                                                "offscreen",
                                                "d-none",
                                                "displaynone",
                                                "display-none",
                                                "u-hidden",
                                                "u-visually-hidden",
                                                "is-visually-hidden",
                                                "a11y-hidden",
                                                "hidden-text",
                                                "assistive-text",
                                                "noshow"};
  if (std::ranges::find(hiding, name) == std::end(hiding)) return false;
  if (name == "d-none" || name == "hidden")
    return all.find("-block") == all.npos && all.find("-flex") == all.npos &&
           all.find(":") == all.npos && all.find("-inline") == all.npos;
  return true;
}

}  // namespace

Roles roles_of(std::string_view names) {
  const std::string_view all = names;
  Roles roles = 0;
  const bool post = names.find("hentry") != names.npos || names.find("type-") != names.npos ||
                    names.find("status-publish") != names.npos;
  std::size_t count = 0;
  while (!names.empty() && count < 40) {
    const auto end = std::min(names.find_first_of(" \t\r\n\f"), names.size());
    if (end > 0 && !(post && is_post_term(names.substr(0, end)))) {
      const auto name = names.substr(0, end);
      Roles found = roles_of_name(name);
      // A page builder's own words: each of its boxes is a widget.
      if (name.starts_with("elementor-")) found &= ~(role_aside | role_content);
      if (is_hiding_name(name, all)) found |= role_hidden;
      roles |= found;
      ++count;
    }
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return roles & 0x00FFFFFF;
}

}  // namespace assay::web
