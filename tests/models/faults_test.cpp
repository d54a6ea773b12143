#include <gtest/gtest.h>

#include "models/answer_cache.h"
#include "models/chat_model_fixture.h"
#include "models/repetition.h"

// Whatever goes wrong under fire, in each dialect: what passes is tried again, what does not is
// told, and nothing that is no answer is taken for one.
namespace assay::models {
namespace {

using Faults = ChatModelFixture;
using std::chrono::milliseconds;

INSTANTIATE_TEST_SUITE_P(Dialects, Faults,
                         testing::Values(Backend::openai, Backend::anthropic, Backend::gemini),
                         [](const auto& one) { return to_string(one.param); });

// What came to nothing every time, tried as often as the policy says.
void expect_given_up(const ModelFailure& failed, Kind kind, const ScriptedServer& server,
                     const std::string& words) {
  EXPECT_EQ(failed.kind, kind) << failed.what();
  EXPECT_TRUE(failed.passing);
  EXPECT_EQ(failed.tries, 6);
  EXPECT_GE(server.call_count(), 6U);
  EXPECT_NE(std::string(failed.what()).find(words), std::string::npos) << failed.what();
  EXPECT_NE(std::string(failed.what()).find("(tried 6 times)"), std::string::npos);
}

TEST_P(Faults, AServerThatNeverAnswers) {
  const ScriptedServer server({breaks(Fault::hang)});
  auto request = ask("x");
  request.options.timeout = 100ms;
  expect_given_up(failure(server, request), Kind::unavailable, server,
                  "no complete answer within 100 ms");
}

TEST_P(Faults, AnAnswerThatTricklesIn) {
  ModelSays slow = says("0123456789");
  slow.fault = Fault::slow_body;
  const ScriptedServer server({slow, says("ok")});
  auto request = ask("x");
  request.options.timeout = 1000ms;  // it would take several seconds
  EXPECT_EQ(answer(server, request).tries, 2);
}

TEST_P(Faults, AConnectionThatIsAlwaysDropped) {
  const ScriptedServer server({breaks(Fault::drop)});
  expect_given_up(failure(server, ask("x")), Kind::unavailable, server,
                  "the connection ended before the answer did");
}

TEST_P(Faults, AlwaysHalfABody) {
  const ScriptedServer server({breaks(Fault::half_body)});
  expect_given_up(failure(server, ask("x")), Kind::unavailable, server,
                  "the connection ended before the answer did");
}

TEST_P(Faults, AlwaysHalfAJson) {
  const ScriptedServer server({with_raw(R"({"choices":[{"message":{"content":"Yes.)")});
  expect_given_up(failure(server, ask("x")), Kind::malformed, server, "can't be read");
}

TEST_P(Faults, HeadersThatNeverEnd) {
  const ScriptedServer server({breaks(Fault::endless_headers)});
  EXPECT_EQ(failure(server, ask("x")).kind, Kind::malformed);
}

TEST_P(Faults, WhatIsNoHttp) {
  ModelSays raw = with_raw("220 mail.example.org ESMTP\r\n");
  raw.fault = Fault::raw;
  const ScriptedServer server({raw});
  EXPECT_EQ(failure(server, ask("x")).kind, Kind::malformed);
  EXPECT_EQ(server.call_count(), 1U);
}

TEST_P(Faults, EveryErrorOfTheServerIsTriedAgain) {
  for (const int status : {500, 502, 503, 504, 520, 529, 408}) {
    pauses_->slept.clear();
    const ScriptedServer server({fails(status, "oh"), says("ok")});
    EXPECT_EQ(answer(server, ask("x")).tries, 2) << status;
    EXPECT_EQ(pauses_->slept, std::vector<milliseconds>{500ms});
  }
}

TEST_P(Faults, AServerThatFailsInHtmlIsTriedAgain) {
  ModelSays page = with_raw("<html>502 Bad Gateway</html>");
  page.status = 502;
  const ScriptedServer server({page, says("ok")});
  EXPECT_EQ(answer(server, ask("x")).tries, 2);
}

TEST_P(Faults, TooManyForEver) {
  const ScriptedServer server({fails(429, "slow down")});
  expect_given_up(failure(server, ask("x")), Kind::limited, server, "too many calls at once");
  EXPECT_EQ(pauses_->slept, (std::vector<milliseconds>{500ms, 1s, 2s, 4s, 8s}));
  EXPECT_EQ(limit_->bound(), 1U);
  EXPECT_EQ(limit_->under_way(), 0U);
}

TEST_P(Faults, RetryAfterAsADate) {
  ModelSays limited = fails(429, "slow down");
  limited.headers = {{"Retry-After", "Mon, 30 Nov 2026 12:00:07 GMT"}};
  const ScriptedServer server({limited, says("ok")});
  EXPECT_EQ(answer(server, ask("x")).tries, 2);
  EXPECT_EQ(pauses_->slept, std::vector<milliseconds>{7s});
}

TEST_P(Faults, RetryAfterThatIsNonsenseBacksOff) {
  ModelSays limited = fails(429, "slow down");
  limited.headers = {{"Retry-After", "soon"}};
  const ScriptedServer server({limited, says("ok")});
  EXPECT_EQ(answer(server, ask("x")).tries, 2);
  EXPECT_EQ(pauses_->slept, std::vector<milliseconds>{500ms});
}

TEST_P(Faults, AServerThatIsBusyForAnHourIsGivenUpAtOnce) {
  ModelSays limited = fails(429, "slow down");
  limited.headers = {{"Retry-After", "3600"}};
  const ScriptedServer server({limited});
  const auto failed = failure(server, ask("x"));
  EXPECT_EQ(failed.kind, Kind::limited);
  EXPECT_EQ(failed.wait, 3600s);
  EXPECT_EQ(server.call_count(), 1U);
  EXPECT_NE(std::string(failed.what()).find("asks to wait 3600 s"), std::string::npos);
}

TEST_P(Faults, AnAnswerThatIsCutWithNothingSaid) {
  ModelSays cut = says("");
  cut.finish = "cut";
  cut.thinking = "and then";
  const ScriptedServer server({cut});
  const auto one = answer(server, ask("x"));
  EXPECT_EQ(one.finish, Finish::cut);
  EXPECT_EQ(one.text, "");
  EXPECT_EQ(server.call_count(), 1U);  // asked again it would come to the same
}

TEST_P(Faults, ALoopIsSeenAndNotKept) {
  std::string loop;
  for (int i = 0; i < 100; ++i) loop += "It was searched for again. ";
  for (const std::string finish : {"complete", "cut"}) {
    ModelSays looping = says("So: " + loop);
    looping.finish = finish;
    const ScriptedServer server({looping});
    const auto one = answer(server, ask("x"));
    EXPECT_EQ(to_string(one.finish), finish);  // as the server says
    EXPECT_TRUE(is_repetitive(one.text));
    EXPECT_FALSE(worth_keeping(one));
  }
}

TEST_P(Faults, APromptThatIsTooLongIsToldInEachServersWords) {
  for (const std::string words :
       {"This model's maximum context length is 8192 tokens. However, your messages resulted in "
        "9000 tokens.",
        "prompt is too long: 250000 tokens > 200000 maximum",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).",
        "the request exceeds the available context size, try increasing it",
        "input length and `max_tokens` exceed context limit: 199999 + 4096 > 200000, decrease "
        "input length or `max_tokens` and try again",
        "This model's maximum context length is 2048 tokens. However, you requested 6144 tokens "
        "(2048 in the messages, 4096 in the completion)."}) {
    const ScriptedServer server({fails(400, words)});
    const auto failed = failure(server, ask("x"));
    EXPECT_EQ(failed.kind, Kind::too_long) << words;
    EXPECT_EQ(server.call_count(), 1U);
  }
}

TEST_P(Faults, AnAnswerThatWouldNotFitBesideThePromptIsAskedForShorter) {
  for (const std::string words :
       {"input length and `max_tokens` exceed context limit: 1048 + 4096 > 2048, decrease input "
        "length or `max_tokens` and try again",
        "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context "
        "length is 2048 tokens and your request has 1048 input tokens (4096 > 2048 - 1048).",
        "This model's maximum context length is 2048 tokens. However, you requested 5144 tokens "
        "(1048 in the messages, 4096 in the completion). Please reduce the length."}) {
    const ScriptedServer server([&, this](const ModelCall& call) {
      const auto limit = field(call, "max_tokens", "maxOutputTokens");
      return limit > 1000 && call.prompt == "long" ? fails(400, words) : says("ok");
    });
    const auto chat = model(server);
    EXPECT_EQ(answer(*chat, ask("long")).text, "ok") << words;
    EXPECT_EQ(field(server.calls().at(1), "max_tokens", "maxOutputTokens"), 1000);
    // Another prompt has more room.
    answer(*chat, ask("short"));
    EXPECT_EQ(field(server.calls().at(2), "max_tokens", "maxOutputTokens"), 4096);
  }
}

}  // namespace
}  // namespace assay::models
