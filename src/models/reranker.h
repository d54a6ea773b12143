#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

namespace assay::models {

// A model that reads a query together with each document and says how well it answers.
class Reranker {
 public:
  virtual ~Reranker() = default;

  // One score for each document, in their order; higher is better, and only scores of one query
  // compare. Throws as ChatModel::chat() does.
  virtual boost::asio::awaitable<std::vector<double>> rerank(
      std::string query, std::vector<std::string> documents) = 0;

  // The spec that names the model, for records and messages.
  virtual const std::string& name() const = 0;
};

}  // namespace assay::models
