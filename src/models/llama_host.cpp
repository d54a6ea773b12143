#include "models/llama_host.h"

#include "models/providers/llama_host_impl.h"

namespace assay::models {

LlamaHost::LlamaHost() : LlamaHost(LlamaOptions{}) {}
LlamaHost::LlamaHost(LlamaOptions options) : impl_(std::make_shared<Impl>(options)) {}

const LlamaOptions& LlamaHost::options() const { return impl_->options; }

}  // namespace assay::models
