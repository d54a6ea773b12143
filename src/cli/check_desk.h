#pragma once
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/check_flags.h"
#include "cli/checker.h"
#include "cli/model_desk.h"
#include "cli/progress.h"
#include "cli/web_desk.h"
#include "io/clock.h"
#include "io/pool.h"

namespace assay::cli {

// What keeps a check from anything to search.
extern const char* const nothing_to_search;

// Everything that runs of checks need, made from flags and configuration: the event loop, the
// pool, the models, the web, and the checker over them.
class CheckDesk {
 public:
  // Is the open web needed beyond what the flags say?
  struct Needs {
    bool web = false;      // the web is searched, whatever corpus there is
    bool no_web = false;   // it is not, whatever else is said
    bool fetches = false;  // a page is fetched
  };
  // `messages` outlives the desk. Throws UsageError and InputError for what can't be used.
  CheckDesk(CheckFlags flags, Needs needs, Progress& messages);

  const CheckFlags& flags() const { return flags_; }
  const CheckSettings& settings() const { return flags_.settings; }
  const Config& config() const { return config_; }
  // Can a service of the web be asked?
  bool open_web() const { return web_ && web_->can_search(); }
  // Null where nothing of the web was needed.
  const tools::WebMeans* means() const { return web_ ? web_->means().get() : nullptr; }
  const Checker& checker() const { return *checker_; }
  // Another over the same models, pages and limits. Throws like the first.
  std::unique_ptr<Checker> make_checker(CheckSettings settings);
  ModelDesk& models() { return *models_; }
  boost::asio::io_context& loop() { return loop_; }
  io::Pool& pool() { return pool_; }
  const io::Clock& clock() const { return clock_; }

 private:
  std::shared_ptr<reasoning::SiteOpinions> site_opinions() const;
  std::shared_ptr<const StoreRetrieval> store_retrieval();

  Progress& messages_;
  CheckFlags flags_;
  Config config_;
  io::SystemClock clock_;
  io::Pool pool_;
  boost::asio::io_context loop_{1};
  std::optional<ModelDesk> models_;
  std::optional<WebDesk> web_;
  std::shared_ptr<reasoning::SiteOpinions> opinions_;
  std::shared_ptr<const StoreRetrieval> retrieval_;
  std::unique_ptr<Checker> checker_;
};

}  // namespace assay::cli
