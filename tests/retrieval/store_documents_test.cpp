#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "retrieval/documents/document.h"
#include "retrieval/documents/ids.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/source.h"

namespace assay::retrieval {
namespace {

std::string random_text(std::mt19937& random) {
  std::string text(random() % 40, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

DocumentImage random_image(std::mt19937& random) {
  DocumentImage image;
  for (auto* field : {&image.reference, &image.caption, &image.alt, &image.nearby, &image.sha256,
                      &image.media_type, &image.note})
    *field = random_text(random);
  image.width = static_cast<int>(random() % 100'000);
  image.height = static_cast<int>(random() % 100'000);
  if (random() % 2 == 0) image.taken = core::Date::of(2011, 3, static_cast<int>(random() % 28) + 1);
  return image;
}

Document random_document(std::mt19937& random) {
  Document document;
  for (auto* field :
       {&document.id, &document.url, &document.title, &document.language, &document.publisher,
        &document.author, &document.extractor, &document.media_type})
    *field = random_text(random);
  if (random() % 2 == 0)
    document.date =
        core::Date::of(static_cast<int>(random() % 9999) + 1, static_cast<int>(random() % 12) + 1,
                       static_cast<int>(random() % 28) + 1);
  for (auto count = random() % 4; count > 0; --count)
    document.images.push_back(random_image(random));
  return document;
}

TEST(Metadata, ComesBackAsItWas) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const auto document = random_document(random);
    EXPECT_EQ(decode_metadata(encode_metadata(document)), document);
  }
}

TEST(Metadata, CutShortIsAnErrorAtEveryLength) {
  std::mt19937 random(2);
  for (int i = 0; i < 20; ++i) {
    const auto bytes = encode_metadata(random_document(random));
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_THROW(decode_metadata(std::string_view(bytes).substr(0, length)), core::InputError);
    EXPECT_THROW(decode_metadata(bytes + "x"), core::InputError);
  }
}

TEST(Metadata, DamageNeverReadsBeyondTheEnd) {
  std::mt19937 random(3);
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    auto bytes = encode_metadata(random_document(random));
    bytes[random() % bytes.size()] = static_cast<char>(random());
    const std::vector<char> exact(bytes.begin(), bytes.end());  // so that a sanitizer sees the end
    try {
      decode_metadata({exact.data(), exact.size()});
    } catch (const core::InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(PackedDate, SortsAndComesBack) {
  const auto early = core::Date::of(1, 1, 1);
  const auto late = core::Date::of(9999, 12, 31);
  EXPECT_LT(packed_date(early), packed_date(late));
  EXPECT_EQ(unpacked_date(packed_date(late)), late);
  EXPECT_EQ(packed_date(std::nullopt), 0U);
  EXPECT_EQ(unpacked_date(0), std::nullopt);
  EXPECT_EQ(unpacked_date(20210230), std::nullopt);
}

TEST(IdOfPath, IsAlwaysUtf8OnOneLine) {
  EXPECT_EQ(id_of_path("a b/c'\"d.html"), "a b/c'\"d.html");
  EXPECT_EQ(id_of_path("a\nb"), "a\\x0ab");
  EXPECT_EQ(id_of_path("\xFF.txt"), "\\xff.txt");
  EXPECT_EQ(id_of_path("\xC3\xA9"), "\xC3\xA9");
  EXPECT_EQ(id_of_path("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // a surrogate
}

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc…");
  EXPECT_EQ(shortened("ab\xC3\xA9", 3), "ab…");
}

TEST(IdRegister, KeepsTheFirstAndNamesOthersAnew) {
  const auto a = io::sha256("a");
  const auto b = io::sha256("b");
  const auto c = io::sha256("c");
  IdRegister ids;
  EXPECT_EQ(ids.place("x", a), "x");
  EXPECT_EQ(ids.place("x", a), std::nullopt);
  EXPECT_EQ(ids.place("y", a), "y");
  EXPECT_EQ(ids.place("x", b), "x#2");
  EXPECT_EQ(ids.place("x#3", b), "x#3");
  EXPECT_EQ(ids.place("x", c), "x#4");
}

TEST(Prepare, FindsTheLanguageAndDropsRepeatedBytes) {
  Document document;
  document.text = "Der schnelle braune Fuchs springt über den faulen Hund und läuft nach Hause.";
  document.bytes = document.text;
  const auto prepared = prepare(document);
  EXPECT_EQ(prepared.language, "de");
  EXPECT_EQ(decode_metadata(prepared.metadata).language, "de");
  EXPECT_TRUE(prepared.bytes.empty());
  auto renamed = prepared;
  rename(renamed, "other");
  EXPECT_EQ(decode_metadata(renamed.metadata).id, "other");
  EXPECT_NE(renamed.digest, prepared.digest);
}

auto numbers_to(int end) {
  return [next = 0, end]() mutable { return next < end ? std::optional(next++) : std::nullopt; };
}

TEST(InOrder, KeepsTheOrderWhateverTheTiming) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    std::vector<int> taken;
    in_order(
        threads, numbers_to(300),
        [] {
          return [](int number) {
            std::this_thread::sleep_for(std::chrono::microseconds((number * 37) % 200));
            return number * 2;
          };
        },
        [&](int result) { taken.push_back(result); });
    ASSERT_EQ(taken.size(), 300U);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(taken[static_cast<std::size_t>(i)], i * 2);
  }
}

TEST(InOrder, BoundsHowFarItRunsAhead) {
  std::atomic<int> started = 0;
  int taken = 0;
  int furthest = 0;
  in_order(
      3, numbers_to(100),
      [&] {
        return [&](int number) {
          ++started;
          return number;
        };
      },
      [&](int) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        furthest = std::max(furthest, started - taken);
        ++taken;
      });
  EXPECT_EQ(taken, 100);
  EXPECT_LE(furthest, 3 + 2 + 1);
}

TEST(InOrder, ThrowsTheFirstErrorInOrder) {
  std::vector<int> taken;
  try {
    in_order(
        4, numbers_to(100),
        [] {
          return [](int number) {
            // The later one fails sooner.
            if (number == 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (number == 20 || number == 21) throw std::runtime_error(std::to_string(number));
            return number;
          };
        },
        [&](int number) { taken.push_back(number); });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "20");
  }
  EXPECT_EQ(taken.size(), 20U);
}

TEST(InOrder, PassesOnErrorsOfEveryPart) {
  const auto same = [] { return [](int number) { return number; }; };
  const auto failing_next = []() -> std::optional<int> { throw std::runtime_error("next"); };
  EXPECT_THROW(in_order(2, failing_next, same, [](int) {}), std::runtime_error);
  const auto failing_make = []() -> int (*)(int) { throw std::runtime_error("make"); };
  EXPECT_THROW(in_order(2, numbers_to(5), failing_make, [](int) {}), std::runtime_error);
  EXPECT_THROW(in_order(2, numbers_to(5), same, [](int) { throw std::runtime_error("take"); }),
               std::runtime_error);
}

TEST(InOrder, OfNothingIsNothing) {
  in_order(2, numbers_to(0), [] { return [](int n) { return n; }; }, [](int) { FAIL(); });
}

}  // namespace
}  // namespace assay::retrieval
