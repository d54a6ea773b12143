#include <boost/asio/cancellation_type.hpp>
#include <exception>
#include <utility>

#include "models/make_llama.h"
#include "models/model_failure.h"
#include "models/providers/llama_engine.h"
#include "models/providers/llama_file.h"
#include "models/providers/llama_host_impl.h"
#include "models/providers/llama_wait.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using Kind = ModelFailure::Kind;

// What a model and its calls under way share.
struct Shared {
  std::string name;
  std::shared_ptr<LlamaEngine> engine;
  PixelReader pixels;
};

// By value: the coroutine keeps it.
asio::awaitable<std::shared_ptr<const Pixels>> pixels_of(std::shared_ptr<Shared> model,
                                                         ImagePart image) {
  if (!model->engine->sees())
    throw ModelFailure(Kind::no_vision, model->name +
                                            ": the model takes no images; name its vision part "
                                            "(llama:MODEL.gguf+MMPROJ.gguf)");
  if (!model->pixels)
    throw ModelFailure(Kind::no_vision, model->name + ": no pictures are decoded here");
  auto picture = std::make_shared<Pixels>();
  *picture = co_await model->pixels(std::move(image));
  const auto size = static_cast<std::size_t>(std::max(0, picture->width)) *
                    static_cast<std::size_t>(std::max(0, picture->height)) * 3;
  if (size == 0 || size != picture->rgb.size())
    throw ModelFailure(Kind::bad_request, model->name + ": a picture that can't be decoded");
  co_return picture;
}

asio::awaitable<PixelList> pictures_of(std::shared_ptr<Shared> model,
                                       std::shared_ptr<LlamaCall> call) {
  PixelList pictures;
  for (const auto& message : call->request.messages)
    for (const auto& part : message.parts)
      if (const auto* image = std::get_if<ImagePart>(&part)) {
        auto picture = co_await pixels_of(model, *image);
        pictures.push_back(std::move(picture));
      }
  co_return pictures;
}

asio::awaitable<ChatAnswer> ask(std::shared_ptr<Shared> model, std::shared_ptr<LlamaCall> call) {
  call->pictures = co_await pictures_of(model, call);
  std::function<void(LlamaDone<ChatAnswer>)> start = [model, call](LlamaDone<ChatAnswer> done) {
    call->done = std::move(done);
    model->engine->submit(call);
  };
  std::function<void()> cancel = [model, call] {
    call->cancelled = true;
    model->engine->wake();
  };
  ChatAnswer answer = co_await wait_for_llama<ChatAnswer>(std::move(start), std::move(cancel));
  co_return answer;
}

class LlamaChatModel : public ChatModel {
 public:
  explicit LlamaChatModel(Shared shared) : shared_(std::make_shared<Shared>(std::move(shared))) {}

  asio::awaitable<ChatAnswer> chat(ChatRequest request) override {
    auto call = std::make_shared<LlamaCall>();
    call->model = shared_->name;
    call->request = std::move(request);
    return ask(shared_, std::move(call));
  }

  ModelTraits traits() const override {
    return {static_cast<std::int64_t>(shared_->engine->window()),
            shared_->engine->sees() && shared_->pixels};
  }

  const std::string& name() const override { return shared_->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

bool has_llama() { return true; }

std::unique_ptr<ChatModel> make_llama_chat_model(const ModelSpec& spec, const LlamaHost& host,
                                                 PixelReader pixels, int window) {
  auto& impl = host.impl();
  auto options = impl.options;
  if (window > 0) options.window = window;
  auto key = std::to_string(options.window) + " " + file_identity(spec.file);
  if (!spec.mmproj.empty()) key += "+" + file_identity(spec.mmproj);
  std::function<std::shared_ptr<LlamaEngine>()> load = [&] {
    return std::make_shared<LlamaEngine>(options, spec.file, spec.mmproj, spec.to_string());
  };
  return std::make_unique<LlamaChatModel>(
      Shared{spec.to_string(), impl.get(impl.engines, key, load), std::move(pixels)});
}

}  // namespace assay::models
