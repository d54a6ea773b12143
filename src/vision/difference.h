#pragma once
#include <vector>

#include "vision/affine.h"
#include "vision/picture.h"

namespace assay::vision {

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  friend bool operator==(const Box&, const Box&) = default;
};

// A region where two copies of one picture show different things.
struct Difference {
  Box in_query;
  Box in_found;
  double share = 0;     // of the area that overlaps
  double strength = 0;  // mean difference of brightness and colour inside, 0 to 255
};

// Where they differ, the most striking first, at most twelve. `to_found` maps pixels of the query
// to pixels of the found picture (ImageMatch::to_found). Other brightness, contrast, sharpness,
// colour balance and compression are no differences, nor is what only one of them shows (a frame, a
// part cut off).
std::vector<Difference> differences(const Picture& query, const Picture& found,
                                    const Affine& to_found);

}  // namespace assay::vision
