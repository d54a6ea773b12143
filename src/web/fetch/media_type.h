#pragma once
#include <optional>

#include "web/fetch/fetcher.h"
#include "web/reader.h"

namespace assay::web {

// What a fetched page is, by what the server says, else by its bytes. Nothing where it is something
// that Reader does not read: a picture, an archive, a program.
std::optional<MediaType> media_type_of(const Fetched& page);

}  // namespace assay::web
