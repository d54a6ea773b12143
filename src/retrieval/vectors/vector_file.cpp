#include "retrieval/vectors/vector_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/index/system.h"
#include "retrieval/store/lock.h"
#include "retrieval/store/table.h"
#include "retrieval/vectors/identity.h"
#include "retrieval/vectors/kernels.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

constexpr std::uint32_t most_dimensions = 65536;
constexpr std::uint64_t page = 4096;

// The file: this, one byte a row (1: it is there), and the rows; each part begins on a page.
struct Header {
  std::array<char, 12> magic{'A', 's', 's', 'a', 'y', ' ', 'v', 'e', 'c', 't', 'o', '\n'};
  std::uint32_t version = 1;
  std::uint32_t kind = 0;
  std::uint32_t rows = 0;
  std::uint32_t dimension = 0;
  std::uint32_t reserved = 0;
  HexDigits identity{};  // SHA-256 of model and content
  HexDigits checksum{};  // SHA-256 of what stands before it
  friend bool operator==(const Header&, const Header&) = default;
};
static_assert(sizeof(Header) == 160);

Header header_of(const VectorShape& shape) {
  Header header;
  header.kind = static_cast<std::uint32_t>(shape.kind);
  header.rows = shape.rows;
  header.dimension = shape.dimension;
  header.identity = identity_of(shape);
  header.checksum =
      hex_digits(io::sha256({reinterpret_cast<const char*>(&header), offsetof(Header, checksum)}));
  return header;
}

std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

// Where things are. No product can overflow: rows and dimensions are bounded.
struct Places {
  explicit Places(const VectorShape& shape)
      : row_bytes(shape.kind == VectorKind::float16
                      ? std::uint64_t{shape.dimension} * 2
                      : (std::uint64_t{shape.dimension} + sizeof(float) + 3) / 4 * 4),
        rows(page + whole_pages(shape.rows)),
        size(rows + row_bytes * shape.rows) {}
  std::uint64_t row_bytes;
  std::uint64_t present = page;
  std::uint64_t rows;
  std::uint64_t size;
};

void check(const VectorShape& shape) {
  if (shape.dimension == 0 || shape.dimension > most_dimensions)
    throw InputError("vectors of " + std::to_string(shape.dimension) +
                     " dimensions can't be kept (1 to 65,536 can)");
}

// The vector of length 1 as it is stored.
std::string encoded(const std::vector<float>& vector, const VectorShape& shape,
                    const Places& places) {
  if (vector.size() != shape.dimension)
    throw InputError("a vector has " + std::to_string(vector.size()) + " dimensions instead of " +
                     std::to_string(shape.dimension));
  double squares = 0;
  for (const float value : vector)
    squares += static_cast<double>(value) * static_cast<double>(value);
  if (!std::isfinite(squares)) throw InputError("a vector holds what is no number");
  const double length = squares > 0 ? std::sqrt(squares) : 1;
  std::string bytes(places.row_bytes, '\0');
  if (shape.kind == VectorKind::float16) {
    for (std::size_t i = 0; i < vector.size(); ++i) {
      const auto half = to_half(static_cast<float>(static_cast<double>(vector[i]) / length));
      std::memcpy(bytes.data() + 2 * i, &half, sizeof(half));
    }
    return bytes;
  }
  const float most =
      encode_int8(vector, reinterpret_cast<std::int8_t*>(bytes.data() + sizeof(float)));
  const auto scale = static_cast<float>(static_cast<double>(most) / length / 127);
  std::memcpy(bytes.data(), &scale, sizeof(scale));
  return bytes;
}

}  // namespace

struct VectorFile::State {
  State(VectorShape wanted, fs::path where)
      : shape(std::move(wanted)), places(shape), path(std::move(where)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (memory != nullptr) ::munmap(memory, places.size);
    if (file >= 0) ::close(file);
  }

  // False where the file is another one.
  bool open_file();
  void make_file() const;
  void map();
  void write(std::uint64_t at, std::string_view bytes) const;

  const std::uint8_t* row(std::uint32_t number) const {
    return static_cast<const std::uint8_t*>(memory) + places.rows + places.row_bytes * number;
  }
  bool has(std::uint32_t number) const {
    auto* mark = static_cast<std::uint8_t*>(memory) + places.present + number;
    return std::atomic_ref<std::uint8_t>(*mark).load(std::memory_order_acquire) == 1;
  }
  void need(std::uint32_t number) const {
    if (number >= shape.rows) throw std::out_of_range("no such row of vectors");
  }

  VectorShape shape;
  Places places;
  fs::path path;  // empty: in memory
  int file = -1;
  bool writable = true;
  void* memory = nullptr;
};

bool VectorFile::State::open_file() {
  file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 && (errno == EACCES || errno == EROFS || errno == EPERM)) {
    writable = false;
    file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  }
  if (file < 0) return false;
  struct stat info{};
  Header header;
  const bool same = ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
                    static_cast<std::uint64_t>(info.st_size) == places.size &&
                    ::pread(file, &header, sizeof(header), 0) == sizeof(header) &&
                    header == header_of(shape);
  if (same) return true;
  ::close(std::exchange(file, -1));
  return false;
}

