// What the embedded stages make of ordinary claims: each case states a claim, what the sources say
// and the verdict that a careful reader would reach.
#include <gtest/gtest.h>

#include <set>

#include "language/tokens.h"
#include "reasoning/pipeline.h"

namespace assay::test {
namespace {

using core::Verdict;
constexpr auto yes = Verdict::supported;
constexpr auto no = Verdict::refuted;
constexpr auto open = Verdict::not_enough_evidence;
constexpr auto both = Verdict::conflicting;

struct Case {
  const char* name;
  const char* claim;
  std::vector<Document> documents;
  Verdict verdict;
};

const std::vector<Case> cases{
    // The source says the same.
    {"SameWords", "The Eiffel Tower was completed in 1889.",
     {{"The Eiffel Tower was completed in 1889 for the World's Fair in Paris."}}, yes},
    {"OtherWords", "Marie Curie won two Nobel Prizes.",
     {{"Marie Curie was the first person to win two Nobel Prizes, in physics and in chemistry."}}, yes},
    {"NumberInWords", "A spider has eight legs.", {{"Like all arachnids, a spider has 8 legs."}}, yes},
    {"Million", "About 75 million people live in the valley.",
     {{"According to the census, 75,000,000 people live in the valley."}}, yes},
    {"MilesForKilometres", "The tunnel between Aldham and Brook is 10 miles long.",
     {{"The tunnel between Aldham and Brook is 16.1 kilometres long and opened last spring."}}, yes},
    {"Fahrenheit", "Water boils at 212 degrees Fahrenheit at sea level.",
     {{"At sea level water boils at 100 °C."}}, yes},
    {"Rounding", "Exports of the region fell by 27 percent in 2020.",
     {{"Exports of the region fell by 27.3 per cent in 2020, the ministry said."}}, yes},
    {"MoreThan", "More than 5 million tourists visited Iceland's capital in 2019.",
     {{"Some 6.2 million tourists visited Iceland's capital in 2019."}}, yes},
    {"TitleNamesTheSubject", "The Golden Gate Bridge opened in 1937.",
     {{"It opened to traffic in May 1937 after four years of work.", "Golden Gate Bridge"}}, yes},
    {"NegationOnBothSides", "The Great Wall of China is not visible from the Moon.",
     {{"The Great Wall of China is not visible from the Moon with the naked eye."}}, yes},
    {"NotAHoax", "The moon landing of 1969 was real.",
     {{"The moon landing of 1969 was real, as rock samples and independent tracking show."}}, yes},
    {"TwoSources", "Mount Kenya is the second highest mountain in Africa.",
     {{"Mount Kenya is the second highest mountain in Africa after Kilimanjaro."},
      {"At 5,199 metres, Mount Kenya is Africa's second highest mountain."}}, yes},
    {"CompoundBothRight", "Canberra is the capital of Australia and was founded in 1913.",
     {{"Canberra is the capital of Australia."}, {"The city of Canberra was founded in 1913."}}, yes},
    // The source gives another number for the same thing.
    {"OtherNumber", "The Amazon basin lost 12,000 square kilometres of forest in 2020.",
     {{"The Amazon basin lost 8,400 square kilometres of forest in 2020, satellite data show."}}, no},
    {"OtherYear", "The Titanic sank in 1915.",
     {{"The Titanic sank in April 1912 after it struck an iceberg."}}, no},
    {"OtherCount", "An octopus has two hearts.", {{"An octopus has three hearts."}}, no},
    {"MillionBillion", "The bridge cost 3 billion dollars.",
     {{"The bridge cost 3 million dollars, the city council reported."}}, no},
    {"UnitsDiffer", "The marathon route is 42 miles long.",
     {{"The marathon route is 42.195 kilometres long."}}, no},
    {"CelsiusDiffers", "Lead melts at 100 degrees Celsius.", {{"Lead melts at 327.5 °C."}}, no},
    {"PercentDiffers", "Unemployment in Norland was 12 percent in March 2019.",
     {{"Unemployment in Norland was 4.1 percent in March 2019."}}, no},
    {"MoreThanIsLess", "More than 5 million people live in Slovenia.",
     {{"About 2.1 million people live in Slovenia."}}, no},
    {"MoneyDiffers", "The company was fined $75 million for fraud.",
     {{"A court fined the company $7.5 million for fraud."}}, no},
    {"OrdinalDiffers", "Neptune is the seventh planet from the Sun.",
     {{"Neptune is the eighth planet from the Sun."}}, no},
    {"PartsDoNotAddUp", "The islands of Aro, Belo and Coro together have 450,000 inhabitants.",
     {{"Aro has 120,000 inhabitants."}, {"Belo has 90,000 inhabitants."}, {"Coro has 70,000 inhabitants."}}, no},
    {"PartsAddUp", "The islands of Aro, Belo and Coro together have 280,000 inhabitants.",
     {{"Aro has 120,000 inhabitants."}, {"Belo has 90,000 inhabitants."}, {"Coro has 70,000 inhabitants."}}, yes},
    // Negation, opposites, directions.
    {"Negated", "Vaccines cause autism.",
     {{"Large studies found that vaccines do not cause autism."}}, no},
    {"NegatedClaim", "The parliament did not ratify the treaty.",
     {{"The parliament ratified the treaty on Tuesday."}}, no},
    {"Opposite", "The new law makes the sale of fireworks legal.",
     {{"The new law makes the sale of fireworks illegal."}}, no},
    {"OppositeSize", "Jupiter is the smallest planet of the Solar System.",
     {{"Jupiter is the largest planet of the Solar System."}}, no},
    {"Direction", "India's imports from China increased by 27% in April-August 2020.",
     {{"India's imports from China declined by 27.63 per cent during April-August 2020."}}, no},
    {"NoIncrease", "The crime rate in Ostburg increased last year.",
     {{"There was no increase in the crime rate in Ostburg last year."}}, no},
    {"WonLost", "The home team won the final in Lisbon.",
     {{"The home team lost the final in Lisbon on penalties."}}, no},
    {"NeverHappened", "The actor Jon Vale was arrested in Madrid.",
     {{"The actor Jon Vale was never arrested in Madrid, police confirmed."}}, no},
    // Another place or person.
    {"OtherPlace", "The headquarters of the United Nations are in Geneva.",
     {{"The headquarters of the United Nations are in New York City."}}, no},
    {"OtherCapital", "Sydney is the capital of Australia.", {{"Canberra is the capital of Australia."}}, no},
    {"OtherInventor", "The telephone was invented by Thomas Edison.",
     {{"The telephone was invented by Alexander Graham Bell."}}, no},
    {"Misattributed", "\"I have a dream\" was said by Malcolm X in 1963.",
     {{"\"I have a dream\" was said by Martin Luther King in 1963 in Washington."}}, no},
    // Explicit debunking, satire.
    {"Hoax", "Pope Francis endorsed Donald Trump for president.",
     {{"The story that Pope Francis endorsed Donald Trump for president is a hoax."}}, no},
    {"FalseClaim", "Drinking bleach cures the flu.",
     {{"The claim that drinking bleach cures the flu is false and dangerous, doctors warn."}}, no},
    {"NoEvidence", "Mobile phone masts spread the virus.",
     {{"There is no evidence that mobile phone masts spread the virus."}}, no},
    {"Satire", "NASA will cancel gravity for a day in May.",
     {{"The article saying NASA will cancel gravity for a day was published by a satirical website."}}, no},
    {"Doctored", "A photo shows a shark swimming on a flooded highway in Houston.",
     {{"The photo of a shark swimming on a flooded highway in Houston was doctored."}}, no},
    {"CompoundHalfWrong", "Canberra is the capital of Australia and was founded in 1788.",
     {{"Canberra is the capital of Australia."}, {"Canberra was founded in 1913."}}, no},
    // Nothing that settles it.
    {"NoSource", "The mayor of Kelso bought a yacht.", {}, open},
    {"Unrelated", "The mayor of Kelso bought a yacht.",
     {{"Tomatoes need a lot of sun and regular watering."}}, open},
    {"SameSubjectOnly", "The mayor of Kelso bought a yacht.",
     {{"The mayor of Kelso opened the new library on Monday."}}, open},
    {"NumberOfSomethingElse", "The stadium in Rava has 40,000 seats.",
     {{"The stadium in Rava was built by 300 workers and has a roof."}}, open},
    {"OtherYearsNumber", "The population of Lund was 91,000 in 2019.",
     {{"The population of Lund was 76,000 in 1999."}}, open},
    {"HearsayAlone", "The minister Ada Holm accepted a bribe.",
     {{"A post shared on Facebook claims that the minister Ada Holm accepted a bribe."}}, open},
    {"HalfOfIt", "Canberra is the capital of Australia and was founded in 1913.",
     {{"Canberra is the capital of Australia."}}, open},
    {"OtherPersonSameDeed", "The singer Mira Dahl donated her prize to a school.",
     {{"The singer gave a concert at a school in June."}}, open},
    // Good sources that disagree.
    {"TwoNumbers", "The eruption of Mount Tavo killed 300 people.",
     {{"The eruption of Mount Tavo killed 300 people, the government said."},
      {"The eruption of Mount Tavo killed 1,200 people, according to the Red Cross."}}, both},
    {"YesAndNo", "The drug Xelor reduces the risk of stroke.",
     {{"A trial with 4,000 patients found that the drug Xelor reduces the risk of stroke."},
      {"A later study found that the drug Xelor does not reduce the risk of stroke."}}, both},
    // Other languages.
    {"GermanSame", "Der Kölner Dom ist 157 Meter hoch.",
     {{"Der Kölner Dom ist mit 157,38 Metern das dritthöchste Kirchengebäude der Welt."}}, yes},
    {"GermanNumber", "In Hamburg leben 3,5 Millionen Menschen.",
     {{"In Hamburg leben rund 1,9 Millionen Menschen."}}, no},
    {"GermanNegation", "Der Bundestag hat das Gesetz beschlossen.",
     {{"Der Bundestag hat das Gesetz nicht beschlossen."}}, no},
    {"GermanDirection", "Die Arbeitslosigkeit in Bayern ist 2021 gestiegen.",
     {{"Die Arbeitslosigkeit in Bayern ist 2021 gesunken."}}, no},
    {"RussianSame", "Озеро Байкал является самым глубоким озером в мире.",
     {{"Байкал — самое глубокое озеро в мире, его глубина 1642 метра."}}, yes},
    {"RussianNegation", "Правительство повысило налог на бензин.",
     {{"Правительство не повысило налог на бензин."}}, no},
    {"RussianNumber", "Население Казани составляет 3 миллиона человек.",
     {{"Население Казани составляет 1,3 миллиона человек."}}, no},
    {"ChineseSame", "长江是中国最长的河流。", {{"长江是中国最长的河流，全长约6300公里。"}}, yes},
    {"ChineseNumber", "长江全长约8300公里。", {{"长江全长约6300公里，是中国最长的河流。"}}, no},
    {"ChineseNegation", "该公司已经获得政府批准。", {{"该公司没有获得政府批准。"}}, no},
    {"ChineseOtherName", "澳大利亚的首都是悉尼。", {{"澳大利亚的首都是堪培拉。"}}, no},
    {"FrenchNegation", "Le parlement a adopté la loi sur le climat.",
     {{"Le parlement n'a pas adopté la loi sur le climat."}}, no},
    {"SpanishNumber", "La torre mide 300 metros de altura.", {{"La torre mide 120 metros de altura."}}, no},
    {"ArabicSame", "القاهرة هي عاصمة مصر.", {{"القاهرة هي عاصمة مصر وأكبر مدنها."}}, yes},

    // Longer sources, in which other numbers, names and negations stand beside what matters.
    {"TowerAmongNumbers", "The Eiffel Tower is 330 metres tall.",
     {{"The Eiffel Tower is 330 metres tall, about the same height as an 81-storey building. It was "
       "originally 312 metres tall. The first platform is 57 metres above the ground. It has 1,665 "
       "steps and was not meant to stay for more than 20 years.", "Eiffel Tower"},
      {"Tokyo Tower is a communications tower in Japan. It is 333 metres tall.", "Tokyo Tower"},
      {"Gustave Eiffel was born in Dijon in 1832 and died in Paris in 1923.", "Gustave Eiffel"}}, yes},
    {"TowerWrongHeight", "The Eiffel Tower is 450 metres tall.",
     {{"The Eiffel Tower is 330 metres tall, about the same height as an 81-storey building. The first "
       "platform is 57 metres above the ground. It has 1,665 steps.", "Eiffel Tower"},
      {"Tokyo Tower is a communications tower in Japan. It is 333 metres tall.", "Tokyo Tower"}}, no},
    {"NewsReport", "The Danish government bought 3 million doses of a malaria vaccine in 2021.",
     {{"Copenhagen, 4 May 2021. The Danish government has bought 3 million doses of a malaria vaccine, the "
       "health ministry announced. The first 200,000 doses will arrive in June. The minister did not say how "
       "much Denmark paid.", "Denmark buys malaria vaccine"}}, yes},
    {"NewsReportWrong", "The Danish government bought 30 million doses of a malaria vaccine in 2021.",
     {{"Copenhagen, 4 May 2021. The Danish government has bought 3 million doses of a malaria vaccine, the "
       "health ministry announced. The first 200,000 doses will arrive in June. The minister did not say how "
       "much Denmark paid.", "Denmark buys malaria vaccine"}}, no},
    {"FactCheckPage", "A video shows the mayor of Torvik burning ballots.",
     {{"Social media users are sharing a video which they say shows the mayor of Torvik burning ballots. This "
       "is false. The clip is from a 2016 film shot in another country. The mayor was in hospital that day.",
       "Fact check: video does not show mayor of Torvik burning ballots"}}, no},
    {"CompanyAcquisition", "Norsk Kraft acquired the wind farm operator Vindus in 2018.",
     {{"In 2018, the utility Norsk Kraft purchased Vindus, an operator of wind farms, for 2 billion kroner."}}, yes},
    {"PlayerTransfer", "The striker Luca Ferri moved from Torino to Valencia.",
     {{"The striker Luca Ferri moved from Valencia to Torino in a deal worth 12 million euros."}}, no},
    {"BornElsewhere", "Nikola Tesla was born in Vienna.",
     {{"Nikola Tesla was born in 1856 in the village of Smiljan. He studied in Graz and worked in Budapest "
       "before he went to New York.", "Nikola Tesla"}}, no},
    {"WrongDeathYear", "Ludwig van Beethoven died in 1837.",
     {{"Ludwig van Beethoven was born in Bonn in 1770. He died in Vienna on 26 March 1827.",
       "Ludwig van Beethoven"}}, no},
    {"RightDeathYear", "Ludwig van Beethoven died in 1827.",
     {{"Ludwig van Beethoven was born in Bonn in 1770. He died in Vienna on 26 March 1827.",
       "Ludwig van Beethoven"}}, yes},
    {"RangeHolds", "Adult blue whales weigh 150 tonnes.",
     {{"Adult blue whales weigh between 130 and 160 tonnes."}}, yes},
    {"RangeFails", "Adult blue whales weigh 20 tonnes.",
     {{"Adult blue whales weigh between 130 and 160 tonnes."}}, no},
    {"Half", "Half of the members voted for the proposal.",
     {{"50 percent of the members voted for the proposal."}}, yes},
    {"TwoThirds", "Two thirds of the city's buses are electric.",
     {{"Just 12 percent of the city's buses are electric, the operator says."}}, no},
    {"Doubled", "Sales of electric cars doubled in 2021.",
     {{"Sales of electric cars doubled in 2021, from 50,000 to 100,000."}}, yes},
    {"AllAgainstSome", "All schools in Varna are closed.",
     {{"Only some schools in Varna are closed."}}, no},
    {"NobodyDied", "Two people died in the fire at the Astoria hotel.",
     {{"Nobody died in the fire at the Astoria hotel, the fire brigade said."}}, no},
    {"DeniedByMinistry", "Hungary will leave the European Union in 2025.",
     {{"The Hungarian foreign ministry called reports that Hungary will leave the European Union in 2025 "
       "fabricated."}}, no},
    {"ConfirmedByPolice", "A bear escaped from the zoo in Brno.",
     {{"Police confirmed on Friday that a bear escaped from the zoo in Brno."}}, yes},
    {"LargestOf", "Russia is the largest country in the world by area.",
     {{"With more than 17 million square kilometres, Russia is the largest country in the world by area."}}, yes},
    {"LargestWrong", "Canada is the largest country in the world by area.",
     {{"Russia is the largest country in the world by area. Canada is the second largest country in the world by area."}}, no},
    {"HumansBones", "The adult human body has 206 bones.",
     {{"An adult human skeleton consists of 206 bones, while babies are born with about 300."}}, yes},
    {"DistanceMoon", "The Moon is about 239,000 miles from Earth.",
     {{"The average distance from Earth to the Moon is 384,400 kilometres."}}, yes},
    {"SpeedLight", "Light travels at about 300,000 kilometres per second.",
     {{"In a vacuum, light travels at 299,792 kilometres per second."}}, yes},
    {"EverestFeet", "Mount Everest is 29,032 feet high.",
     {{"Mount Everest is 8,849 metres high, according to a survey of 2020."}}, yes},
    {"LongerThan", "The Nile is longer than the Danube.",
     {{"The Nile is 6,650 kilometres long."}}, open},
    {"QuoteRight", "Angela Merkel said \"We can do this\" in 2015.",
     {{"\"We can do this,\" Angela Merkel said at a press conference in August 2015."}}, yes},
    {"QuoteNeverSaid", "Albert Einstein said that insanity is doing the same thing over and over.",
     {{"There is no record that Albert Einstein said that insanity is doing the same thing over and over."}}, no},
    {"IrrelevantWithCue", "The painter Ilse Brand lived in Prague.",
     {{"The painter Otto Kern was accused of selling fake paintings. A court in Oslo found the charges false."}}, open},
    {"SatireSite", "The parliament of Finland banned saunas.",
     {{"The parliament of Finland banned saunas, according to a story on the satire site Lapin Uutiset."}}, no},
    {"PassiveVoice", "Alexander Fleming discovered penicillin in 1928.",
     {{"Penicillin was discovered in 1928 by the Scottish doctor Alexander Fleming."}}, yes},
    {"DifferentAgent", "Louis Pasteur discovered penicillin in 1928.",
     {{"Penicillin was discovered in 1928 by the Scottish doctor Alexander Fleming."}}, no},
    {"ThaiSame", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย",
     {{"กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทยและเป็นเมืองที่ใหญ่ที่สุด"}}, yes},
    {"ThaiNegation", "รัฐบาลอนุมัติโครงการรถไฟ", {{"รัฐบาลไม่อนุมัติโครงการรถไฟ"}}, no},
    {"JapaneseSame", "富士山は日本で最も高い山である。", {{"富士山は日本で最も高い山で、標高は3776メートルである。"}}, yes},
    {"JapaneseNumber", "富士山の標高は4776メートルである。", {{"富士山の標高は3776メートルである。"}}, no},
    {"ArabicNegation", "وافق البرلمان على القانون.", {{"لم يوافق البرلمان على القانون."}}, no},
    {"ArabicNumber", "يبلغ طول النهر 900 كيلومتر.", {{"يبلغ طول النهر 6650 كيلومترا."}}, no},
    {"GermanOtherPlace", "Die Zentrale der Bank liegt in Berlin.",
     {{"Die Zentrale der Bank liegt in Frankfurt."}}, no},
    {"GermanYear", "Die Berliner Mauer fiel im Jahr 1991.",
     {{"Die Berliner Mauer fiel am 9. November 1989."}}, no},
    {"RussianPlace", "Штаб-квартира компании находится в Москве.",
     {{"Штаб-квартира компании находится в Новосибирске."}}, no},
    {"RussianDirection", "Экспорт нефти вырос на 5 процентов.", {{"Экспорт нефти снизился на 5 процентов."}}, no},
    {"ChineseDirection", "去年该市人口增长了百分之五。", {{"去年该市人口下降了百分之五。"}}, no},
    {"ChineseTenThousand", "该市有300万人口。", {{"该市有三百万人口。"}}, yes},
    {"ItalianSame", "Il Po è il fiume più lungo d'Italia.",
     {{"Il Po è il fiume più lungo d'Italia con 652 chilometri."}}, yes},
    // A third helping, written after the stages were made.
    {"RiverLength", "The Danube flows through seven countries.",
     {{"The Danube flows through ten countries, more than any other river in the world.", "Danube"}}, no},
    {"Elements", "Gold has the atomic number 79.", {{"Gold is a chemical element with the symbol Au and atomic number 79."}}, yes},
    {"ElementsWrong", "Gold has the atomic number 47.", {{"Gold is a chemical element with the symbol Au and atomic number 79."}}, no},
    {"WarEnd", "The First World War ended in 1918.",
     {{"The First World War began in 1914 and ended on 11 November 1918."}}, yes},
    {"WarEndWrong", "The First World War ended in 1914.",
     {{"The First World War began in 1914 and ended on 11 November 1918."}}, no},
    {"AuthorWrong", "Leo Tolstoy wrote Crime and Punishment.",
     {{"Crime and Punishment is a novel by Fyodor Dostoevsky, first published in 1866."}}, no},
    {"AuthorRight", "Fyodor Dostoevsky wrote Crime and Punishment.",
     {{"Crime and Punishment is a novel written by Fyodor Dostoevsky, first published in 1866."}}, yes},
    {"ElectionWinner", "Ana Reyes won the 2018 mayoral election in Sonsa.",
     {{"Pedro Lima won the 2018 mayoral election in Sonsa with 54 percent of the vote; Ana Reyes came second."}}, no},
    {"ElectionShare", "Pedro Lima won the 2018 mayoral election in Sonsa with 64 percent of the vote.",
     {{"Pedro Lima won the 2018 mayoral election in Sonsa with 54 percent of the vote; Ana Reyes came second."}}, no},
    {"Taller", "Mount Fuji is taller than Mont Blanc.",
     {{"Mont Blanc, at 4,806 metres, is taller than Mount Fuji, which rises to 3,776 metres."}}, no},
    {"BanLifted", "Country A banned plastic bags in 2020.",
     {{"In 2020 the country lifted its ban on plastic bags."}}, no},
    {"BudgetCut", "The ministry cut the education budget by 10 percent.",
     {{"The ministry raised the education budget by 10 percent, to 4 billion euros."}}, no},
    {"Approved", "The drug was approved by the European Medicines Agency.",
     {{"The European Medicines Agency rejected the application for the drug."}}, no},
    {"NotApproved", "The European Medicines Agency approved the drug Zentrix.",
     {{"The European Medicines Agency has not approved the drug Zentrix; a decision is due in May."}}, no},
    {"ZeroTax", "Estonia has no corporate income tax on reinvested profits.",
     {{"Estonia has no corporate income tax on reinvested profits, which makes it popular with start-ups."}}, yes},
    {"MonthWrong", "The ferry Estonia sank in March 1994.",
     {{"The ferry Estonia sank in the Baltic Sea on 28 September 1994; 852 people died."}}, no},
    {"DeathToll", "852 people died when the ferry Estonia sank.",
     {{"The ferry Estonia sank in the Baltic Sea on 28 September 1994; 852 people died."}}, yes},
    {"DeathTollWrong", "More than 2,000 people died when the ferry Estonia sank.",
     {{"The ferry Estonia sank in the Baltic Sea on 28 September 1994; 852 people died."}}, no},
    {"CurrencyOther", "The museum ticket costs 15 euros.", {{"A museum ticket costs 25 euros for adults."}}, no},
    {"AgeRight", "The oldest tree in the park is 800 years old.",
     {{"The oldest tree in the park, an oak, is about 800 years old."}}, yes},
    {"AgeWrong", "The oldest tree in the park is 200 years old.",
     {{"The oldest tree in the park, an oak, is about 800 years old."}}, no},
    {"Mammal", "Dolphins are fish.", {{"Dolphins are not fish but mammals."}}, no},
    {"Lightning", "Lightning never strikes the same place twice.",
     {{"It is a myth that lightning never strikes the same place twice; the Empire State Building is hit about 20 times a year."}}, no},
    {"TenPercent", "Humans use only 10 percent of their brains.",
     {{"The idea that humans use only 10 percent of their brains is a myth, neurologists say."}}, no},
    {"Goldfish", "Goldfish have a memory of three seconds.",
     {{"Goldfish can remember things for months, experiments at Plymouth University showed."}}, open},
    {"BatsBlind", "Bats are blind.", {{"Contrary to popular belief, bats are not blind."}}, no},
    {"Napoleon", "Napoleon was unusually short.", {{"Napoleon was of average height for his time, about 1.69 metres."}}, open},
    {"Vikings", "Vikings wore horned helmets.", {{"There is no evidence that Vikings wore horned helmets."}}, no},
    {"AntarcticaDesert", "Antarctica is the largest desert in the world.",
     {{"Antarctica is the largest desert in the world; the Sahara is the largest hot desert."}}, yes},
    {"CEOChanged", "Maria Kerr is the chief executive of Helio Systems.",
     {{"Maria Kerr is no longer the chief executive of Helio Systems; she left in June."}}, no},
    {"Resigned", "The finance minister of Orania resigned on Monday.",
     {{"The finance minister of Orania denied that he had resigned."}}, no},
    {"FreeTransport", "Public transport in Luxembourg is free.",
     {{"Since 29 February 2020, public transport in Luxembourg has been free for everyone."}}, yes},
    {"ThreeMillionWords", "Three million people visited the fair.",
     {{"The fair had 3,000,000 visitors.", "Record fair"}}, yes},
    {"Tonnes", "The statue weighs 93 tonnes.", {{"The statue has a weight of 93,000 kilograms."}}, yes},
    {"Acres", "The park covers 843 acres.", {{"The park covers 341 hectares."}}, yes},
    {"HalfMillion", "Half a million people took part in the march in Lodz.",
     {{"Police said that 20,000 people took part in the march in Lodz."}}, no},
    {"Quarter", "A quarter of the forest burned.", {{"The fire burned 25 percent of the forest."}}, yes},
    {"FirstWoman", "Valentina Tereshkova was the first woman in space.",
     {{"In June 1963 Valentina Tereshkova became the first woman in space."}}, yes},
    {"FirstMan", "Alan Shepard was the first man in space.",
     {{"Yuri Gagarin was the first man in space; Alan Shepard followed three weeks later."}}, no},
    {"SecondTry", "Kamala Harris failed the bar exam on her first attempt.",
     {{"Harris failed the California bar exam on her first try, but passed on her second."}}, yes},
    {"OppositeSides", "The river Aller joins the Weser near Verden.",
     {{"Near Verden the Aller flows into the Weser."}}, yes},
    {"Conflict3", "The bridge in Porta was built in 1901.",
     {{"The city archive says that the bridge in Porta was built in 1901."},
      {"According to the railway museum, the bridge in Porta was built in 1911."}}, both},
    {"ConflictHearsay", "The bridge in Porta was built in 1901.",
     {{"The city archive says that the bridge in Porta was built in 1901."},
      {"The railway museum has pictures of the bridge in Porta."}}, yes},
    {"PartlyUnrelated", "Helio Systems fired 300 workers in Graz.",
     {{"Helio Systems makes solar panels and employs 2,000 workers in Graz."}}, open},
    {"GermanFake", "Angela Merkel hat den Islam zur Staatsreligion erklärt.",
     {{"Die Behauptung, Angela Merkel habe den Islam zur Staatsreligion erklärt, ist falsch."}}, no},
    {"GermanCompound", "Die Zugspitze ist der höchste Berg Deutschlands.",
     {{"Mit 2962 Metern ist die Zugspitze der höchste Berg Deutschlands."}}, yes},
    {"RussianFake", "В Москве закрыли все школы.", {{"Сообщение о том, что в Москве закрыли все школы, — фейк."}}, no},
    {"RussianYear", "Юрий Гагарин полетел в космос в 1963 году.",
     {{"Юрий Гагарин полетел в космос 12 апреля 1961 года."}}, no},
    {"ChineseRumour", "喝白酒可以预防病毒。", {{"专家表示，喝白酒可以预防病毒的说法是谣言。"}}, no},
    {"ChineseYear", "北京在2012年举办了夏季奥运会。", {{"北京在2008年举办了夏季奥运会。"}}, no},
    {"ChineseUnrelated", "北京在2008年举办了夏季奥运会。", {{"番茄需要充足的阳光和水分。"}}, open},
    {"SpanishSame", "El Teide es la montaña más alta de España.",
     {{"El Teide, con 3715 metros, es la montaña más alta de España."}}, yes},
    {"FrenchNumber", "La tour Eiffel mesure 500 mètres.", {{"La tour Eiffel mesure 330 mètres de hauteur."}}, no},
    {"JapaneseNegation", "政府は増税を決定した。", {{"政府は増税を決定していない。"}}, no},
};

// Do two cases speak of the same thing? Then each one's sources bear on the other's claim.
bool shares_subject(const Case& a, const Case& b) {
  const auto names = [](const std::string& text) {
    std::set<std::string> words;
    for (const auto& token : language::tokenize(text, ""))
      if (token.text.size() >= 4) words.insert(token.text);
    return words;
  };
  const auto left = names(a.claim);
  std::size_t shared = 0;
  for (const auto& word : names(b.claim)) shared += left.contains(word) ? 1 : 0;
  return shared >= 2;
}

class OrdinaryClaim : public testing::TestWithParam<Case> {};

TEST_P(OrdinaryClaim, IsJudged) {
  const auto& given = GetParam();
  const auto checked = check(given.claim, given.documents, installed_lexicon());
  EXPECT_EQ(core::to_string(checked.judgement.verdict), core::to_string(given.verdict))
      << given.claim << "\n" << shown(checked);
}

// The sources of all other cases beside a case's own change nothing: they are about other things.
TEST_P(OrdinaryClaim, IsJudgedAmongUnrelatedSources) {
  const auto& given = GetParam();
  auto documents = given.documents;
  for (const auto& other : cases) {
    const bool related = other.name != given.name && shares_subject(other, given);
    if (other.name == given.name || related) continue;
    documents.insert(documents.end(), other.documents.begin(), other.documents.end());
  }
  const auto checked = check(given.claim, documents, installed_lexicon());
  EXPECT_EQ(core::to_string(checked.judgement.verdict), core::to_string(given.verdict))
      << given.claim << "\n" << shown(checked);
}

INSTANTIATE_TEST_SUITE_P(Cases, OrdinaryClaim, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace assay::test
