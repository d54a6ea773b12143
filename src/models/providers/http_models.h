#pragma once
#include <memory>
#include <string>

#include "models/classifier.h"
#include "models/embedder.h"
#include "models/providers/http_service.h"
#include "models/reranker.h"

namespace assay::models {

// Which model of the service is asked, and where.
struct HttpModel {
  std::string name;
  std::string url;  // base address; empty: the provider's own
  std::string key;  // may be empty
};

std::unique_ptr<Embedder> http_embedder(HttpService service, HttpModel model);
std::unique_ptr<Reranker> http_reranker(HttpService service, HttpModel model);
std::unique_ptr<Classifier> http_classifier(HttpService service, HttpModel model);

}  // namespace assay::models
