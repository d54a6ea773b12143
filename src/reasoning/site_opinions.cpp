#include "reasoning/site_opinions.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/files.h"
#include "io/sha256.h"
#include "io/sqlite.h"

namespace assay::reasoning {
namespace {

using namespace std::chrono_literals;
using io::Sqlite;
using io::SqliteError;
using io::SqliteStatement;

constexpr std::int64_t day = 86'400'000;  // milliseconds

std::string key_of(const StageIdentity& who, const std::string& site) {
  io::Sha256 hash;
  for (const auto* part : {&who.stage, &who.version, &who.model, &who.prompt, &site})
    hash.add_field(*part);
  return hash.hex();
}

// The rows are few and short: what one check writes waits for no thread of its own.
struct Table {
  explicit Table(const std::filesystem::path& file)
      : database(file, 500ms),
        made(make(database)),
        get(database, "SELECT opinion, at FROM sites WHERE key=?1 AND at>=?2"),
        put(database, "INSERT OR REPLACE INTO sites(key, at, opinion) VALUES(?1, ?2, ?3)"),
        drop_old(database, "DELETE FROM sites WHERE at<?1"),
        drop_most(database,
                  "DELETE FROM sites WHERE key IN "
                  "(SELECT key FROM sites ORDER BY at DESC, key LIMIT -1 OFFSET ?1)") {}

  static bool make(Sqlite& database) {
    database.run(
        "CREATE TABLE IF NOT EXISTS sites(key TEXT PRIMARY KEY, at INTEGER NOT NULL, "
        "opinion TEXT NOT NULL) WITHOUT ROWID");
    return true;
  }

  Sqlite database;
  bool made;
  SqliteStatement get;
  SqliteStatement put;
  SqliteStatement drop_old;
  SqliteStatement drop_most;
};

}  // namespace

struct SiteOpinions::Impl {
  const io::Clock& clock;
  Say say;
  std::size_t most = 0;
  int days = 0;
  std::unique_ptr<Table> table;  // null: nothing is kept

  std::int64_t oldest() const { return clock.now().milliseconds - days * day; }
  void give_up(const char* why) {
    table.reset();
    if (say) say(std::string("going on without the cache of sites: ") + why);
  }
  std::optional<core::SiteOpinion> find(const std::string& key);
};

SiteOpinions::SiteOpinions(std::filesystem::path file, const io::Clock& clock, Say say,
                           std::size_t most, int days)
    : impl_(new Impl{clock, std::move(say), most, days, nullptr}) {
  if (file.empty()) return;
  try {
    if (file.has_parent_path()) io::make_folder(file.parent_path());
    impl_->table = std::make_unique<Table>(file);
    impl_->table->drop_old.bind(1, impl_->oldest()).step();
    impl_->table->drop_old.reset();
  } catch (const std::exception& error) {
    impl_->give_up(error.what());
  }
}

SiteOpinions::~SiteOpinions() = default;

std::optional<core::SiteOpinion> SiteOpinions::Impl::find(const std::string& key) {
  auto& get = table->get;
  std::optional<core::SiteOpinion> opinion;
  if (get.bind(1, key).bind(2, oldest()).step()) {
    const auto json = core::Json::parse(get.text(0), nullptr, false);
    const std::string at(get.text(1));
    if (json.is_object()) {
      opinion = json.get<core::SiteOpinion>();
      opinion->judged = core::Date::parse(core::Timestamp{std::stoll(at)}.to_string());
    }
  }
  get.reset();
  return opinion;
}

std::optional<core::SiteOpinion> SiteOpinions::find(const StageIdentity& who,
                                                    const std::string& site) {
  if (!impl_->table) return std::nullopt;
  try {
    return impl_->find(key_of(who, site));
  } catch (const std::exception& error) {  // whatever stands in the file
    impl_->give_up(error.what());
    return std::nullopt;
  }
}

void SiteOpinions::store(const StageIdentity& who, const core::SiteOpinion& opinion) {
  if (!impl_->table) return;
  const auto key = key_of(who, opinion.site);
  const auto text = core::Json(opinion).dump(-1, ' ', false, core::Json::error_handler_t::replace);
  try {
    auto& table = *impl_->table;
    table.put.bind(1, key).bind(2, impl_->clock.now().milliseconds).bind(3, text).step();
    table.put.reset();
    table.drop_most.bind(1, static_cast<std::int64_t>(impl_->most)).step();
    table.drop_most.reset();
  } catch (const SqliteError& error) {
    impl_->give_up(error.what());
  }
}

std::filesystem::path default_site_opinions() {
  const auto folder = io::user_cache();
  return folder.empty() ? folder : folder / "sites.sqlite";
}

namespace {

class CachedSites : public Stage<SiteInput, core::SiteOpinion> {
 public:
  CachedSites(std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> stage,
              std::shared_ptr<SiteOpinions> cache)
      : stage_(std::move(stage)), cache_(std::move(cache)) {}

  StageIdentity identity() const override { return stage_->identity(); }

  boost::asio::awaitable<core::SiteOpinion> run(SiteInput input, Session& session) const override {
    if (auto known = cache_->find(identity(), input.site)) co_return std::move(*known);
    core::SiteOpinion opinion = co_await stage_->run(std::move(input), session);
    if (opinion.answered) cache_->store(identity(), opinion);
    co_return opinion;
  }

 private:
  std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> stage_;
  std::shared_ptr<SiteOpinions> cache_;
};

}  // namespace

std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> cached_site_stage(
    std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> stage,
    std::shared_ptr<SiteOpinions> cache) {
  return std::make_shared<CachedSites>(std::move(stage), std::move(cache));
}

}  // namespace assay::reasoning
