#pragma once
#include <nlohmann/json.hpp>
#include <string>
namespace assay::eval { inline int read_rankings(const std::string&) { return 0; } inline int read_judgements(const std::string&) { return 0; } inline nlohmann::ordered_json retrieval_metrics(int, int) { return {}; } 
inline int read_extractions(const std::string&) { return 0; } inline int read_annotations(const std::string&) { return 0; } inline nlohmann::ordered_json extraction_metrics(int, int) { return {}; } }
