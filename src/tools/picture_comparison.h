#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tools/tool.h"
#include "vision/image_index.h"
#include "vision/picture_readers.h"

// What the searches for a picture share, in a corpus and on the web.
namespace assay::tools {

// The picture of a request, decoded. Throws InputError where it can't be read.
vision::DecodedImage decoded(const KeptPicture& picture, vision::PictureReaders& readers);

// The match as the record has it; `query` is the number of the picture that was searched for.
core::PictureMatch match_of(const vision::ImageMatch& match, int query);

// Where the query and a found picture (its bytes) differ; nowhere where the found one can't be
// read.
std::vector<core::Difference> differences(const vision::Picture& query, const std::string& bytes,
                                          const vision::ImageMatch& match,
                                          vision::PictureReaders& readers);

// When a picture was out first tells most: puts the page before those of a later day and those
// without a date, behind those of the same.
void insert_by_date(Found page, std::vector<Found>& pages);

}  // namespace assay::tools
