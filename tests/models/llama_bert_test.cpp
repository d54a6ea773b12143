#include "models/providers/llama_bert.h"

#include <gtest/gtest.h>

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <future>
#include <random>

#include "models/minilm_fixture.h"
#include "models/providers/llama_read.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using test::cosine;

// MiniLM computed by our own encoder, also on processors for which it is not chosen.
class LlamaBertTest : public test::MinilmTest {
 protected:
  static void SetUpTestSuite() { import("f32"); }

  static ModelSpec spec() { return test::llama_spec(file()); }

  static std::shared_ptr<LlamaBert> bert(int threads) {
    const auto* fast = encoder::vnni_kernels();
    return std::make_shared<LlamaBert>(std::make_shared<const LlamaModel>(spec().file),
                                       encoder::read_bert(spec().file).value(),
                                       fast ? *fast : encoder::portable_kernels(), 256, threads);
  }
};

// A reading whose end can be waited for.
struct Waited {
  explicit Waited(std::vector<LlamaTokens> inputs) {
    reading->inputs = std::move(inputs);
    reading->done = [this](const std::exception_ptr& error) {
      ++ends;
      error ? promise.set_exception(error) : promise.set_value();
    };
  }
  std::shared_ptr<LlamaReading> reading = std::make_shared<LlamaReading>();
  std::promise<void> promise;
  std::atomic<int> ends{0};
};

std::vector<LlamaTokens> long_inputs(std::size_t count) {
  return std::vector<LlamaTokens>(count, LlamaTokens(256, 2000));
}

// Texts of every kind: of any length, of several scripts, of no sense.
std::vector<std::string> texts() {
  std::vector<std::string> all{"",
                               " ",
                               "a",
                               "\n\t",
                               "é",
                               "[CLS] [SEP] [MASK]",
                               "橋",
                               "🙂🙂",
                               std::string(5000, 'w'),
                               std::string("a\0b", 3),
                               "\xFF\xFE broken"};
  const std::vector<std::string> words{"bridge", "Мост",  "橋は",    "الجسر",
                                       "3.5%",   "don't", "ß",       "https://example.org/a?b=c",
                                       "—",      "GDP",   "vaccine", "x"};
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (auto left = random() % 200; left > 0; --left) text += words[random() % words.size()] + " ";
    all.push_back(std::move(text));
  }
  return all;
}

TEST_F(LlamaBertTest, IsChosenWhereTheProcessorIsMadeForIt) {
  const LlamaHost host({.threads = 1});
  const auto reader = encoder_of(spec(), host, LlamaEncoder::Use::vectors);
  EXPECT_STREQ(reader->arithmetic(),
               encoder::vnni_kernels() ? encoder::vnni_kernels()->name : "llama.cpp");
  EXPECT_EQ(reader->window(), 256U);
  EXPECT_EQ(reader->numbers(), 384U);
  // Those who want it exact do not get what others have loaded.
  const LlamaHost exact({.threads = 1, .exact = true});
  EXPECT_STREQ(encoder_of(spec(), exact, LlamaEncoder::Use::vectors)->arithmetic(), "llama.cpp");
}

TEST_F(LlamaBertTest, VectorsAreThoseOfLlama) {
  const auto fast = make_llama_embedder(spec(), LlamaHost({.threads = 2}));
  const auto exact = make_llama_embedder(spec(), LlamaHost({.threads = 1, .exact = true}));
  const auto all = texts();
  const auto vectors = embed(*fast, all);
  const auto expected = embed(*exact, all);
  ASSERT_EQ(vectors.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_GT(cosine(vectors[i], expected[i]), 0.9999) << i << ": " << all[i].substr(0, 60);
}

TEST_F(LlamaBertTest, ATextsVectorIsTheSameWhateverElseIsAsked) {
  if (!encoder::vnni_kernels()) GTEST_SKIP() << "llama.cpp computes here, where it may differ";
  const auto one = make_llama_embedder(spec(), LlamaHost({.threads = 1}));
  const auto three = make_llama_embedder(spec(), LlamaHost({.threads = 3}));
  const auto all = texts();
  const auto vectors = embed(*three, all);
  for (const std::size_t i : {0, 2, 8, 20, 60}) EXPECT_EQ(embed(*one, {all[i]})[0], vectors[i]);
}

TEST_F(LlamaBertTest, EveryReadingGetsItsOwnVectors) {
  const auto reader = bert(3);
  std::vector<std::unique_ptr<Waited>> waited;
  for (int i = 0; i < 50; ++i)
    waited.push_back(std::make_unique<Waited>(
        std::vector<LlamaTokens>{{101, 2000 + i, 102}, {101, 102}, {101, 3000 + i, 3001, 102}}));
  for (auto& one : waited) reader->submit(one->reading);
  const auto alone = bert(1);
  for (auto& one : waited) {
    one->promise.get_future().get();
    Waited again(one->reading->inputs);
    alone->submit(again.reading);
    again.promise.get_future().get();
    EXPECT_EQ(one->reading->outputs, again.reading->outputs);
    EXPECT_EQ(one->ends, 1);
  }
}

TEST_F(LlamaBertTest, AReadingOfNothingEndsAtOnce) {
  Waited nothing({});
  bert(1)->submit(nothing.reading);
  EXPECT_EQ(nothing.ends, 1);
}

TEST_F(LlamaBertTest, ACancelledReadingEndsOnceAndSoon) {
  const auto reader = bert(2);
  Waited cancelled(long_inputs(5000));
  Waited other({{101, 2000, 102}});
  reader->submit(cancelled.reading);
  reader->submit(other.reading);
  cancelled.reading->cancelled = true;
  EXPECT_THROW(cancelled.promise.get_future().get(), boost::system::system_error);
  other.promise.get_future().get();
  EXPECT_EQ(cancelled.ends, 1);
}

TEST_F(LlamaBertTest, ItsEndEndsWhatIsUnderWay) {
  Waited first(long_inputs(2000));
  Waited second(long_inputs(2000));
  {
    const auto reader = bert(2);
    reader->submit(first.reading);
    reader->submit(second.reading);
  }
  for (auto* one : {&first, &second}) {
    EXPECT_EQ(one->ends, 1);
    try {
      one->promise.get_future().get();
      ADD_FAILURE();
    } catch (const boost::system::system_error& e) {
      EXPECT_EQ(e.code(), asio::error::operation_aborted);
    }
  }
}

TEST_F(LlamaBertTest, WhatCannotBeReadFailsAlone) {
  const auto reader = bert(1);
  Waited bad({{101, 1'000'000, 102}});
  reader->submit(bad.reading);
  EXPECT_THROW(bad.promise.get_future().get(), std::invalid_argument);
  Waited good({{101, 2000, 102}});
  reader->submit(good.reading);
  good.promise.get_future().get();
  EXPECT_EQ(good.reading->outputs[0].size(), 384U);
}

}  // namespace
}  // namespace assay::models
