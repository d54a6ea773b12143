#pragma once
#include <cstdint>
#include <string_view>

namespace assay::web {

// What the class and id of an element say about its role, as a set of these.
enum Role : std::uint32_t {
  role_comments = 1 << 0,
  role_share = 1 << 1,
  role_related = 1 << 2,
  role_navigation = 1 << 3,
  role_advert = 1 << 4,
  role_consent = 1 << 5,  // cookie banners, logins, pop-ups
  role_subscribe = 1 << 6,
  role_aside = 1 << 7,  // sidebars, widgets, boxes
  role_footer = 1 << 8,
  role_author = 1 << 9,       // who wrote it, a portrait of the author
  role_byline = 1 << 10,      // lines about the text: date, tags, category, reading time
  role_hidden = 1 << 11,      // shown to nobody, or to screen readers only
  role_media_text = 1 << 12,  // captions, credits
  role_body = 1 << 13,        // the article's text itself: post-content, article-body, …
  role_content = 1 << 14,     // weaker: content, article, main, post, …
  role_header = 1 << 15,
  role_date = 1 << 16,
  role_title = 1 << 17,
  role_teaser = 1 << 18,  // the lead of this article, or of another
};
using Roles = std::uint32_t;

// All that is a sign of not being the article's text.
inline constexpr Roles unwanted_roles =
    role_comments | role_share | role_related | role_navigation | role_advert | role_consent |
    role_subscribe | role_aside | role_footer | role_author | role_byline | role_hidden;

// `names` is the value of a class or id attribute. Words are found inside names too:
// `relatedPosts`, `post__related-posts`.
Roles roles_of(std::string_view names);

}  // namespace assay::web
