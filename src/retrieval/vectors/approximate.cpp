#include "retrieval/vectors/approximate.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/file.h"
#include "retrieval/index/system.h"
#include "retrieval/store/table.h"
#include "retrieval/vectors/best_rows.h"
#include "retrieval/vectors/clusters.h"
#include "retrieval/vectors/identity.h"
#include "retrieval/vectors/kernels.h"
#include "retrieval/vectors/unit.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

constexpr std::uint32_t most_lists = 65536;
constexpr std::size_t sample_a_list = 64;
constexpr std::size_t read_together = 8192;          // rows
constexpr std::uint64_t released_together = 50'000;  // rows
constexpr std::size_t measured_top = 100;
// So many times the wanted rows are compared anew, for the codes are coarse.
constexpr std::size_t compared_anew = 3;

// The file: this; the centroids (floats); where each list begins, and one more (64 bits); then for
// each list its row numbers, their scales (floats), and their codes.
struct Header {
  std::array<char, 12> magic{'A', 's', 's', 'a', 'y', ' ', 'l', 'i', 's', 't', 's', '\n'};
  std::uint32_t version = 1;
  std::uint32_t rows = 0;   // of the file of vectors
  std::uint32_t there = 0;  // of them
  std::uint32_t dimension = 0;
  std::uint32_t lists = 0;
  std::uint32_t probes = 0;
  std::uint32_t reserved = 0;
  double recall = 0;
  HexDigits identity{};  // of model and content
  HexDigits checksum{};  // SHA-256 of what stands before it, of centroids and beginnings
};
static_assert(sizeof(Header) == 176);

HexDigits checksum_of(const Header& header, std::string_view rest) {
  io::Sha256 hash;
  hash.add({reinterpret_cast<const char*>(&header), offsetof(Header, checksum)});
  return hex_digits(hash.add(rest).hex());
}

template <class T>
std::string_view bytes_of_all(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// A row's place: its number, its scale and its codes.
std::uint64_t row_bytes(std::uint32_t dimension) {
  return sizeof(std::uint32_t) + sizeof(float) + (std::uint64_t{dimension} + 3) / 4 * 4;
}

std::vector<std::uint32_t> rows_there(const VectorFile& file) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < file.shape().rows; ++row)
    if (file.has(row)) rows.push_back(row);
  return rows;
}

std::vector<float> read_rows(const VectorFile& file, std::span<const std::uint32_t> rows) {
  std::vector<float> vectors(rows.size() * file.shape().dimension);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    file.read(rows[i], vectors.data() + i * file.shape().dimension);
    if (i % read_together == read_together - 1) file.release(0, file.shape().rows);
  }
  return vectors;
}

// Some of them, spread evenly but for chance.
std::vector<std::uint32_t> sample(const std::vector<std::uint32_t>& rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> some;
  std::ranges::sample(rows, std::back_inserter(some), static_cast<std::ptrdiff_t>(most), random);
  return some;
}

// What people ask is near what was written, and is not the same.
std::vector<float> query_near(const VectorFile& file, std::uint32_t row, std::mt19937_64& random) {
  constexpr double away = 0.5;  // of the length
  auto query = file.read(row);
  std::normal_distribution<double> normal;
  std::vector<double> noise(query.size());
  double squares = 0;
  for (auto& value : noise) {
    value = normal(random);
    squares += value * value;
  }
  for (std::size_t i = 0; i < query.size(); ++i)
    query[i] += static_cast<float>(away * noise[i] / std::sqrt(squares));
  return query;
}

class Builder {
 public:
  Builder(const VectorFile& file, const ApproximateOptions& options)
      : file_(file), options_(options), rows_(rows_there(file)) {
    if (rows_.empty()) throw InputError("there are no vectors to index");
  }

