#include "cli/fill_run.h"

#include <array>
#include <memory>
#include <mutex>
#include <utility>

#include "io/run_to_end.h"
#include "io/when_all.h"
#include "retrieval/documents/sources.h"
#include "retrieval/knowledge/build.h"
#include "retrieval/knowledge/fill_notes.h"

namespace assay::cli {
namespace {

using boost::asio::awaitable;
using retrieval::CatalogueEntry;
using retrieval::Document;
using retrieval::FillNeed;

// A document that is to be filled.
struct Wanted {
  std::uint32_t number = 0;
  Document document;
  FillNeed need = FillNeed::none;
};

// What the claims of one run share. One event loop: no locks.
struct Shared {
  const FillRun& run;
  tools::PageFiller& filler;
  io::Pool& pool;
  retrieval::KnowledgeStore store;
  std::unique_ptr<retrieval::ClaimWriter> writer;  // null where nothing is to be written
  retrieval::FillNotes notes;
  FillResult result;
  FillProgress progress;
  std::unique_ptr<std::mutex> writing;  // one claim at a time is put in its place

  void tell() const {
    if (run.progress) run.progress(progress);
  }
};

// What one claim's store lacks, and how it is.
struct Looked {
  std::vector<Wanted> wanted;
  retrieval::FillTable table;
};

Looked look(const Shared& shared, const std::string& claim) {
  const auto store = shared.store.open_claim(claim);
  const auto& rules = shared.run.fill.rules;
  Looked looked;
  retrieval::add_claim(store, rules, looked.table);
  for (std::uint32_t i = 0; i < store.documents(); ++i) {
    if (store.collection(i) == retrieval::Collection::images) continue;
    auto document = store.document(i);
    const auto need = retrieval::need_of(document, rules);
    if (need != FillNeed::none) looked.wanted.push_back({i, std::move(document), need});
  }
  return looked;
}

void merge(retrieval::FillTable& sum, const retrieval::FillTable& of_claim) {
  for (const auto& [name, counts] : of_claim)
    sum[name].add_claim(counts.documents, counts.useful, counts.with_text, counts.characters);
}

awaitable<tools::Filled> fill_one(Shared& shared, Document document, tools::FillClaim claim) {
  auto filled = co_await shared.filler.fill(std::move(document), std::move(claim));
  ++shared.progress.tried;
  if (filled.document) ++shared.progress.filled;
  shared.tell();
  co_return filled;
}

// Takes out what is not tried now.
void choose(Shared& shared, const std::string& id, const tools::FillClaim& claim,
            std::vector<Wanted>& wanted) {
  auto& result = shared.result;
  std::erase_if(wanted, [&](const Wanted& one) {
    ++result.needs[retrieval::to_string(one.need)];
    if (const auto refused = shared.filler.refused(one.document, claim)) {
      ++result.left[refused->kind];
      return true;
    }
    const auto* note = shared.notes.find(id, one.document.url);
    if (shared.run.retry || note == nullptr ||
        !shared.filler.is_settled(*note, one.document, claim))
      return false;
    ++result.tried_before;
    return true;
  });
  if (!shared.run.limit) return;
  const auto left = *shared.run.limit - std::min(*shared.run.limit, shared.progress.wanted);
  if (wanted.size() > left) wanted.resize(left);
}

// Writes the claim's store anew, with what was found.
awaitable<bool> keep(Shared& shared, CatalogueEntry entry,
                     std::map<std::uint32_t, Document> replaced) {
  if (replaced.empty()) co_return false;
  co_await shared.pool.run([&] {
    std::array<std::unique_ptr<retrieval::DocumentSource>, 1> sources;
    sources.front() =
        retrieval::open_store_source(shared.store.folder_of(entry.id), std::move(replaced));
    const auto written = shared.writer->write(entry.id, sources, shared.run.build);
    const std::lock_guard one(*shared.writing);
    shared.writer->place(written, entry);
    return true;
  });
  ++shared.result.changed;
  co_return true;
}

awaitable<bool> fill_claim(Shared& shared, CatalogueEntry entry) {
  auto looked = co_await shared.pool.run([&] { return look(shared, entry.id); });
  merge(shared.result.before, looked.table);
  const tools::FillClaim claim{entry.text, shared.run.before ? shared.run.before : entry.date};
  if (!claim.limit) ++shared.result.undated;
  choose(shared, entry.id, claim, looked.wanted);
  shared.progress.wanted += looked.wanted.size();
  if (shared.run.dry) {
    for (const auto& one : looked.wanted) ++shared.result.pages[one.document.url];
    ++shared.progress.claims;
    co_return false;
  }
  std::vector<awaitable<tools::Filled>> work;
  for (const auto& one : looked.wanted) work.push_back(fill_one(shared, one.document, claim));
  auto outcomes = co_await io::when_all(std::move(work), shared.run.pages);
  std::map<std::uint32_t, Document> replaced;
  std::map<std::string, std::string> tried;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& filled = outcomes[i].get();
    const auto& wanted = looked.wanted[i];
    if (!filled.document) {
      ++shared.result.left[filled.kind];
      if (!filled.note.empty()) tried[wanted.document.url] = filled.note;
      continue;
    }
    ++shared.result.filled;
    if (filled.document->filled == "rendered") ++shared.result.rendered;
    replaced.emplace(wanted.number, std::move(*filled.document));
  }
  const auto id = entry.id;
  co_await keep(shared, std::move(entry), std::move(replaced));
  if (!tried.empty()) shared.notes.add(id, std::move(tried));
  const auto after = co_await shared.pool.run([&] {
    retrieval::FillTable table;
    retrieval::add_claim(shared.store.open_claim(id), shared.run.fill.rules, table);
    return table;
  });
  merge(shared.result.after, after);
  ++shared.progress.claims;
  shared.tell();
  co_return true;
}

awaitable<bool> fill_all(Shared& shared) {
  std::vector<awaitable<bool>> work;
  if (shared.run.claims.empty()) {
    for (const auto& entry : shared.store.claims()) work.push_back(fill_claim(shared, entry));
  } else {
    for (const auto& id : shared.run.claims) {
      shared.store.folder_of(id);  // says so where there is none
      work.push_back(fill_claim(shared, *shared.store.find(id)));
    }
  }
  shared.progress.all_claims = work.size();
  auto outcomes = co_await io::when_all(std::move(work), shared.run.claims_together);
  for (auto& outcome : outcomes) outcome.get();
  co_return true;
}

}  // namespace

FillResult fill_store(const FillRun& run, tools::PageFiller& filler, io::Pool& pool,
                      boost::asio::io_context& loop) {
  retrieval::KnowledgeStore::open(run.store);  // says so where it is none, before it is locked
  std::unique_ptr<retrieval::ClaimWriter> writer;
  if (!run.dry) writer = std::make_unique<retrieval::ClaimWriter>(run.store);
  Shared shared{run,
                filler,
                pool,
                retrieval::KnowledgeStore::open(run.store),
                std::move(writer),
                retrieval::FillNotes(run.store / "filling.jsonl"),
                {},
                {},
                std::make_unique<std::mutex>()};
  io::run_to_end(loop, fill_all(shared));
  if (run.dry) shared.result.after = shared.result.before;
  return shared.result;
}

}  // namespace assay::cli
