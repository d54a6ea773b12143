#include "retrieval/documents/picture_taker.h"

#include <algorithm>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/data_url.h"

namespace assay::retrieval {
namespace {

using core::InputError;

// Longer files are read again when they are written, so that few stand in memory.
constexpr std::size_t kept_in_memory = 1 << 20;

constexpr std::size_t longest_reference = 4000;

bool is_svg(std::string_view name) {
  return name.ends_with(".svg") || name.ends_with(".SVG") || name.ends_with(".svgz");
}

bool is_web_address(const DocumentImage& image) {
  return image.reference.starts_with("http://") || image.reference.starts_with("https://");
}

void set_facts(DocumentImage& image, const std::string& sha256, const PictureFacts& facts) {
  image.sha256 = sha256;
  image.media_type = facts.media_type;
  image.width = facts.width;
  image.height = facts.height;
  image.taken = facts.taken;
  image.note = facts.note;
}

// File names that more than one address of the web ends in: none of them tells whose file it is.
std::vector<std::string> ambiguous_names(const std::vector<WantedPicture>& wanted) {
  std::vector<std::pair<std::string, std::size_t>> names;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (const auto& reference : wanted[i].references)
      if (!is_data_url(reference)) names.emplace_back(file_name_of(reference), i);
  std::ranges::sort(names);
  std::vector<std::string> twice;
  for (std::size_t i = 1; i < names.size(); ++i)
    if (names[i].first == names[i - 1].first && names[i].second != names[i - 1].second)
      twice.push_back(names[i].first);
  return twice;
}

}  // namespace

std::optional<std::string> PictureFiles::digest(const std::string& relative) const {
  const std::lock_guard guard(lock_);
  const auto found = digests_.find(relative);
  return found == digests_.end() ? std::nullopt : std::optional(found->second);
}

void PictureFiles::remember(const std::string& relative, const std::string& sha256) {
  const std::lock_guard guard(lock_);
  digests_.emplace(relative, sha256);
}

bool PictureFiles::shown(const std::string& relative) const {
  const std::lock_guard guard(lock_);
  return shown_.contains(relative);
}

void PictureFiles::mark_shown(const std::string& relative) {
  const std::lock_guard guard(lock_);
  shown_.insert(relative);
}

// What came of one picture so far.
struct PictureTaker::Attempt {
  TakenPictures& result;
  DocumentImage image;
  std::string where;    // of the document
  std::string problem;  // of the first that was there and could not be decoded
  std::string problem_where;
  bool small = false;
  bool outside = false;
  bool drawing = false;
};

PictureTaker::PictureTaker(const PicturePlace* place, PictureFiles& files, PictureStock& stock,
                           const std::filesystem::path& program, PictureUse use)
    : place_(place), files_(files), stock_(stock), reader_(program), use_(use) {}

TakenPictures PictureTaker::take(std::vector<WantedPicture> wanted, const std::string& document,
                                 const std::string& where, ReferenceKind kind) {
  TakenPictures result;
  ambiguous_ = ambiguous_names(wanted);
  std::size_t looked_at = 0;
  for (auto& one : wanted) {
    Attempt attempt{result, std::move(one.image), where, {}, {}};
    auto& reference = attempt.image.reference;
    reference = is_data_url(reference) ? short_reference(reference)
                                       : shortened(reference, longest_reference);
    if (looked_at == most_pictures) {
      attempt.image.note = "only the first 32 pictures of a document are read";
      ++result.not_at_hand;
      result.images.push_back(std::move(attempt.image));
      continue;
    }
    ++looked_at;
    if (use_ != PictureUse::trace) attempt_all(one, document, kind, attempt);
    if (use_ != PictureUse::decode) result.trace += trace(one, document, kind);
  }
  return result;
}

void PictureTaker::attempt_all(const WantedPicture& wanted, const std::string& document,
                               ReferenceKind kind, Attempt& attempt) {
  const bool found =
      try_files(wanted, document, kind, attempt) ||
      (kind == ReferenceKind::address && try_saved_copies(wanted, document, attempt)) ||
      try_data(wanted, attempt);
  if (!found && attempt.small && attempt.problem.empty()) return;
  if (!found) settle(attempt);
  if (!is_repeated(attempt)) attempt.result.images.push_back(std::move(attempt.image));
}

// The same picture twice in a document, in two sizes of one file for a gallery, is shown once.
bool PictureTaker::is_repeated(const Attempt& attempt) {
  const auto& image = attempt.image;
  if (image.sha256.empty()) return false;
  for (auto& before : attempt.result.images) {
    if (before.sha256 != image.sha256) continue;
    if (before.caption.empty()) before.caption = image.caption;
    if (before.alt.empty()) before.alt = image.alt;
    return true;
  }
  return false;
}

std::string PictureTaker::trace(const WantedPicture& wanted, const std::string& document,
                                ReferenceKind kind) {
  std::string trace;
  if (place_ == nullptr) return trace;
  for (const auto& reference : wanted.references) {
    if (is_data_url(reference)) continue;
    const auto meaning = meaning_of(reference, folder_of(document), *place_, kind);
    auto file = file_of(meaning);
    if (!file && meaning.web && kind == ReferenceKind::address)
      file = saved_copy(reference, document, *place_);
    trace += file ? digest_of(*file) : std::string("-");
  }
  return trace;
}

std::optional<PicturePlace::Found> PictureTaker::file_of(const Meaning& meaning) const {
  for (const auto& path : meaning.paths)
    if (auto file = place_->find(path)) return file;
  return std::nullopt;
}

// Says why there are no bytes.
void PictureTaker::settle(Attempt& attempt) {
  auto& image = attempt.image;
  if (!attempt.problem.empty()) {
    image.note = attempt.problem;
    attempt.result.problems.push_back({attempt.problem_where, attempt.problem});
    return;
  }
  ++attempt.result.not_at_hand;
  if (attempt.drawing)
    image.note = "it is an SVG drawing, which is not read";
  else if (attempt.outside)
    image.note = "it lies outside of the corpus, where nothing is read";
  else
    image.note = "not at hand";
}

bool PictureTaker::try_files(const WantedPicture& wanted, const std::string& document,
                             ReferenceKind kind, Attempt& attempt) {
  if (place_ == nullptr) return false;
  for (const auto& reference : wanted.references) {
    if (is_data_url(reference)) continue;
    const auto meaning = meaning_of(reference, folder_of(document), *place_, kind);
    attempt.outside |= meaning.outside;
    const auto file = file_of(meaning);
    if (!file || !try_file(*file, attempt)) continue;
    if (!meaning.web && kind == ReferenceKind::address && !is_web_address(attempt.image))
      attempt.image.reference = id_of_path(file->relative);
    return true;
  }
  return false;
}

bool PictureTaker::try_saved_copies(const WantedPicture& wanted, const std::string& document,
                                    Attempt& attempt) {
  if (place_ == nullptr) return false;
  for (const auto& reference : wanted.references) {
    if (is_data_url(reference)) continue;
    if (!meaning_of(reference, {}, *place_, ReferenceKind::address).web) continue;
    if (std::ranges::find(ambiguous_, file_name_of(reference)) != ambiguous_.end()) continue;
    if (const auto file = saved_copy(reference, document, *place_))
      if (try_file(*file, attempt)) return true;
  }
  return false;
}

bool PictureTaker::try_data(const WantedPicture& wanted, Attempt& attempt) {
  for (const auto& reference : wanted.references) {
    if (!is_data_url(reference)) continue;
    auto data = read_data_url(reference, longest_picture);
    auto problem = data.problem;
    if (problem.empty() && data.media_type.starts_with("image/svg")) {
      attempt.drawing = true;
      continue;
    }
    if (problem.empty()) {
      PictureBytes bytes;
      bytes.sha256 = io::sha256(data.bytes);
      bytes.bytes = std::move(data.bytes);
      if (try_bytes(bytes, attempt, problem)) {
        attempt.image.reference = short_reference(reference);
        return true;
      }
    }
    if (!problem.empty() && attempt.problem.empty()) {
      attempt.problem = problem;
      attempt.problem_where = attempt.where + ", picture " + short_reference(reference);
    }
  }
  return false;
}

bool PictureTaker::try_file(const PicturePlace::Found& file, Attempt& attempt) {
  files_.mark_shown(file.relative);
  if (is_svg(file.relative)) {
    attempt.drawing = true;
    return false;
  }
  std::string problem;
  const auto bytes = load(file, problem);
  if (bytes && try_bytes(*bytes, attempt, problem)) return true;
  if (!problem.empty() && attempt.problem.empty()) {
    attempt.problem = problem;
    attempt.problem_where = io::shown(file.path);
  }
  return false;
}

bool PictureTaker::try_bytes(const PictureBytes& bytes, Attempt& attempt, std::string& problem) {
  const auto facts = stock_.facts(reader_, bytes);
  problem = facts.problem;
  if (!problem.empty()) return false;
  if (facts.small()) {
    attempt.small = true;
    return false;
  }
  set_facts(attempt.image, bytes.sha256, facts);
  return true;
}

// Its bytes are left out where all that is wanted of them is known.
std::optional<PictureBytes> PictureTaker::load(const PicturePlace::Found& file,
                                               std::string& problem) {
  PictureBytes loaded;
  if (const auto digest = files_.digest(file.relative)) {
    loaded.sha256 = *digest;
    if (use_ == PictureUse::trace || stock_.known(*digest)) return loaded;
  }
  try {
    loaded.bytes = io::read_file(file.path, longest_picture);
  } catch (const InputError& error) {
    problem = error.what();
    return std::nullopt;
  }
  if (loaded.bytes.size() > kept_in_memory) loaded.path = file.path;
  loaded.sha256 = io::sha256(loaded.bytes);
  files_.remember(file.relative, loaded.sha256);
  return loaded;
}

void PictureTaker::take_beside(const PicturePlace::Found& file, std::string nearby,
                               TakenPictures& result) {
  if (use_ != PictureUse::trace) {
    Attempt attempt{result, {}, {}, {}, {}};
    attempt.image.reference = id_of_path(file.relative);
    attempt.image.nearby = std::move(nearby);
    const bool found = try_file(file, attempt);
    if (!found && !attempt.problem.empty()) settle(attempt);
    if ((found || !attempt.problem.empty()) && !is_repeated(attempt))
      result.images.push_back(std::move(attempt.image));
  }
  if (use_ != PictureUse::decode) result.trace += digest_of(file);
}

DocumentImage PictureTaker::take_file(const PicturePlace::Found& file, TakenPictures& result) {
  Attempt attempt{result, {}, {}, {}, {}};
  attempt.image.reference = id_of_path(file.relative);
  if (!try_file(file, attempt) && !attempt.problem.empty()) settle(attempt);
  return std::move(attempt.image);
}

std::string PictureTaker::digest_of(const PicturePlace::Found& file) {
  std::string problem;
  const auto bytes = load(file, problem);
  return bytes ? bytes->sha256 : std::string(unreadable_digest);
}

}  // namespace assay::retrieval