  Header write(const fs::path& path) {
    const auto clusters = find_clusters();
    assign(clusters);
    Header header;
    header.rows = file_.shape().rows;
    header.there = static_cast<std::uint32_t>(rows_.size());
    header.dimension = file_.shape().dimension;
    header.lists = static_cast<std::uint32_t>(clusters.count());
    header.probes = header.lists;
    header.identity = identity_of(file_.shape());
    std::string rest(reinterpret_cast<const char*>(clusters.centroids().data()),
                     clusters.centroids().size_bytes());
    rest += bytes_of_all(beginnings_);
    header.checksum = checksum_of(header, rest);
    FileWriter out(path);
    out.append(bytes_of(header));
    out.append(rest);
    write_lists(out);
    out.finish();
    return header;
  }

 private:
  Clusters find_clusters() const {
    auto count = options_.lists != 0
                     ? options_.lists
                     : static_cast<std::uint32_t>(std::sqrt(static_cast<double>(rows_.size())));
    count = std::clamp<std::uint32_t>(
        count, 1, std::min<std::uint32_t>(most_lists, static_cast<std::uint32_t>(rows_.size())));
    const auto some = sample(rows_, sample_a_list * count);
    const auto vectors = read_rows(file_, some);
    file_.release(0, file_.shape().rows);
    return Clusters::of(vectors, file_.shape().dimension, count);
  }

  void assign(const Clusters& clusters) {
    std::vector<std::uint32_t> lists;
    for (std::size_t at = 0; at < rows_.size(); at += read_together) {
      const auto end = std::min(at + read_together, rows_.size());
      const auto vectors = read_rows(file_, std::span(rows_).subspan(at, end - at));
      for (const auto list : clusters.nearest(vectors)) lists.push_back(list);
      file_.release(rows_[at], rows_[end - 1]);
      if (options_.progress) options_.progress(end, 2 * rows_.size());
    }
    beginnings_.assign(clusters.count() + 1, 0);
    for (const auto list : lists) ++beginnings_[list + 1];
    for (std::size_t i = 1; i < beginnings_.size(); ++i) beginnings_[i] += beginnings_[i - 1];
    order_.resize(rows_.size());
    auto next = beginnings_;
    for (std::size_t i = 0; i < lists.size(); ++i) order_[next[lists[i]]++] = rows_[i];
  }

  void write_lists(FileWriter& out) const {
    const auto dimension = file_.shape().dimension;
    std::vector<float> vector(dimension);
    std::uint64_t written = 0;
    for (std::size_t list = 0; list + 1 < beginnings_.size(); ++list) {
      const auto begin = beginnings_[list];
      const auto size = beginnings_[list + 1] - begin;
      std::vector<float> scales(size);
      const auto code_bytes = row_bytes(dimension) - sizeof(std::uint32_t) - sizeof(float);
      std::string codes(size * code_bytes, '\0');
      for (std::size_t i = 0; i < size; ++i) {
        file_.read(order_[begin + i], vector.data());
        scales[i] =
            encode_int8(vector, reinterpret_cast<std::int8_t*>(codes.data() + i * code_bytes)) /
            127;
      }
      out.append(
          {reinterpret_cast<const char*>(order_.data() + begin), size * sizeof(std::uint32_t)});
      out.append(bytes_of_all(scales));
      out.append(codes);
      // The lists' rows are all over the file.
      written += size;
      if (written >= released_together) {
        file_.release(0, file_.shape().rows);
        written = 0;
      }
      if (options_.progress) options_.progress(rows_.size() + begin, 2 * rows_.size());
    }
  }

  const VectorFile& file_;
  const ApproximateOptions& options_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> beginnings_;  // of the lists, in rows
  std::vector<std::uint32_t> order_;       // the rows, list by list
};

}  // namespace

struct ApproximateIndex::State {
  State(MappedFile mapped, const Header& about, Clusters found, std::vector<std::uint64_t> begins)
      : file(std::move(mapped)),
        header(about),
        clusters(std::move(found)),
        beginnings(std::move(begins)),
        lists(file.bytes().data() + sizeof(Header) + clusters.centroids().size_bytes() +
              beginnings.size() * sizeof(std::uint64_t)) {}

