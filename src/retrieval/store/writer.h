#pragma once
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "io/sha256.h"
#include "retrieval/documents/file.h"
#include "retrieval/documents/ids.h"
#include "retrieval/documents/source.h"
#include "retrieval/index/builder.h"
#include "retrieval/passages/repeats.h"
#include "retrieval/store/manifest.h"
#include "retrieval/store/picture_writer.h"

namespace assay::retrieval {

// Writes the files of a new store into an empty folder. Throws InputError where it can't (a full
// disk).
class StoreWriter {
 public:
  // `pictures` gives what the documents show, and must outlive this.
  StoreWriter(std::filesystem::path folder, unsigned jobs, PictureStock& pictures);

  // Adds the documents, ids made unique, and counts what was left out. Documents are numbered in
  // the order of the calls.
  void add(Batch batch);
  std::uint64_t documents() const { return manifest_.documents; }
  std::uint64_t pictures() const { return pictures_ ? pictures_->pictures() : 0; }
  const LeftOut& left_out() const { return manifest_.left_out; }

  // Writes everything but the manifest, which is returned for what only the caller knows. Once.
  Manifest finish();

 private:
  void add(Prepared document);
  void count(const Prepared& document);
  void add_passages(const Prepared& document);
  void add_pictures(const Prepared& document);

  std::filesystem::path folder_;
  unsigned jobs_;
  PictureStock& stock_;
  FileWriter table_;
  FileWriter metadata_;
  FileWriter text_;
  FileWriter bytes_;
  FileWriter passages_;
  RepeatFinder repeats_;
  IndexBuilder index_;
  std::unique_ptr<PictureWriter> pictures_;  // from the first picture on
  std::set<std::string> bad_pictures_;       // that were counted
  IdRegister ids_;
  io::Sha256 fingerprint_;
  std::uint32_t first_date_ = 0;
  std::uint32_t last_date_ = 0;
  Manifest manifest_;
};

}  // namespace assay::retrieval
