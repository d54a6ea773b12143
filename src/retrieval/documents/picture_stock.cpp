#include "retrieval/documents/picture_stock.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "io/worker.h"

namespace assay::retrieval {
namespace {

using core::InputError;

// Features are looked for at half of this (vision::normalised_side).
constexpr int decoded_side = 1024;

// Sets the size that the picture has as PictureReader::read() gives it; a broken one has fewer rows
// than its header says.
void set_size(vision::Fingerprint& print, const vision::DecodedImage& image) {
  const int limit = vision::PictureLimits{}.max_side;
  const double longest = std::max(image.original_width, image.original_height);
  const double scale = image.original_width * std::min(1.0, limit / longest) / image.picture.width;
  const auto side = [&](int of) { return std::max(1, static_cast<int>(std::lround(of * scale))); };
  print.width = side(image.picture.width);
  print.height = side(image.picture.height);
}

std::string joined(const std::vector<std::string>& notes) {
  std::string text;
  for (const auto& note : notes) text += (text.empty() ? "" : "; ") + note;
  return text;
}

}  // namespace

PictureFacts decode_picture(vision::PictureReader& reader, std::string_view bytes,
                            vision::Fingerprint& fingerprint) {
  PictureFacts facts;
  try {
    const auto image = reader.read(bytes, decoded_side);
    facts.media_type = vision::media_type(image.type);
    facts.width = image.original_width;
    facts.height = image.original_height;
    facts.taken = image.taken;
    facts.note = joined(image.notes);
    if (facts.small()) return facts;
    fingerprint = vision::fingerprint(image.picture, vision::FingerprintUse::indexing);
    set_size(fingerprint, image);
  } catch (const vision::Undecodable& error) {
    facts.problem = error.what();
  } catch (const io::WorkerFailure& failure) {
    // Without a worker nothing can be decoded: that is no fault of this picture.
    throw InputError(failure.what());
  }
  return facts;
}

PictureStock::Key PictureStock::key_of(std::string_view sha256) {
  Key key{};
  for (std::size_t i = 0; i < key.size() && (i + 1) * 16 <= sha256.size(); ++i)
    std::from_chars(sha256.data() + i * 16, sha256.data() + (i + 1) * 16, key[i], 16);
  return key;
}

std::optional<PictureFacts> PictureStock::known(const std::string& sha256) {
  std::unique_lock guard(lock_);
  const auto key = key_of(sha256);
  changed_.wait(guard, [&] {
    const auto found = entries_.find(key);
    return found == entries_.end() || !found->second.decoding;
  });
  const auto found = entries_.find(key);
  return found == entries_.end() ? std::nullopt : std::optional(found->second.facts);
}

PictureFacts PictureStock::facts(vision::PictureReader& reader, const PictureBytes& bytes) {
  const auto key = key_of(bytes.sha256);
  for (;;) {
    if (auto facts = known(bytes.sha256)) return *facts;
    const std::lock_guard guard(lock_);
    if (entries_.try_emplace(key).second) break;  // else another thread began meanwhile
  }
  auto picture = std::make_unique<DecodedPicture>();
  PictureFacts facts;
  try {
    facts = decode_picture(reader, bytes.bytes, picture->fingerprint);
  } catch (...) {
    {
      const std::lock_guard guard(lock_);
      entries_.erase(key);
    }
    changed_.notify_all();
    throw;
  }
  if (facts.problem.empty() && !facts.small()) {
    picture->bytes.sha256 = bytes.sha256;
    picture->bytes.path = bytes.path;
    if (bytes.path.empty()) picture->bytes.bytes = bytes.bytes;
  } else {
    picture.reset();
  }
  {
    const std::lock_guard guard(lock_);
    auto& entry = entries_[key];
    entry.facts = facts;
    entry.picture = std::move(picture);
    entry.decoding = false;
  }
  changed_.notify_all();
  return facts;
}

std::optional<DecodedPicture> PictureStock::take(const std::string& sha256) {
  std::unique_ptr<DecodedPicture> taken;
  {
    const std::lock_guard guard(lock_);
    const auto found = entries_.find(key_of(sha256));
    if (found == entries_.end() || !found->second.picture) return std::nullopt;
    taken = std::move(found->second.picture);
  }
  auto& bytes = taken->bytes;
  if (!bytes.path.empty()) {
    bytes.bytes = io::read_file(bytes.path, longest_picture);
    if (io::sha256(bytes.bytes) != bytes.sha256)
      throw InputError("'" + io::shown(bytes.path) + "' changes while it is read");
  }
  return std::move(*taken);
}

}  // namespace assay::retrieval
