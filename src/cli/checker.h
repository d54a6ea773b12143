#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/label_space.h"
#include "assay/core/record.h"
#include "cli/run_folder.h"
#include "cli/settings.h"
#include "cli/store_retrieval.h"
#include "io/clock.h"
#include "io/pool.h"
#include "io/record_file.h"
#include "procedures/procedure.h"
#include "reasoning/session.h"
#include "reasoning/site_opinions.h"
#include "reasoning/stage_set.h"
#include "report/calls.h"
#include "retrieval/corpus.h"
#include "tools/corpus_source.h"
#include "tools/own_page.h"
#include "tools/tool.h"
#include "tools/toolbox.h"
#include "tools/web/means.h"
#include "vision/picture_readers.h"

namespace assay::cli {

// A claim with what it is checked against and where its record goes.
struct CheckTask {
  core::Claim claim;
  std::vector<std::string> image_files;      // of the claim, as read_claim_pictures() has them
  std::filesystem::path image_base;          // what their paths are relative to
  std::vector<tools::KeptPicture> pictures;  // of the claim, once they were read
  // The page that the claim is from, where it was fetched; and it as no tool may bring it (null:
  // only the claim's `origin` is known).
  std::optional<core::Origin> origin;
  std::shared_ptr<const tools::OwnPage> own;
  std::shared_ptr<const retrieval::Corpus> corpus;
  bool passages = false;         // it is searched by its passages (StoreRetrieval)
  std::filesystem::path folder;  // of its record and report
  std::filesystem::path blobs;
  bool html = false;  // also as a page
  // The record of an earlier run, which is repeated from it offline; null where this is none.
  std::shared_ptr<const core::Record> replayed;
  // Told, as each stage begins, what models were called for so far; may be empty.
  std::function<void(const report::CallSum&)> used;
};

// Runs checks. One event loop drives any number of them at a time.
class Checker {
 public:
  using Backbones = std::function<reasoning::Backbone(const std::string& spec)>;

  // `program` is the assay program itself, whose workers decode pictures; `backbones` gives the
  // model of a spec; `web` searches the open web, null: nothing does; `opinions`: what
  // models said of sites before, may be null; `retrieval`: how corpora are searched by their
  // passages, null: none is. Throws UsageError for settings that do not go together.
  Checker(CheckSettings settings, std::filesystem::path program, io::Pool& pool,
          const io::Clock& clock, const Backbones& backbones,
          std::shared_ptr<const tools::WebMeans> web = nullptr,
          std::shared_ptr<reasoning::SiteOpinions> opinions = nullptr,
          std::shared_ptr<const StoreRetrieval> retrieval = nullptr);

  // Reads the claim's pictures where that was not done, checks the claim, or finishes or finds
  // again a check that its folder holds, and writes its report.
  boost::asio::awaitable<core::Record> check(CheckTask task, procedures::Watch watch,
                                             io::Say say) const;

  // Reads the task's pictures into its claim. Blocks. Throws InputError where one can't be used.
  void read_pictures(CheckTask& task) const;

  io::Pool& pool() const { return pool_; }
  bool has_web() const { return web_ != nullptr; }
  bool has_retrieval() const { return retrieval_ != nullptr; }

  // What a person should know before the check; mostly empty.
  const std::string& note() const { return stages_.note; }
  const CheckSettings& settings() const { return settings_; }
  const reasoning::StageSet& stages() const { return stages_; }
  const std::shared_ptr<const web::SiteLists>& lists() const { return lists_; }
  // How corpora are searched by their passages; null where none is.
  core::Json retrieval_configuration() const;
  // What a run's identity consists of beside the claim.
  core::Json configuration(const CheckTask& task) const;

 private:
  tools::Toolbox toolbox(const CheckTask& task) const;
  tools::Toolbox given_toolbox(const CheckTask& task,
                               const tools::CorpusSearchOptions& search) const;
  bool searches_web(const CheckTask& task) const;
  void add_web_tools(const CheckTask& task,
                     std::vector<std::shared_ptr<const tools::Tool>>& all) const;
  std::unique_ptr<procedures::Procedure> procedure(const tools::Toolbox& toolbox,
                                                   procedures::Watch watch) const;
  void write_reports(const CheckTask& task, const core::Record& record) const;

  CheckSettings settings_;
  core::LabelSpace labels_;
  std::filesystem::path program_;
  io::Pool& pool_;
  const io::Clock& clock_;
  reasoning::StageSet stages_;
  std::shared_ptr<vision::PictureReaders> readers_;
  std::shared_ptr<const tools::WebMeans> web_;
  std::shared_ptr<const StoreRetrieval> retrieval_;
  std::shared_ptr<const web::SiteLists> lists_;  // those of Assay, to tell copies of a page
};

}  // namespace assay::cli
