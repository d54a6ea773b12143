#pragma once
#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include "eval/judge/judge.h"

// AVerImaTeC's scores that a judge gives (formats of its shared task; VILLAIN, section 4).
namespace assay::eval {

// One item of evidence with the pictures that it comes with, few enough to show them all.
struct EvidenceItem {
  std::string text;
  std::vector<models::ImagePart> pictures;
};

// The rating of a pair of pictured items, 0 to 10, from which on they agree.
inline constexpr double agreeing_pictures = 9;

// Q-Eval: share of the gold questions that the predicted ones cover, 0 to 1; 0 of no predicted
// ones.
boost::asio::awaitable<std::optional<double>> q_eval(Judge& judge, std::string claim,
                                                     std::vector<std::string> gold,
                                                     std::vector<std::string> predicted,
                                                     int repeat);

// Evid-Eval: share of the gold items that a predicted item supports, 0 to 1: by their texts, and
// where both have pictures, by a rating of these that must reach agreeing_pictures.
boost::asio::awaitable<std::optional<double>> evid_eval(Judge& judge, std::string claim,
                                                        std::vector<EvidenceItem> gold,
                                                        std::vector<EvidenceItem> predicted,
                                                        int repeat);

}  // namespace assay::eval
