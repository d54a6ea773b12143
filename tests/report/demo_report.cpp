#include "demo_report.h"

#include <cmath>
#include <random>

#include "io/sha256.h"
#include "records.h"
#include "vision/encode.h"

namespace assay::report::test {
namespace {

// What the record calls the picture: any 64 hex digits, here of its pixels.
std::string keep(Demo& demo, vision::Picture picture) {
  const auto name =
      io::sha256({reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size()});
  demo.pictures.emplace(name, std::move(picture));
  return name;
}

std::string keep(Demo& demo, const std::string& text) {
  const auto name = io::sha256(text);
  demo.texts.emplace(name, text);
  return name;
}

Json quote(Demo& demo, const std::string& text, const std::string& sentence) {
  const auto begin = text.find(sentence);
  return {{"blob", keep(demo, text)},
          {"begin", begin},
          {"end", begin + sentence.size()},
          {"text", sentence}};
}

Json region(double x, double y, double width, double height) {
  return Json::array({x, y, width, height});
}

const std::string english =
    "The valley has few visitors in autumn. A photograph of the lake of Ormeley, taken on 3 "
    "October "
    "2009 by Ines Falk, shows the old bridge before it was rebuilt. The bridge was opened again "
    "in 2012, and the path around the lake is 14 kilometres long. In winter it is closed.";
const std::string arabic =
    "تقع البحيرة في الشمال. التُقطت هذه الصورة في أكتوبر 2009 قبل إعادة بناء الجسر. "
    "ويبلغ طول الطريق حول البحيرة 14 كيلومترًا.";
const std::string chinese =
    "这个湖位于北部山区。这张照片拍摄于2009年10月，当时旧桥尚未重建。环湖小路全长14公里，冬季关闭"
    "。";

Json source(const std::string& url, const std::string& title, const std::string& publisher,
            const std::string& published, const std::string& language) {
  Json json{{"document", url.substr(url.rfind('/') + 1) + ".html"},
            {"url", url},
            {"title", title},
            {"publisher", publisher},
            {"retrieved", "2026-11-30T14:23:50.553Z"},
            {"extractor", "article/1"},
            {"language", language},
            {"score", 3.25}};
  if (!published.empty()) json["published"] = published;
  return json;
}

struct Sources {
  Json original, arabic_page, chinese_page, undated, late, map;
};

Sources sources_of(Demo& demo) {
  Sources s;
  s.original = source("https://photos.example/ormeley/lake-2009", "The lake of Ormeley in autumn",
                      "Valley Pictures", "2009-10-21", "en");
  s.original["text_blob"] = keep(demo, english);
  s.arabic_page = source("https://akhbar.example/ar/%D8%A8%D8%AD%D9%8A%D8%B1%D8%A9",
                         "صورة قديمة للبحيرة تنتشر من جديد", "أخبار الشمال", "2023-05-02", "ar");
  s.arabic_page["text_blob"] = keep(demo, arabic);
  s.chinese_page = source("https://news.example/zh/2023/lake", "网传湖景照片并非近期拍摄",
                          "北方日报", "2023-05-04", "zh");
  s.chinese_page["text_blob"] = keep(demo, chinese);
  s.undated = source(
      "https://travel.example/a/very/long/address/that/goes/on/and/on/without/any/place/to/break/"
      "it?with=parameters&and=more&lake=ormeley",
      "Walking around the lake", "", "", "en");
  s.undated["text_blob"] = keep(demo, english + " It rains.");
  s.late = source("https://blog.example/lake", "The lake again", "A blog", "2024-06-01", "en");
  s.map = source("https://maps.example/ormeley", "Map of the valley", "Maps", "2011-01-01", "en");
  return s;
}

Json searches(const char* tool, const char* argument, const char* reason) {
  return {{"tool", tool}, {"arguments", {argument}}, {"reason", reason}};
}

void add_first_turn(RecordBuilder& builder, const Sources& s, const Json& reverse,
                    const Json& web) {
  const Json broken = searches("image_search", "lake Ormeley flood", "pictures of the flood");
  builder
      .step(EntryType::plan, "plan", 1, 0,
            {{"actions", {reverse, web, broken}},
             {"reasoning",
              "The picture decides: where was it before, and what did its first page say of place "
              "and date?"},
             {"uncovered", {"May 2023", "the flood"}}})
      .step(EntryType::tool_result, "reverse_search", 1, 0,
            {{"action", reverse}, {"sources", {s.original}}, {"excluded", Json::array()}}, "")
      .step(EntryType::tool_result, "web_search", 1, 1,
            {{"action", web},
             {"sources", {s.arabic_page, s.map}},
             {"excluded", {{{"source", s.late}, {"reason", "published on or after 2023-06-01"}}}}},
            "")
      .step(EntryType::tool_result, "image_search", 1, 2,
            {{"action", broken}, {"sources", Json::array()}, {"error", "the index can't be read"}},
            "")
      .step(EntryType::summary, "summarize", 1, 0, {{"takeaways", "x"}})
      .step(EntryType::summary, "summarize", 1, 1, {{"takeaways", "x"}})
      .step(EntryType::summary, "summarize", 1, 2, {{"none", true}})
      .step(EntryType::development, "develop", 1, 0,
            {{"prose",
              "The picture is at least fourteen years old [E1]. Nothing was found on a flood yet."},
             {"findings", Json::array()}})
      .step(EntryType::judgement, "judge", 1, 0,
            {{"verdict", "not enough evidence"}, {"label", ""}, {"confidence", 0.55}});
}

Json finding(const char* id, Json quotation, const char* stance, double strength, double coverage,
             Json reasons) {
  Json json{{"evidence", id},
            {"stance", stance},
            {"strength", strength},
            {"coverage", coverage},
            {"reasons", reasons}};
  if (!quotation.is_null()) json["quotation"] = quotation;
  return json;
}

void add_evidence(RecordBuilder& builder, Demo& demo, const Sources& s, const std::string& found,
                  const std::string& small) {
  auto original = s.original;
  original["match"] = {
      {"query", 1},
      {"found", 2},
      {"description", "cropped, with a text overlay"},
      {"score", 0.97},
      {"query_share", 0.94},
      {"found_share", 0.78},
      {"differences",
       {{{"in_query", region(0.05, 0.72, 0.5, 0.2)}, {"in_found", region(0.12, 0.68, 0.42, 0.17)}},
        {{"in_query", region(0.66, 0.12, 0.2, 0.26)},
         {"in_found", region(0.63, 0.16, 0.17, 0.22)}}}}};
  builder
      .add(EntryType::evidence,
           {{"id", "E1"},
            {"turn", 1},
            {"action", 0},
            {"source", original},
            {"takeaways",
             "The page that showed the picture first dates it to October 2009 and speaks of no "
             "flood."},
            {"quotations",
             {quote(demo, english,
                    "A photograph of the lake of Ormeley, taken on 3 October 2009 by Ines Falk, "
                    "shows the old bridge before it was rebuilt."),
              quote(demo, english, "The bridge was opened again in 2012")}},
            {"images",
             {{{"number", 2},
               {"file", "lake.jpg"},
               {"sha256", found},
               {"width", 1200},
               {"height", 800},
               {"caption",
                "The lake of Ormeley with the old bridge, 3 October 2009. Photo: Ines Falk"},
               {"alt", "A lake between hills, with a low sun"}}}}})
      .add(EntryType::evidence,
           {{"id", "E2"},
            {"turn", 1},
            {"action", 1},
            {"source", s.arabic_page},
            {"takeaways", "An Arabic news site says the same of the picture."},
            {"quotations",
             {quote(demo, arabic, "التُقطت هذه الصورة في أكتوبر 2009 قبل إعادة بناء الجسر.")}},
            {"images",
             {{{"number", 3},
               {"file", "bridge.png"},
               {"sha256", small},
               {"caption", "الجسر القديم"},
               {"alt", "جسر فوق بحيرة"}}}}})
      .add(EntryType::repeat,
           {{"evidence", "E1"}, {"source", s.undated}, {"reason", "nearly the same text"}})
      .add(EntryType::repeat,
           {{"evidence", "E1"}, {"source", s.map}, {"reason", "the same picture and caption"}});
}

void add_second_turn(RecordBuilder& builder, Demo& demo, const Sources& s) {
  const Json web = searches("web_search", "湖 照片 2009", "the picture's date, in Chinese");
  Json stale =
      quote(demo, english + " It rains.", "the path around the lake is 14 kilometres long");
  stale["text"] = "the path around the lake is 40 kilometres long";
  builder
      .step(EntryType::plan, "plan", 2, 0,
            {{"actions", {web, searches("geolocate", "[image:1]", "the place")}},
             {"reasoning", "Look for the date in another language."},
             {"uncovered", {"the flood"}}})
      .step(EntryType::tool_result, "web_search", 2, 0,
            {{"action", web}, {"sources", {s.chinese_page, s.undated}}}, "")
      .step(EntryType::summary, "summarize", 2, 0, {{"takeaways", "x"}})
      .step(EntryType::summary, "summarize", 2, 1, {{"takeaways", "x"}})
      .add(EntryType::evidence,
           {{"id", "E3"},
            {"turn", 2},
            {"action", 3},
            {"source", s.chinese_page},
            {"takeaways", "A Chinese newspaper dates the picture to October 2009 as well."},
            {"quotations", {quote(demo, chinese, "这张照片拍摄于2009年10月，当时旧桥尚未重建。")}}})
      .add(EntryType::evidence, {{"id", "E4"},
                                 {"turn", 2},
                                 {"action", 3},
                                 {"source", s.undated},
                                 {"takeaways", "It speaks of the path around the lake."},
                                 {"quotations", {stale}}})
      .step(EntryType::development, "develop", 2, 0,
            {{"prose",
              "Three pages in three languages date the picture to 2009: E1, E2 and E3. None speaks "
              "of "
              "a flood in May 2023."},
             {"findings",
              {finding("E1", 0, "contradicts", 0.93, 0.8,
                       {"the picture was taken on 3 October 2009, the claim says May 2023",
                        "the caption names no flood"}),
               finding("E1", 1, "touches", 0.1, 0.2, {"about the bridge alone"}),
               finding("E2", 0, "contradicts", 0.81, 0.6, {"October 2009 against May 2023"}),
               finding("E3", 0, "contradicts", 0.84, 0.6, {"October 2009 against May 2023"}),
               finding("E4", nullptr, "supports", 0.35, 0.1, {"names the same lake"})}},
             {"missing", {"whether the lake was flooded in May 2023 at all"}}})
      .step(EntryType::judgement, "judge", 2, 0,
            {{"verdict", "refuted"},
             {"label", "Out of context"},
             {"confidence", 0.91},
             {"key_findings",
              "The picture was published in October 2009, fourteen years before the flood that "
              "it is said to show."},
             {"reasons",
              {"three independent sources date the picture to 2009",
               "the picture was edited: text was added, and an object is gone"}}});
}

}  // namespace

vision::Picture landscape(int width, int height, Colour sun, int seed) {
  vision::Picture picture(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double u = static_cast<double>(x) / width, v = static_cast<double>(y) / height;
      const double hill = 0.55 + 0.08 * std::sin(6 * u + seed) + 0.03 * std::sin(17 * u);
      auto* pixel = picture.row(y) + 3 * static_cast<std::ptrdiff_t>(x);
      const auto put = [&](double red, double green, double blue) {
        pixel[0] = static_cast<std::uint8_t>(red);
        pixel[1] = static_cast<std::uint8_t>(green);
        pixel[2] = static_cast<std::uint8_t>(blue);
      };
      if (std::hypot((u - 0.3) * width / height, v - 0.3) < 0.16)
        put(sun.red, sun.green, sun.blue);
      else if (v < hill)
        put(150 + 90 * v, 180 + 60 * v, 220);
      else if (v < 0.78)
        put(60 + 40 * u, 90 + 30 * std::sin(40 * u * v), 60);
      else
        put(50, 80 + 30 * std::sin(90 * v), 120);
    }
  return picture;
}

vision::Picture noise(int width, int height, std::uint32_t seed) {
  vision::Picture picture(width, height);
  std::mt19937 random(seed);
  for (auto& channel : picture.rgb) channel = static_cast<std::uint8_t>(random());
  return picture;
}

ReportView Demo::view() const {
  ReportOptions options;
  options.kept_text = [this](std::string_view name) -> std::optional<std::string> {
    const auto text = texts.find(name);
    return text == texts.end() ? std::nullopt : std::optional(text->second);
  };
  return report::view(record, options);
}

HtmlOptions Demo::options() const {
  HtmlOptions options;
  options.picture = [this](std::string_view name, const PictureSize& size) {
    const auto picture = pictures.find(name);
    if (picture == pictures.end()) return ReportPicture{"", 0, 0, "its bytes are not kept here"};
    return ReportPicture{vision::encode_thumbnail(picture->second, size.max_side, size.most_bytes),
                         picture->second.width, picture->second.height, ""};
  };
  return options;
}

Demo demo_report() {
  Demo demo;
  const auto claimed = keep(demo, landscape(960, 720, claimed_sun, 1));
  const auto found = keep(demo, landscape(1200, 800, found_sun, 1));
  const auto small = keep(demo, landscape(320, 240, {240, 190, 40}, 3));
  const auto s = sources_of(demo);
  const Json reverse = searches("reverse_search", "[image:1]", "where the picture was before");
  const Json web = searches("web_search", "lake Ormeley flood May 2023", "the claim itself");
  RecordBuilder builder;
  builder
      .add(EntryType::start,
           {{"schema", 1},
            {"program", "assay 0.1.0"},
            {"configuration",
             {{"procedure", "defame"}, {"model", "embedded"}, {"labels", "cr2024plus"}}}})
      .add(EntryType::claim,
           {{"id", "lake-1"},
            {"text",
             "This photograph [image:1] shows the flooded valley of Ormeley in May 2023, after the "
             "dam broke."},
            {"images",
             {{{"number", 1},
               {"file", "post-4711.jpg"},
               {"sha256", claimed},
               {"width", 960},
               {"height", 720},
               {"caption", "Unbelievable pictures from Ormeley!"}},
              {{"number", 7},
               {"file", "broken.heic"},
               {"sha256", std::string(64, '0')},
               {"note", "its data ends too early"}}}},
            {"date", "2023-06-01"},
            {"speaker", "A user of a social network"},
            {"place", "Ormeley"},
            {"origin", "https://social.example/@someone/4711"},
            {"post", "They said the dam was safe!! Look at this. #ormeley"}});
  add_first_turn(builder, s, reverse, web);
  add_evidence(builder, demo, s, found, small);
  add_second_turn(builder, demo, s);
  builder
      .step(EntryType::justification, "justify", 2, 0,
            {{"text",
              "The photograph is not from May 2023. “The lake of Ormeley in autumn”, published on "
              "21 October 2009, already showed it and dates it to 3 October 2009 [E1]. News sites "
              "in Arabic and in Chinese date it to the same month [E2, E3].\n\nThe picture in the "
              "post was cropped, and text was laid over it [E1]. No source speaks of a flood."}})
      .add(EntryType::warning, {{"message", "broken.heic: its data ends too early"}})
      .add(EntryType::end, Json::object());
  demo.record = builder.record();
  return demo;
}

Demo picture_report(std::size_t count) {
  Demo demo;
  RecordBuilder builder;
  Json images = Json::array();
  for (std::size_t i = 0; i < count; ++i)
    images.push_back({{"number", i + 1},
                      {"sha256", keep(demo, noise(900, 700, static_cast<std::uint32_t>(i)))}});
  builder.add(EntryType::claim, {{"id", "c"}, {"text", "Pictures"}, {"images", images}});
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = keep(demo, noise(800, 900, static_cast<std::uint32_t>(1000 + i)));
    builder.add(EntryType::evidence,
                {{"id", "E" + std::to_string(i + 1)},
                 {"source",
                  {{"title", "A page"},
                   {"match", {{"query", i + 1}, {"found", count + i + 1}, {"score", 1.0}}}}},
                 {"images", {{{"number", count + i + 1}, {"sha256", found}}}}});
  }
  demo.record = builder.record();
  return demo;
}

}  // namespace assay::report::test
