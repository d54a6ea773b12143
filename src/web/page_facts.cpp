#include "web/page_facts.h"

#include <utility>

#include "web/clean_text.h"
#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::size_t most_headings = 40;
constexpr std::size_t most_times = 500;
constexpr std::size_t most_scripts = 200;

// Character references that were escaped twice, as in `&amp;quot;`.
std::string without_references(std::string text) {
  static constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"&quot;", "\""},  {"&#34;", "\""},  {"&apos;", "'"},  {"&#39;", "'"},    {"&#039;", "'"},
      {"&lt;", "<"},     {"&gt;", ">"},    {"&nbsp;", " "},  {"&ndash;", "–"},  {"&mdash;", "—"},
      {"&#8211;", "–"},  {"&#8212;", "—"}, {"&#8216;", "‘"}, {"&#8217;", "’"},  {"&#8220;", "“"},
      {"&#8221;", "”"},  {"&#8222;", "„"}, {"&#8230;", "…"}, {"&hellip;", "…"}, {"&#038;", "&"},
      {"&#38;", "&"},    {"&rsquo;", "’"}, {"&lsquo;", "‘"}, {"&auml;", "ä"},   {"&ouml;", "ö"},
      {"&uuml;", "ü"},   {"&Auml;", "Ä"},  {"&Ouml;", "Ö"},  {"&Uuml;", "Ü"},   {"&szlig;", "ß"},
      {"&eacute;", "é"}, {"&amp;", "&"}};
  if (text.find('&') == text.npos) return text;
  for (const auto& [reference, character] : known)
    for (auto at = text.find(reference); at != text.npos; at = text.find(reference, at + 1))
      text.replace(at, reference.size(), character);
  return text;
}

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : lower_ascii(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0) letters += c;
  return letters;
}

bool in_frame(const HtmlTree& tree, NodeId id) {
  for (NodeId at = tree[id].parent; at != no_node; at = tree[at].parent)
    if (tree[at].tag == Tag::nav || tree[at].tag == Tag::aside || tree[at].tag == Tag::footer)
      return true;
  return false;
}

bool is_kicker(const HtmlTree& tree, NodeId id) {
  const auto names = lower_ascii(tree.attribute(id, "class"));
  for (const std::string_view word :
       {"overline", "kicker", "roofline", "eyebrow", "topline", "dachzeile", "spitzmarke"})
    if (names.find(word) != names.npos) return true;
  return false;
}

}  // namespace

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

std::string cleaned(std::string_view text) {
  return one_line(without_references(std::string(text.substr(0, 2000))));
}

PageFacts::PageFacts(const HtmlTree& page, const PageMarks& page_marks, std::string_view address)
    : tree(page), marks(page_marks), url(address) {
  gather();
  learn_site();
}

void PageFacts::gather() {
  std::vector<std::string_view> structured;
  for (NodeId id = 0; id < tree.size(); ++id) {
    const auto& node = tree[id];
    switch (node.tag) {
      case Tag::text:
        continue;
      case Tag::meta:
        gather_meta(id);
        break;
      case Tag::script:
        gather_script(id, structured);
        break;
      case Tag::link:
        if (canonical_.empty() && tree.attribute(id, "rel") == "canonical")
          canonical_ = tree.attribute(id, "href");
        break;
      case Tag::time:
        if (times.size() < most_times) times.push_back(id);
        break;
      case Tag::h1:
      case Tag::h2:
        if (headings.size() < most_headings && !marks.hidden(id) && !in_frame(tree, id))
          headings.push_back(id);
        break;
      default:
        break;
    }
    if (node.attributes > 0) gather_itemprop(id);
  }
  ld = read_json_ld(structured);
  take_reviews();
}

// `<div itemtype="https://schema.org/ClaimReview">`, `typeof="schema:ClaimReview"`.
void PageFacts::gather_review(NodeId id) {
  for (const char* key : {"itemtype", "typeof"}) {
    if (tree.attribute(id, key).find("ClaimReview") == std::string_view::npos) continue;
    if (claim_reviews.size() >= most_claim_reviews) return;
    claim_reviews.emplace_back();
    review_end_ = tree[id].end;
  }
}

void PageFacts::take_reviews() {
  for (const auto& review : ld.claim_reviews)
    if (claim_reviews.size() < most_claim_reviews) claim_reviews.push_back(cleaned(review));
}

void PageFacts::gather_meta(NodeId id) {
  const auto content = tree.attribute(id, "content");
  if (content.empty()) return;
  for (const char* key : {"property", "name", "itemprop", "http-equiv"})
    if (const auto name = tree.attribute(id, key); !name.empty())
      meta_.try_emplace(lower_ascii(name), content);
}

