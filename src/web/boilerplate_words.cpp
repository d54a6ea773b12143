#include "web/boilerplate_words.h"

#include <algorithm>
#include <string>

namespace assay::web {
namespace {

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

// Lines that begin so, and are short.
constexpr std::string_view frame_starts[] = {
    "share this", "share on", "share:", "share via", "tags:", "tagged", "tag:", "filed under", "posted in", "posted by",
    "posted on", "categories:", "category:", "kategorie", "kategorien", "schlagw", "teilen", "tweet",
    "follow us", "follow me", "subscribe", "sign up", "newsletter", "©", "copyright", "all rights reserved",
    "alle rechte vorbehalten", "advertisement", "anzeige", "werbung", "read more", "weiterlesen",
    "mehr lesen", "print this", "drucken", "leave a comment", "leave a reply", "kommentar schreiben",
    "comments are closed", "kommentare", "previous post", "next post", "skip to", "zum inhalt",
    "back to top", "nach oben", "log in", "login", "register", "photo:", "foto:", "image:", "bild:",
    "fotos:", "photo by", "photo credit", "image credit", "quelle:", "source:", "veröffentlicht am",
    "veröffentlicht in", "published on", "last updated", "last modified", "zuletzt aktualisiert",
    "lesezeit", "reading time", "min read", "views:", "permalink", "bookmark", "diesen artikel",
    "artikel teilen", "artikel drucken", "beitrag teilen", "gefällt mir", "like this", "loading...",
    "wird geladen", "dieser eintrag wurde", "this entry was", "by continuing", "partager", "compartir",
    "condividi", "udostępnij", "publié le", "publicado", "étiquettes", "etiquetas", "lire aussi",
    "à lire aussi", "leer también", "leggi anche", "czytaj też", "lees ook", "read also", "also read",
    "lesen sie auch", "lesen sie hier", "auch interessant", "siehe auch", "see also:", "mehr zum thema",
    "teilen mit:", "share this:", "click to share", "klick, um", "email this", "send to a friend"};

constexpr std::string_view related_headings[] = {
    "related", "you may also", "you might also", "recommended", "more from", "more on this", "read next",
    "latest articles", "latest news", "latest posts", "recent posts", "popular", "trending", "most read", "most popular",
    "comments", "leave a comment", "leave a reply", "join the conversation", "share this", "about the author",
    "about author", "subscribe", "newsletter", "sign up", "further reading", "similar", "see also",
    "das könnte", "auch interessant", "mehr zum thema", "weitere artikel", "weitere beiträge",
    "weitere themen", "ähnliche", "verwandte", "meistgelesen", "kommentare", "schreibe einen kommentar",
    "kommentar schreiben", "kommentar hinterlassen", "kommentar verfassen", "teilen mit", "gefällt mir",
    "über den autor", "über die autor", "neueste", "aktuelle beiträge", "mehr von", "weitere nachrichten",
    "passend zum thema", "lesen sie auch", "lesen sie mehr", "empfehlungen", "unsere empfehlung", "beliebt",
    "artigos relacionados", "artículos relacionados", "noticias relacionadas", "te puede interesar",
    "también te", "à lire aussi", "sur le même", "articles similaires", "articles liés", "vous aimerez",
    "potrebbe interessarti", "articoli correlati", "leggi anche", "zobacz także", "zobacz też", "czytaj także", "podobne",
    "gerelateerd", "lees ook", "leesook", "relaterede", "relaterade", "läs mer", "les også", "související",
    "похожие", "читайте также", "комментарии", "関連", "相关", "相關", "コメント", "推荐阅读", "tags", "schlagwörter",
    "schlagworte", "kategorien", "0 comments", "0 kommentare", "pingback", "trackback", "like this", "antworten",
    "cancel reply", "photo credits", "bildnachweis", "ein kommentar", "one comment", "1 comment", "commentaires",
    "comentarios", "commenti", "komentarze", "reacties", "kontakt", "links zum thema", "externe links"};

template <class List>
bool begins_with_any(const std::string& line, const List& list) {
  return std::ranges::any_of(list, [&](std::string_view start) { return line.starts_with(start); });
}

}  // namespace

bool is_boilerplate_line(std::string_view line) {
  return begins_with_any(lower_ascii(line.substr(0, 80)), frame_starts);
}

bool is_related_heading(std::string_view line) {
  return begins_with_any(lower_ascii(line.substr(0, 80)), related_headings);
}

}  // namespace assay::web