  void scan(std::uint32_t list, std::span<const float> query, BestRows& best,
            const std::function<bool(std::uint32_t)>& accept) const {
    const auto size = beginnings[list + 1] - beginnings[list];
    const auto code_bytes = row_bytes(header.dimension) - sizeof(std::uint32_t) - sizeof(float);
    const auto* rows = lists + beginnings[list] * row_bytes(header.dimension);
    const auto* scales = rows + size * sizeof(std::uint32_t);
    const auto* codes = reinterpret_cast<const std::int8_t*>(scales + size * sizeof(float));
    for (std::uint64_t i = 0; i < size; ++i, codes += code_bytes) {
      float scale = 0;
      std::memcpy(&scale, scales + i * sizeof(float), sizeof(scale));
      const double cosine =
          static_cast<double>(scale) * product_int8(codes, query.data(), header.dimension);
      ScoredRow one{0, cosine};
      std::memcpy(&one.row, rows + i * sizeof(one.row), sizeof(one.row));
      // What the file says of itself is checked where it is used.
      if (best.wants(one) && one.row < header.rows && (!accept || accept(one.row))) best.add(one);
    }
  }

  MappedFile file;
  Header header;
  Clusters clusters;
  std::vector<std::uint64_t> beginnings;  // of the lists, in rows; as they were checked
  const char* lists;
};

namespace {

// The size that a file with this header has; nothing where the header can't be right.
std::optional<std::uint64_t> size_of(const Header& header) {
  if (header.dimension == 0 || header.dimension > 65536 || header.lists == 0 ||
      header.lists > most_lists || header.there > header.rows || header.lists > header.there ||
      header.probes == 0 || header.probes > header.lists)
    return std::nullopt;
  return sizeof(Header) + std::uint64_t{header.lists} * header.dimension * sizeof(float) +
         (std::uint64_t{header.lists} + 1) * sizeof(std::uint64_t) +
         std::uint64_t{header.there} * row_bytes(header.dimension);
}

bool in_order(std::span<const std::uint64_t> beginnings, std::uint64_t rows) {
  return beginnings.front() == 0 && beginnings.back() == rows && std::ranges::is_sorted(beginnings);
}

// The header's checksum is that of the header as it was before measuring.
bool has_checksum(const Header& header, std::string_view rest) {
  auto before = header;
  before.probes = header.lists;
  before.recall = 0;
  return checksum_of(before, rest) == header.checksum;
}

void write_header(const fs::path& path, const Header& header) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) fail_system("write", path);
  const bool written = ::pwrite(file, &header, sizeof(header), 0) == sizeof(header) &&
                       (::fdatasync(file) == 0 || errno == EINVAL);
  const int error = errno;
  ::close(file);
  errno = error;
  if (!written) fail_system("write", path);
}

double recall_with(const ApproximateIndex& index, const VectorFile& file,
                   const std::vector<std::vector<float>>& queries,
                   const std::vector<std::set<std::uint32_t>>& right, std::uint32_t probes) {
  double sum = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    std::size_t found = 0;
    for (const auto& one : index.nearest(file, queries[i], right[i].size(), {}, probes))
      found += right[i].count(one.row);
    sum += static_cast<double>(found) / static_cast<double>(right[i].size());
  }
  return sum / static_cast<double>(queries.size());
}

}  // namespace

ApproximateIndex::ApproximateIndex(std::unique_ptr<State> state) : state_(std::move(state)) {}
ApproximateIndex::ApproximateIndex(ApproximateIndex&&) noexcept = default;
ApproximateIndex& ApproximateIndex::operator=(ApproximateIndex&&) noexcept = default;
ApproximateIndex::~ApproximateIndex() = default;