void PageFacts::gather_script(NodeId id, std::vector<std::string_view>& structured) {
  const NodeId text = tree[id].first;
  if (text == no_node) return;
  if (tree.attribute(id, "type").find("ld+json") != std::string_view::npos)
    structured.push_back(tree[text].text);
  else if (scripts.size() < most_scripts)
    scripts.push_back(text);
}

// Microdata in the body: `<span itemprop="datePublished" content="…">`.
void PageFacts::gather_itemprop(NodeId id) {
  gather_review(id);
  auto name = tree.attribute(id, "itemprop");
  if (name.empty()) name = tree.attribute(id, "property");
  if (name.ends_with("claimReviewed") && id < review_end_ && claim_reviews.back().empty())
    claim_reviews.back() = cleaned(said_by(id));
  if (tree.attribute(id, "itemprop").empty()) return;
  if (name == "headline" && item_headline == no_node)
    item_headline = id;
  else if (name == "author" && item_author == no_node)
    item_author = id;
  else if (name.find("datePublished") != name.npos && item_published.empty())
    item_published = value_of(id);
  else if (name.find("dateModified") != name.npos && item_modified.empty())
    item_modified = value_of(id);
}

void PageFacts::learn_site() {
  site_letters_ = letters_of(meta({"og:site_name", "application-name"}));
  const auto host = host_of(without_archive(url.empty() ? canonical() : std::string(url)));
  host_letters_ = letters_of(host);
  const auto labels = std::string_view(host).substr(0, host.rfind('.'));
  host_label_ = letters_of(labels.substr(labels.rfind('.') + 1));
}

// A whole claim, in a `content` or as text.
std::string PageFacts::said_by(NodeId id) const {
  const auto content = tree.attribute(id, "content");
  return content.empty() ? tree.text(id) : std::string(content);
}

std::string PageFacts::value_of(NodeId id) const {
  for (const char* key : {"content", "datetime"})
    if (const auto value = tree.attribute(id, key); !value.empty()) return std::string(value);
  return tree.text(id).substr(0, 200);
}

std::string_view PageFacts::raw_meta(std::string_view name) const {
  const auto found = meta_.find(std::string(name));
  return found == meta_.end() ? std::string_view{} : found->second;
}

std::string PageFacts::meta(std::initializer_list<const char*> names) const {
  for (const char* name : names)
    if (auto text = cleaned(raw_meta(name)); !text.empty()) return text;
  return {};
}

std::string PageFacts::language() const {
  for (NodeId id = 0; id < tree.size(); ++id)
    if (tree[id].tag == Tag::html || tree[id].tag == Tag::body)
      for (const char* key : {"lang", "xml:lang"})
        if (const auto value = tree.attribute(id, key); !value.empty())
          return std::string(value.substr(0, 20));
  if (!ld.language.empty()) return ld.language.substr(0, 20);
  return meta({"content-language", "language", "og:locale", "dc.language"}).substr(0, 20);
}

std::string PageFacts::canonical() const {
  auto address = resolve_url(url, canonical_);
  if (address.empty()) address = resolve_url(url, meta({"og:url"}));
  return without_invisible(address);
}

std::string PageFacts::publisher() const {
  if (auto text = meta({"og:site_name", "application-name", "dc.publisher", "publisher",
                        "dcterms.publisher", "citation_journal_title"});
      !text.empty())
    return text;
  if (auto text = cleaned(ld.publisher); !text.empty()) return text;
  return one_line(host_of(url));
}

bool PageFacts::is_site_name(std::string_view name) const {
  const auto letters = letters_of(name);
  if (letters.size() < 3) return false;
  if (letters == site_letters_) return true;
  if (letters.size() < 40 && host_letters_.find(letters) != host_letters_.npos) return true;
  return host_label_.size() >= 6 && letters.size() < 50 &&
         letters.find(host_label_) != letters.npos;
}

std::string PageFacts::heading_text(NodeId id) const {
  std::string text;
  for (NodeId i = id; i < tree[id].end; ++i) {
    const auto& node = tree[i];
    const bool skipped =
        node.tag == Tag::style || node.tag == Tag::script || node.tag == Tag::rt ||
        node.tag == Tag::rp ||
        (i > id && node.tag != Tag::text && (marks.hidden(i) || is_kicker(tree, i)));
    if (skipped)
      i = node.end - 1;
    else if (node.tag == Tag::text)
      text.append(node.text);
    else if (is_block(node.tag) || node.tag == Tag::br)
      text += ' ';
  }
  return cleaned(text);
}

}  // namespace assay::web
