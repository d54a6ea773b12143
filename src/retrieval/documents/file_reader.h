#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "retrieval/documents/folder.h"
#include "retrieval/documents/picture_taker.h"
#include "retrieval/documents/source.h"
#include "web/reader.h"

namespace assay::retrieval {

// What became of one file.
struct FileResult {
  FoundFile file;
  std::string digest;  // empty: a file that is neither a document nor a picture by kind
  bool picture = false;
  std::optional<Prepared> document;
  std::optional<Problem> problem;
  std::vector<Problem> pictures;  // of the document, that can't be read
  std::string trace;              // TakenPictures::trace
};

// What the readers of one source share.
struct FileReading {
  const PicturePlace& place;
  PictureFiles& files;
  PictureStock& stock;
  std::filesystem::path program;
  PictureUse use = PictureUse::decode;
  bool digest_only = false;  // documents are not read, unless for their pictures' trace
};

// Loads a file and, unless only its digest is wanted, reads it with its pictures; on one thread,
// with worker processes of its own. Of a picture it says only that it is one.
class FileReader {
 public:
  explicit FileReader(const FileReading& reading);
  FileResult operator()(FoundFile file);

 private:
  void read(const LoadedFile& loaded, FileResult& result);
  TakenPictures take(web::Article& article, const std::string& document, const std::string& where);
  void take_beside(const std::string& document, const std::string& text, TakenPictures& taken);

  FileReading reading_;
  std::unique_ptr<web::Reader> reader_;
  std::unique_ptr<PictureTaker> taker_;
};

// Reads the picture files that no document shows, each as a document of its own, after all others.
class PictureFileReader {
 public:
  explicit PictureFileReader(const FileReading& reading);
  FileResult operator()(FoundFile file);

 private:
  FileReading reading_;
  std::unique_ptr<PictureTaker> taker_;
};

}  // namespace assay::retrieval
