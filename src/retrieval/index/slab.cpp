#include "retrieval/index/slab.h"

#include <stdexcept>

#include "retrieval/index/bytes.h"

namespace assay::retrieval {
namespace {

// So that no phrase runs from the title into the text.
constexpr std::uint32_t title_gap = 100;

// A language is told from the text; from the title too where the text is short.
std::string language_sample(std::string_view title, std::string_view text) {
  constexpr std::size_t enough = 200;
  std::string sample(text.size() >= enough ? std::string_view{} : title.substr(0, 4 * enough));
  sample += '\n';
  sample += text.substr(0, 16 * enough);
  return sample;
}

}  // namespace

void Slab::add(std::string_view title, std::string_view text, bool continues) {
  documents_.push_back({bytes_.size(), title.size(), text.size(), continues});
  bytes_ += title;
  bytes_ += text;
}

std::string_view Slab::title(std::size_t i) const {
  return std::string_view(bytes_).substr(documents_[i].begin, documents_[i].title);
}
std::string_view Slab::text(std::size_t i) const {
  return std::string_view(bytes_).substr(documents_[i].begin + documents_[i].title,
                                         documents_[i].text);
}

SlabIndexer::SlabIndexer(std::string_view language, std::size_t memory)
    : forced_(language::stemmer_for(language)), detect_(language.empty()), memory_(memory) {}

Run SlabIndexer::index(const Slab& slab) {
  if (vocabulary_.bytes() > memory_) vocabulary_.clear();
  Run run;
  run.first = slab.first();
  read(slab, run);
  group(slab.first());
  encode(run);
  return run;
}

void SlabIndexer::read(const Slab& slab, Run& run) {
  read_.clear();
  ends_.clear();
  run.lengths.reserve(slab.size());
  auto stemmer = forced_;
  for (std::size_t i = 0; i < slab.size(); ++i) {
    const auto title = slab.title(i);
    const auto text = slab.text(i);
    if (detect_ && (i == 0 || !slab.continues(i)))
      stemmer = language::stemmer_of_text(language_sample(title, text));
    std::uint32_t length = 0;
    std::uint32_t position = 0;
    if (!title.empty()) position = read_text(title, stemmer, 0, length) + title_gap;
    read_text(text, stemmer, position, length);
    run.lengths.push_back(length);
    ends_.push_back(read_.size());
  }
}

std::uint32_t SlabIndexer::read_text(std::string_view text, language::StemmerId stemmer,
                                     std::uint32_t position, std::uint32_t& length) {
  segments_.clear();
  const std::uint32_t end = segmenter_.split(text, segments_, position);
  const auto bytes = [&](const language::Segment& segment) {
    return std::string_view(text.data() + segment.begin, segment.end - segment.begin);
  };
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (i + ahead < segments_.size()) {
      const auto& later = segments_[i + ahead];
      vocabulary_.expect(bytes(later), later.kind, stemmer);
    }
    const auto& segment = segments_[i];
    const std::uint32_t term = vocabulary_.id(bytes(segment), segment.kind, stemmer);
    if (term != Vocabulary::no_term) read_.push_back({term, segment.position});
  }
  length += end - position;
  return end;
}

// Sorts by term and keeps the order of the text within: a counting sort.
void SlabIndexer::group(std::uint32_t first) {
  if (read_.size() >= UINT32_MAX) throw std::length_error("too many words in one document");
  starts_.assign(vocabulary_.size() + 1, 0);
  for (const Occurrence& occurrence : read_) ++starts_[occurrence.key + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  grouped_.resize(read_.size());
  std::size_t at = 0;
  for (std::size_t document = 0; document < ends_.size(); ++document) {
    for (; at < ends_[document]; ++at) {
      const Occurrence& occurrence = read_[at];
      grouped_[starts_[occurrence.key]++] = {first + static_cast<std::uint32_t>(document),
                                             occurrence.position};
    }
  }
}

void SlabIndexer::encode(Run& run) {
  std::string postings;
  std::string positions;
  for (const std::uint32_t term : vocabulary_.sorted()) {
    // group() moved each start to the start of the next.
    std::size_t at = term == 0 ? 0 : starts_[term - 1];
    const std::size_t end = starts_[term];
    if (at == end) continue;
    postings.clear();
    positions.clear();
    std::uint64_t documents = 0;
    std::uint32_t previous = 0;
    while (at < end) {
      const std::uint32_t document = grouped_[at].key;
      std::uint32_t last = 0;
      std::uint64_t frequency = 0;
      for (; at < end && grouped_[at].key == document; ++at, ++frequency) {
        // A compound's place is one back: never before one of the same term, but beside.
        const std::uint32_t position = std::max(grouped_[at].position, last);
        put_varint(positions, position - last);
        last = position;
      }
      put_varint(postings, std::uint64_t{document - previous} << 1 | (frequency == 1 ? 1 : 0));
      if (frequency != 1) put_varint(postings, frequency);
      previous = document;
      ++documents;
    }
    const auto key = vocabulary_.key(term);
    put_varint(run.bytes, key.size());
    run.bytes += key;
    put_varint(run.bytes, documents);
    put_varint(run.bytes, postings.size());
    put_varint(run.bytes, positions.size());
    run.bytes += postings;
    run.bytes += positions;
  }
}

}  // namespace assay::retrieval
