#include "retrieval/documents/file_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/picture_words.h"

namespace assay::retrieval {
namespace {

using core::InputError;

// Pictures that lie beside a document under its name: as cameras, scanners and people write them.
constexpr std::array<std::string_view, 16> endings_beside{
    ".jpg",  ".jpeg", ".png", ".webp", ".gif", ".heic", ".avif", ".tif",
    ".tiff", ".bmp",  ".JPG", ".JPEG", ".PNG", ".HEIC", ".TIF",  ".heif"};

std::vector<WantedPicture> wanted_of(web::Article& article) {
  std::vector<WantedPicture> wanted;
  for (auto& image : article.images) {
    WantedPicture one;
    one.image.reference = std::move(image.src);
    one.image.caption = std::move(image.caption);
    one.image.alt = std::move(image.alt);
    one.image.nearby = words_around(article.text, image.position);
    if (one.image.nearby.empty()) one.image.nearby = std::move(image.nearby);
    one.references = std::move(image.references);
    wanted.push_back(std::move(one));
  }
  return wanted;
}

Document document_of(web::Article article, std::string id, const LoadedFile& loaded,
                     std::vector<DocumentImage> images) {
  Document document;
  document.id = std::move(id);
  document.url = std::move(article.url);
  document.title = std::move(article.title);
  document.text = std::move(article.text);
  document.date = article.published;
  document.language = std::move(article.language);
  document.publisher = std::move(article.publisher);
  document.author = std::move(article.author);
  document.images = std::move(images);
  document.extractor = std::move(article.extractor);
  document.media_type = web::to_string(loaded.type);
  document.bytes = loaded.bytes;
  return document;
}

// What a picture says by itself: the words of its name, and when its camera says it was taken.
Document document_of(DocumentImage image, const std::string& relative) {
  Document document;
  document.id = id_of_path(relative);
  document.title = words_of_name(relative);
  if (document.title.empty()) document.title = id_of_path(std::string(name_of(relative)));
  document.text = document.title + "\n";
  if (image.taken) document.text += "\nTaken on " + image.taken->to_string() + ".\n";
  document.images.push_back(std::move(image));
  document.extractor = "picture/1";
  document.media_type = "picture";
  return document;
}

}  // namespace

FileReader::FileReader(const FileReading& reading)
    : reading_(reading),
      reader_(std::make_unique<web::Reader>(reading.program)),
      taker_(std::make_unique<PictureTaker>(&reading.place, reading.files, reading.stock,
                                            reading.program, reading.use)) {}

FileResult FileReader::operator()(FoundFile file) {
  FileResult result;
  result.file = std::move(file);
  try {
    const auto loaded = load_file(result.file.path);
    if (!loaded) return result;
    result.picture = loaded->picture;
    if (loaded->picture) return result;
    result.digest = io::sha256(loaded->bytes);
    if (!reading_.digest_only || reading_.use == PictureUse::trace) read(*loaded, result);
  } catch (const InputError& error) {
    if (!result.digest.empty()) throw;  // not of loading: it ends the whole
    result.digest = unreadable_digest;  // stands for the bytes, which are not known
    result.problem = Problem{io::shown(result.file.path), error.what()};
  }
  return result;
}

// What is thrown but Unreadable is no fault of this file: it ends the whole.
void FileReader::read(const LoadedFile& loaded, FileResult& result) {
  const auto where = io::shown(result.file.path);
  try {
    auto article = reader_->read(loaded.type, loaded.bytes);
    auto taken = take(article, result.file.relative, where);
    result.trace = std::move(taken.trace);
    if (reading_.digest_only) return;
    result.pictures = std::move(taken.problems);
    result.document = prepare(document_of(std::move(article), id_of_path(result.file.relative),
                                          loaded, std::move(taken.images)));
  } catch (const web::Unreadable& error) {
    result.problem = Problem{where, error.what()};
  }
}

TakenPictures FileReader::take(web::Article& article, const std::string& document,
                               const std::string& where) {
  auto taken = taker_->take(wanted_of(article), document, where, ReferenceKind::address);
  take_beside(document, article.text, taken);
  return taken;
}

// `photo.jpg` beside `photo.txt` is what the text is about, and so is it beside `photo.jpg.txt`.
void FileReader::take_beside(const std::string& document, const std::string& text,
                             TakenPictures& taken) {
  const std::string stem = document.substr(0, document.size() - name_of(document).size()) +
                           std::string(stem_of(document));
  std::vector<PicturePlace::Found> found;
  const auto look = [&](const std::string& path) {
    if (auto file = reading_.place.find(path)) found.push_back(std::move(*file));
  };
  if (has_picture_name(stem)) look(stem);
  for (const auto ending : endings_beside) look(stem + std::string(ending));
  for (const auto& file : found) {
    if (taken.images.size() >= most_pictures) break;
    taker_->take_beside(file, first_words(text), taken);
  }
}

PictureFileReader::PictureFileReader(const FileReading& reading)
    : reading_(reading),
      taker_(std::make_unique<PictureTaker>(&reading.place, reading.files, reading.stock,
                                            reading.program, reading.use)) {}

FileResult PictureFileReader::operator()(FoundFile file) {
  FileResult result;
  result.file = std::move(file);
  result.picture = true;
  result.digest = "outside";
  const auto found = reading_.place.find(result.file.relative);
  if (!found) return result;
  const bool own = !reading_.digest_only && !reading_.files.shown(found->relative) &&
                   !is_folder_of_page(folder_of(found->relative), reading_.place);
  if (own) {
    TakenPictures taken;
    auto image = taker_->take_file(*found, taken);
    result.pictures = std::move(taken.problems);
    if (!image.sha256.empty())
      result.document = prepare(document_of(std::move(image), found->relative));
  }
  result.digest = taker_->digest_of(*found);
  return result;
}

}  // namespace assay::retrieval
