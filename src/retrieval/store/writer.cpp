#include "retrieval/store/writer.h"

#include <algorithm>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/passages/table.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/table.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

fs::path made(const fs::path& folder) {
  io::make_folder(folder);
  return folder;
}

IndexOptions options_for(unsigned jobs) {
  IndexOptions options;
  options.threads = jobs;
  return options;
}

void take_problems(LeftOut& left, std::vector<Problem> problems) {
  for (auto& problem : problems)
    if (left.problems.size() < most_problems) left.problems.push_back(std::move(problem));
}

}  // namespace

StoreWriter::StoreWriter(fs::path folder, unsigned jobs, PictureStock& pictures)
    : folder_(made(folder)),
      jobs_(jobs),
      stock_(pictures),
      table_(folder_ / table_name),
      metadata_(folder_ / metadata_name),
      text_(folder_ / text_name),
      bytes_(folder_ / bytes_name),
      passages_(folder_ / passages_name),
      index_(made(folder_ / index_name), options_for(jobs)) {
  table_.append(bytes_of(TableHeader{}));
  passages_.append(bytes_of(PassageHeader{}));
}

void StoreWriter::add(Batch batch) {
  auto& left = manifest_.left_out;
  left.bad_lines += batch.bad_lines.size();
  left.unreadable += batch.unreadable.size();
  left.other += batch.other;
  left.hidden += batch.hidden;
  left.empty += batch.empty;
  take_problems(left, std::move(batch.bad_lines));
  take_problems(left, std::move(batch.unreadable));
  // Many documents may show one bad picture.
  for (auto& problem : batch.pictures) {
    if (!bad_pictures_.insert(io::sha256(problem.where)).second) continue;
    ++left.pictures;
    take_problems(left, {std::move(problem)});
  }
  for (auto& document : batch.documents) add(std::move(document));
}

void StoreWriter::add(Prepared document) {
  auto& left = manifest_.left_out;
  const auto id = ids_.place(document.id, document.digest);
  if (!id) {
    ++left.repeated;
    return;
  }
  if (*id != document.id) {
    ++left.renamed;
    take_problems(left, {{io::shown(document.id),
                          "another document has this id: kept as '" + io::shown(*id) + "'"}});
    rename(document, *id);
  }
  count(document);
  metadata_.append(document.metadata);
  text_.append(document.text);
  bytes_.append(document.bytes);
  table_.append(bytes_of(TableRow{{metadata_.size(), text_.size(), bytes_.size()},
                                  document.date,
                                  static_cast<std::uint32_t>(document.collection)}));
  add_pictures(document);
  add_passages(document);
}

void StoreWriter::add_passages(const Prepared& document) {
  const auto number = static_cast<std::uint32_t>(manifest_.documents - 1);
  const std::string_view text = document.text;
  bool continues = false;
  for (const auto& [span, sketch] : document.passages) {
    if (manifest_.passages == UINT32_MAX)
      throw core::InputError("a store holds at most 4294967295 passages");
    const auto passage = static_cast<std::uint32_t>(manifest_.passages++);
    const auto earlier = repeats_.add(sketch);
    if (earlier) ++manifest_.repeated_passages;
    passages_.append(
        bytes_of(PassageRow{number, static_cast<std::uint32_t>(span.begin),
                            static_cast<std::uint32_t>(span.end), earlier.value_or(passage)}));
    // With its title a passage is found by what the page is about.
    index_.add(document.title, text.substr(span.begin, span.end - span.begin), continues);
    continues = true;
  }
}

void StoreWriter::add_pictures(const Prepared& document) {
  manifest_.not_at_hand += document.not_at_hand;
  if (document.pictures.empty()) return;
  if (!pictures_) pictures_ = std::make_unique<PictureWriter>(folder_, jobs_);
  pictures_->add(static_cast<std::uint32_t>(manifest_.documents - 1), document.pictures, stock_);
}

void StoreWriter::count(const Prepared& document) {
  if (manifest_.documents == UINT32_MAX)
    throw core::InputError("a store holds at most 4294967295 documents");
  ++manifest_.documents;
  if (document.filled) ++manifest_.filled;
  if (document.text.empty()) ++manifest_.without_text;
  ++manifest_.languages[document.language];
  fingerprint_.add(document.digest);
  if (document.date == 0) {
    ++manifest_.undated;
    return;
  }
  first_date_ = first_date_ == 0 ? document.date : std::min(first_date_, document.date);
  last_date_ = std::max(last_date_, document.date);
}

Manifest StoreWriter::finish() {
  manifest_.text_bytes = text_.size();
  for (auto* file : {&table_, &metadata_, &text_, &bytes_, &passages_}) file->finish();
  const auto stats = index_.finish();
  manifest_.tokens = stats.tokens;
  manifest_.terms = stats.terms;
  if (pictures_) {
    pictures_->finish();
    manifest_.pictures = pictures_->pictures();
    manifest_.picture_bytes = pictures_->bytes();
    pictures_.reset();  // with its temporary files
  }
  manifest_.fingerprint = fingerprint_.hex();
  manifest_.first_date = unpacked_date(first_date_);
  manifest_.last_date = unpacked_date(last_date_);
  manifest_.files = file_sizes(folder_);
  return std::move(manifest_);
}

}  // namespace assay::retrieval