// Appears under its name when it is whole.
void VectorFile::State::make_file() const {
  const auto fresh = path.string() + ".new";
  const int made = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (made < 0) fail_system("write", fresh);
  const auto header = header_of(shape);
  const bool written = ::ftruncate(made, static_cast<off_t>(places.size)) == 0 &&
                       ::pwrite(made, &header, sizeof(header), 0) == sizeof(header) &&
                       (::fsync(made) == 0 || errno == EINVAL);
  const int error = errno;
  ::close(made);
  if (!written || ::rename(fresh.c_str(), path.c_str()) != 0) {
    if (!written) errno = error;
    fail_system("write", path);
  }
}

void VectorFile::State::map() {
  const int protection = path.empty() ? PROT_READ | PROT_WRITE : PROT_READ;
  const int flags = path.empty() ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
  void* mapped = ::mmap(nullptr, places.size, protection, flags, file, 0);
  if (mapped == MAP_FAILED) fail_system("map", path.empty() ? fs::path("vectors") : path);
  memory = mapped;
}

void VectorFile::State::write(std::uint64_t at, std::string_view bytes) const {
  if (path.empty()) {
    std::memcpy(static_cast<char*>(memory) + at, bytes.data(), bytes.size());
    return;
  }
  while (!bytes.empty()) {
    const auto n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_system("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    at += static_cast<std::uint64_t>(n);
  }
}

VectorFile::VectorFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
VectorFile::VectorFile(VectorFile&&) noexcept = default;
VectorFile& VectorFile::operator=(VectorFile&&) noexcept = default;
VectorFile::~VectorFile() = default;

VectorFile VectorFile::open_or_make(const fs::path& path, const VectorShape& shape) {
  check(shape);
  auto state = std::make_unique<State>(shape, path);
  if (!state->open_file()) {
    const auto lock = FileLock::wait(path.string() + ".lock");
    if (!state->open_file()) {  // another process may have made it meanwhile
      state->make_file();
      state->writable = true;
      if (!state->open_file()) fail_system("open", path);
    }
  }
  state->map();
  return VectorFile(std::move(state));
}

VectorFile VectorFile::in_memory(const VectorShape& shape) {
  check(shape);
  auto state = std::make_unique<State>(shape, fs::path());
  state->map();
  return VectorFile(std::move(state));
}

const VectorShape& VectorFile::shape() const { return state_->shape; }
bool VectorFile::writable() const { return state_->writable; }

bool VectorFile::has(std::uint32_t row) const {
  state_->need(row);
  return state_->has(row);
}

std::uint32_t VectorFile::present() const {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < state_->shape.rows; ++i) count += state_->has(i) ? 1 : 0;
  return count;
}

void VectorFile::put(std::span<const std::uint32_t> rows,
                     std::span<const std::vector<float>> vectors) {
  if (rows.size() != vectors.size()) throw InputError("not as many vectors as rows");
  const auto& places = state_->places;
  std::vector<std::string> bytes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    state_->need(rows[i]);
    bytes.push_back(encoded(vectors[i], state_->shape, places));
  }
  if (!state_->writable) throw InputError("'" + io::shown(state_->path) + "' may only be read");
  for (std::size_t i = 0; i < rows.size(); ++i)
    state_->write(places.rows + places.row_bytes * rows[i], bytes[i]);
  if (!state_->path.empty() && ::fdatasync(state_->file) != 0 && errno != EINVAL)
    fail_system("write", state_->path);
  std::atomic_thread_fence(std::memory_order_release);
  for (const auto row : rows) state_->write(places.present + row, "\1");
}

std::vector<float> VectorFile::read(std::uint32_t row) const {
  if (!has(row)) throw std::out_of_range("the vector is not there");
  std::vector<float> vector(state_->shape.dimension);
  read(row, vector.data());
  return vector;
}

void VectorFile::read(std::uint32_t row, float* into) const {
  state_->need(row);
  const auto dimension = state_->shape.dimension;
  const auto* bytes = state_->row(row);
  if (state_->shape.kind == VectorKind::float16)
    return decode_half(reinterpret_cast<const std::uint16_t*>(bytes), dimension, into);
  float scale = 0;
  std::memcpy(&scale, bytes, sizeof(scale));
  const auto* values = reinterpret_cast<const std::int8_t*>(bytes + sizeof(scale));
  for (std::uint32_t k = 0; k < dimension; ++k) into[k] = scale * static_cast<float>(values[k]);
}

void VectorFile::release(std::uint32_t first, std::uint32_t end) const {
  constexpr std::uint64_t large = std::uint64_t{128} << 20;
  const auto& places = state_->places;
  if (state_->path.empty() || places.size < large || first >= end) return;
  const auto from = (places.rows + places.row_bytes * first) / page * page;
  const auto to = std::min(places.rows + places.row_bytes * end, places.size);
  ::madvise(static_cast<char*>(state_->memory) + from, to - from, MADV_DONTNEED);
}

double VectorFile::product(std::uint32_t row, std::span<const float> query) const {
  state_->need(row);
  const auto* bytes = state_->row(row);
  if (state_->shape.kind == VectorKind::float16)
    return product_half(reinterpret_cast<const std::uint16_t*>(bytes), query.data(), query.size());
  float scale = 0;
  std::memcpy(&scale, bytes, sizeof(scale));
  return static_cast<double>(scale) *
         product_int8(reinterpret_cast<const std::int8_t*>(bytes + sizeof(scale)), query.data(),
                      query.size());
}

}  // namespace assay::retrieval
