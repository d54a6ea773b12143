#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/documents/picture_place.h"

namespace assay::retrieval {

// How a reference is to be understood: as an address, as pages write it, or first as the plain path
// of a file, as people write it in JSON.
enum class ReferenceKind { address, path };

// The files that a reference may mean, as paths in the place, the likeliest first; whether they are
// there was not looked at.
struct Meaning {
  std::vector<std::string> paths;
  bool outside = false;  // it is a path, and leads out of the place
  bool web = false;      // it is an address of the web
};
// Of a reference that is no data URL, in a document that lies in `folder` (a path in the place).
Meaning meaning_of(std::string_view reference, std::string_view folder, const PicturePlace& place,
                   ReferenceKind kind);

// The file of a picture that a saved page still refers to by its address on the web: one of the
// same name in the folder that the browser made beside the page (`NAME_files`), or beside the page
// itself. Nothing where more than one is there, or where the name says little and other pages lie
// there too.
std::optional<PicturePlace::Found> saved_copy(std::string_view address, std::string_view page,
                                              const PicturePlace& place);
// The name that a browser would give to the file at an address.
std::string file_name_of(std::string_view address);

// Is it, by its name, the folder of a saved page's files? The page is `NAME.html` beside it.
bool is_folder_of_page(std::string_view folder, const PicturePlace& place);

}  // namespace assay::retrieval
