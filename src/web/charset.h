#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// Decodes a document's bytes into valid UTF-8 without NUL. The encoding is, in this order: a byte
// order mark; UTF-8 where the bytes are valid UTF-8 (a label that says otherwise is then wrong);
// `header` (the charset of the Content-Type header); `declared` (what the document says of itself);
// detection; windows-1252. A label under which the bytes make no sense is passed over. Bytes that
// stand for nothing become U+FFFD.
std::string decode(std::string_view bytes, std::string_view header, std::string_view declared);

// The charset that an HTML page declares in a `meta` element of its first 4,096 bytes; empty where
// it declares none.
std::string declared_charset(std::string_view html);

// Are these bytes text in some encoding, rather than a picture, an archive or a program?
bool looks_like_text(std::string_view bytes);

}  // namespace assay::web
