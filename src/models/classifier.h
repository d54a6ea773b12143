#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

namespace assay::models {

struct ClassScore {
  std::string label;       // as the model names it; `0`, `1`, … where it names none
  double probability = 0;  // 0 to 1
};

// A model with a classification head.
class Classifier {
 public:
  virtual ~Classifier() = default;

  // Every class with its probability, in the model's order; they sum to 1. Throws as
  // ChatModel::chat() does.
  virtual boost::asio::awaitable<std::vector<ClassScore>> classify(std::string text) = 0;

  // The spec that names the model, for records and messages.
  virtual const std::string& name() const = 0;
};

}  // namespace assay::models
