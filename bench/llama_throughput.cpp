// Models inside the process:
//
//   llama_throughput chat MODEL.gguf [THREADS]
//     tokens per second of one answer alone, and of four computed together
//   llama_throughput embed MODEL.gguf CHUNKS.json VECTORS.json [THREADS [exact]]
//     chunks per second of an embedding model, as JSON; bench/compare/minilm.py calls it;
//     exact: by llama.cpp, also where Assay's own encoder is faster
#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files.h"
#include "io/when_all.h"
#include "models/make_llama.h"

namespace {

namespace asio = boost::asio;
using namespace assay;
using Clock = std::chrono::steady_clock;

constexpr int answer_tokens = 128;
constexpr int turns = 5;

template <class T>
T run(asio::awaitable<T> operation) {
  asio::io_context loop;
  std::exception_ptr error;
  std::optional<T> value;
  asio::co_spawn(loop, std::move(operation), [&](std::exception_ptr e, T result) {
    error = e;
    if (!e) value.emplace(std::move(result));
  });
  loop.run();
  if (error) std::rethrow_exception(error);
  return std::move(*value);
}

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

models::ModelSpec spec_of(const char* file) {
  models::ModelSpec spec;
  spec.backend = models::Backend::llama;
  spec.file = file;
  return spec;
}

models::ChatRequest story(std::size_t number) {
  models::ChatRequest request;
  const auto text = "Write a long story about traveller number " + std::to_string(number) +
                    " who crosses a desert.";
  request.messages = {{models::Role::user, {models::TextPart{text}}}};
  request.options.max_tokens = answer_tokens;
  request.options.temperature = 0.7;
  return request;
}

// Tokens of answers per second, prompts included in the time.
double rate(models::ChatModel& model, std::size_t together) {
  std::vector<asio::awaitable<models::ChatAnswer>> calls;
  for (std::size_t i = 0; i < together; ++i) calls.push_back(model.chat(story(i)));
  const auto began = Clock::now();
  auto answers = run(io::when_all(std::move(calls), together));
  const auto seconds = seconds_since(began);
  std::int64_t tokens = 0;
  for (auto& answer : answers) tokens += answer.get().tokens.out;
  return static_cast<double>(tokens) / seconds;
}

int chat(const char* file, int threads) {
  const auto model = models::make_llama_chat_model(
      spec_of(file), models::LlamaHost({.threads = threads, .window = 2048, .parallel = 4}), {});
  rate(*model, 1);
  for (const std::size_t together : {1, 4}) {
    double best = 0;
    double sum = 0;
    for (int turn = 0; turn < turns; ++turn) {
      const auto now = rate(*model, together);
      best = std::max(best, now);
      sum += now;
    }
    fmt::print("{} together: {:.1f} tokens/s at best, {:.1f} on average of {}\n", together, best,
               sum / turns, turns);
  }
  return 0;
}

int embed(const char* file, const char* chunks, const char* vectors, int threads, bool exact) {
  const auto texts = nlohmann::json::parse(io::read_file(chunks, 1 << 30));
  std::vector<models::Part> parts;
  for (const auto& text : texts) parts.emplace_back(models::TextPart{text.get<std::string>()});
  const auto model = models::make_llama_embedder(
      spec_of(file),
      models::LlamaHost({.threads = threads, .window = 0, .parallel = 4, .exact = exact}));
  run(model->embed(
      {parts.begin(), parts.begin() + std::min<std::ptrdiff_t>(64, std::ssize(parts))}));
  const auto began = Clock::now();
  const auto spent = std::clock();
  const auto result = run(model->embed(parts));
  const auto seconds = seconds_since(began);
  const auto cpu = static_cast<double>(std::clock() - spent) / CLOCKS_PER_SEC;
  io::write_file(vectors, nlohmann::json(result).dump());
  const auto count = static_cast<double>(parts.size());
  fmt::print("{{\"chunks_per_second\": {:.2f}, \"cpu_seconds_per_chunk\": {:.6f}}}\n",
             count / seconds, cpu / count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  const auto threads = [&](int at) { return argc > at ? std::atoi(argv[at]) : 0; };
  try {
    if (mode == "chat" && argc >= 3) return chat(argv[2], threads(3));
    if (mode == "embed" && argc >= 5)
      return embed(argv[2], argv[3], argv[4], threads(5),
                   argc > 6 && argv[6] == std::string_view("exact"));
  } catch (const std::exception& e) {
    fmt::print(stderr, "llama_throughput: {}\n", e.what());
    return 1;
  }
  fmt::print(stderr,
             "usage: llama_throughput chat MODEL [THREADS] | embed MODEL CHUNKS VECTORS [THREADS "
             "[exact]]\n");
  return 2;
}