std::optional<ApproximateIndex> ApproximateIndex::open(const fs::path& path,
                                                       const VectorFile& file) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  try {
    MappedFile mapped(path);
    const auto bytes = mapped.bytes();
    Header header;
    if (bytes.size() < sizeof(header)) return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof(header));
    const auto& shape = file.shape();
    if (header.magic != Header().magic || header.version != 1 || header.rows != shape.rows ||
        header.dimension != shape.dimension || header.identity != identity_of(shape) ||
        size_of(header) != bytes.size() || header.there != file.present())
      return std::nullopt;
    const auto floats = std::size_t{header.lists} * header.dimension;
    const auto rest_size =
        floats * sizeof(float) + (std::size_t{header.lists} + 1) * sizeof(std::uint64_t);
    const auto rest = bytes.substr(sizeof(header), rest_size);
    // Where they stand need not fit their alignment.
    std::vector<std::uint64_t> beginnings(std::size_t{header.lists} + 1);
    std::memcpy(beginnings.data(), rest.data() + floats * sizeof(float),
                beginnings.size() * sizeof(std::uint64_t));
    if (!has_checksum(header, rest) || !in_order(beginnings, header.there)) return std::nullopt;
    Clusters clusters({reinterpret_cast<const float*>(rest.data()), floats}, header.dimension);
    return ApproximateIndex(std::make_unique<State>(std::move(mapped), header, std::move(clusters),
                                                    std::move(beginnings)));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<ScoredRow> ApproximateIndex::nearest(const VectorFile& file,
                                                 std::span<const float> query, std::size_t top,
                                                 const std::function<bool(std::uint32_t)>& accept,
                                                 std::uint32_t probes) const {
  const auto vector = unit_query(file, query);
  if (top == 0) return {};
  BestRows best(top * compared_anew);
  for (const auto list :
       state_->clusters.nearest(vector, probes == 0 ? state_->header.probes : probes))
    state_->scan(list, vector, best, accept);
  auto found = best.sorted();
  for (auto& one : found) one.cosine = file.has(one.row) ? file.product(one.row, vector) : -1;
  file.release(0, file.shape().rows);
  std::ranges::sort(found, BestRows::better);
  if (found.size() > top) found.resize(top);
  return found;
}

ApproximateStats ApproximateIndex::stats() const {
  const auto& header = state_->header;
  return {header.lists, header.probes, header.recall, state_->file.bytes().size()};
}

ApproximateStats ApproximateIndex::build(const VectorFile& file, const fs::path& path,
                                         const ApproximateOptions& options) {
  const auto fresh = path.string() + ".new";
  auto header = Builder(file, options).write(fresh);
  {
    const auto index = open(fresh, file);
    if (!index) throw InputError("'" + io::shown(fresh) + "' can't be read again");
    std::mt19937_64 random(2);
    std::vector<std::vector<float>> queries;
    std::vector<std::set<std::uint32_t>> right;
    for (const auto row : sample(rows_there(file), options.queries)) {
      queries.push_back(query_near(file, row, random));
      auto& rows = right.emplace_back();
      for (const auto& one : retrieval::nearest(file, queries.back(), measured_top))
        rows.insert(one.row);
    }
    // The fewest lists that do, by halving.
    std::uint32_t low = 1;
    std::uint32_t high = header.lists;
    while (low < high) {
      const auto middle = low + (high - low) / 2;
      if (recall_with(*index, file, queries, right, middle) >= options.recall)
        high = middle;
      else
        low = middle + 1;
    }
    header.probes = high;
    header.recall = recall_with(*index, file, queries, right, high);
  }
  write_header(fresh, header);
  std::error_code error;
  fs::rename(fresh, path, error);
  if (error) throw InputError("cannot write '" + io::shown(path) + "': " + error.message());
  return {header.lists, header.probes, header.recall, *size_of(header)};
}

}  // namespace assay::retrieval
