#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "retrieval/index/builder.h"
#include "retrieval/index/index.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// One index of documents in many languages, as a newsroom would have it.
class Languages : public testing::Test {
 protected:
  enum : std::uint32_t {
    english,
    english_rivers,
    german,
    german_food,
    russian,
    russian_law,
    arabic,
    arabic_water,
    chinese,
    chinese_weather,
    japanese,
    japanese_train,
    thai,
    thai_food,
    french,
    korean
  };

  static const std::vector<IndexedText>& texts() {
    static const std::vector<IndexedText> all = {
        {"Election results",
         "The governments of both countries announced that the elections were free and fair, and "
         "that the results would be published."},
        {"Rivers",
         "The river is flooding the houses of the village, and the farmers have been moved to "
         "higher ground for the week."},
        {"Wohnungsbau in München",
         "Die Häuser in der Münchner Innenstadt wurden teurer, sagte der Bürgermeister, und neue "
         "Wohnungen werden kaum noch gebaut."},
        {"Essen",
         "Das Brot wird in der Bäckerei jeden Morgen frisch gebacken, und die Kunden stehen lange "
         "in der Schlange vor der Tür."},
        {"Экономика",
         "Правительство России объявило о снижении налогов для небольших предприятий, сообщили в "
         "министерстве финансов."},
        {"Законы",
         "Депутаты приняли новый закон о защите лесов, который вступит в силу в январе следующего "
         "года."},
        {"الانتخابات",
         "أعلنت الحكومة المصرية نتائج الانتخابات في القاهرة يوم الثلاثاء بعد فرز جميع الأصوات في "
         "المحافظات."},
        {"المياه",
         "تعاني المدينة من نقص في المياه بسبب الجفاف الذي ضرب المنطقة خلال الصيف الماضي."},
        {"", "北京市政府宣布，地铁票价将从明年一月起上涨。市民对此表示不满。"},
        {"", "昨天上海下了大雨，许多航班被取消，机场里挤满了旅客。"},
        {"", "東京都は新しいオリンピックスタジアムの建設費が二倍になったと発表した。"},
        {"", "大阪の電車は雪のために一時間遅れた。乗客は駅で待っていた。"},
        {"", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย และมีประชากรมากกว่าสิบล้านคน"},
        {"", "อาหารไทยมีรสเผ็ดและใช้สมุนไพรหลายชนิด นักท่องเที่ยวชอบต้มยำกุ้ง"},
        {"",
         "L'école de la ville a été fermée mardi, et les élèves sont restés chez eux pendant toute "
         "la semaine."},
        {"", "서울의 지하철 요금이 내년부터 오른다고 시가 발표했다."}};
    return all;
  }

  static const Index& index() {
    static const Index made = Index::in_memory(texts());
    return made;
  }

  static std::vector<std::uint32_t> found(std::string_view query) {
    std::vector<std::uint32_t> documents;
    for (const auto& hit : index().search(index().parse(query))) documents.push_back(hit.document);
    return documents;
  }
};

TEST_F(Languages, English) {
  EXPECT_THAT(found("election"), ElementsAre(english));
  EXPECT_THAT(found("flooded house"), ElementsAre(english_rivers));
  EXPECT_THAT(found("GOVERNMENT announces"), ElementsAre(english));
}

TEST_F(Languages, GermanInTwoWords) {
  EXPECT_THAT(found("Haus Wohnung"), ElementsAre(german));
  EXPECT_THAT(found("gebackenes Brote"), ElementsAre(german_food));
  EXPECT_THAT(found("munchner"), ElementsAre(german));  // without the umlaut
}

TEST_F(Languages, Russian) {
  EXPECT_THAT(found("налоги предприятие"), ElementsAre(russian));
  EXPECT_THAT(found("законы о лесах").front(), russian_law);
  EXPECT_THAT(found("правительства"), ElementsAre(russian));
}

TEST_F(Languages, Arabic) {
  EXPECT_THAT(found("انتخابات"), ElementsAre(arabic));
  EXPECT_THAT(found("مياه"), ElementsAre(arabic_water));
  EXPECT_THAT(found("الحكومه"), ElementsAre(arabic));  // the last letter as it is often written
}

TEST_F(Languages, Chinese) {
  EXPECT_THAT(found("地铁票价"), ElementsAre(chinese));
  EXPECT_THAT(found("上海 大雨"), ElementsAre(chinese_weather));
  EXPECT_THAT(found("雨"), ElementsAre(chinese_weather));  // one character
  EXPECT_THAT(found("满"), UnorderedElementsAre(chinese, chinese_weather));
}

TEST_F(Languages, Japanese) {
  EXPECT_THAT(found("スタジアム"), ElementsAre(japanese));
  EXPECT_THAT(found("電車が遅れた").front(), japanese_train);
  EXPECT_THAT(found("雪"), ElementsAre(japanese_train));
  EXPECT_THAT(found("ｵﾘﾝﾋﾟｯｸ"), ElementsAre(japanese));  // half width
}

TEST_F(Languages, Thai) {
  EXPECT_THAT(found("เมืองหลวง").front(), thai);
  EXPECT_THAT(found("ประชากร"), ElementsAre(thai));
  EXPECT_THAT(found("นักท่องเที่ยว"), ElementsAre(thai_food));
  EXPECT_THAT(found("สมุนไพร อาหาร").front(), thai_food);
}

TEST_F(Languages, FrenchAndKorean) {
  EXPECT_THAT(found("écoles"), ElementsAre(french));
  EXPECT_THAT(found("ecole"), ElementsAre(french));
  EXPECT_THAT(found("지하철"), ElementsAre(korean));
}

TEST_F(Languages, Phrases) {
  EXPECT_THAT(found("\"free and fair\""), ElementsAre(english));
  EXPECT_THAT(found("\"election was free\""), ElementsAre(english));  // stems make a phrase too
  EXPECT_THAT(found("\"neue Wohnungen\""), ElementsAre(german));
  EXPECT_THAT(found("\"нового закона\""), ElementsAre(russian_law));
  EXPECT_THAT(found("\"地铁票价\""), ElementsAre(chinese));
  EXPECT_THAT(found("“電車は雪”"), ElementsAre(japanese_train));
  EXPECT_THAT(found("\"เมืองหลวงของประเทศไทย\""), ElementsAre(thai));
  EXPECT_THAT(found("«نتائج الانتخابات»"), ElementsAre(arabic));
}

std::vector<std::uint32_t> search(const std::vector<IndexedText>& texts, std::string_view query) {
  const Index index = Index::in_memory(texts);
  std::vector<std::uint32_t> documents;
  for (const auto& hit : index.search(index.parse(query))) documents.push_back(hit.document);
  return documents;
}

TEST(Phrases, MeanTheWordsInTheirOrder) {
  const std::vector<IndexedText> texts = {{"", "the house is white"},
                                          {"", "the white house stood there"},
                                          {"", "a white wooden house"},
                                          {"white", "house"},
                                          {"", "White House, the: white house"}};
  EXPECT_THAT(search(texts, "\"white house\""), UnorderedElementsAre(1U, 4U));
  EXPECT_EQ(search(texts, "\"white house\"").front(), 4U);  // twice there
}

TEST(Phrases, LiftBesideOtherWords) {
  const std::vector<IndexedText> texts = {
      {"", "deal with new climate rules"}, {"", "the new deal was signed"}, {"", "climate"}};
  EXPECT_EQ(search(texts, "signed \"new deal\" climate").front(), 1U);
  EXPECT_THAT(search(texts, "signed \"new deal\" climate"), UnorderedElementsAre(0U, 1U, 2U));
}

TEST(Phrases, CountAsWordsWhereNoDocumentHoldsThem) {
  const std::vector<IndexedText> texts = {{"", "one apple and a pear"}, {"", "nothing here"}};
  EXPECT_THAT(search(texts, "\"pear apple\""), ElementsAre(0U));
  EXPECT_THAT(search(texts, "\"never closed apple"), ElementsAre(0U));
  EXPECT_THAT(search(texts, "\"apple\""), ElementsAre(0U));
}

TEST(Numbers, AreFoundHoweverTheyAreWritten) {
  const std::vector<IndexedText> texts = {{"", "It cost $27.6bn in total"},
                                          {"", "about 1,000 people came"},
                                          {"", "the 5G network and COVID-19"},
                                          {"", "cases of Covid19 in the 1970s"},
                                          {"", "the U.S. economy by e-mail"}};
  EXPECT_THAT(search(texts, "27.6 billion"), ElementsAre(0U));
  EXPECT_THAT(search(texts, "27.6bn"), ElementsAre(0U));
  EXPECT_THAT(search(texts, "1000"), ElementsAre(1U));
  EXPECT_THAT(search(texts, "1,000"), ElementsAre(1U));
  EXPECT_THAT(search(texts, "5g"), ElementsAre(2U));
  EXPECT_THAT(search(texts, "COVID-19"), UnorderedElementsAre(2U, 3U));
  EXPECT_THAT(search(texts, "covid19"), UnorderedElementsAre(2U, 3U));
  EXPECT_THAT(search(texts, "covid"), UnorderedElementsAre(2U, 3U));
  EXPECT_THAT(search(texts, "1970"), ElementsAre(3U));
  EXPECT_THAT(search(texts, "US"), ElementsAre(4U));
  EXPECT_THAT(search(texts, "email"), ElementsAre(4U));
}

}  // namespace
}  // namespace assay::retrieval
