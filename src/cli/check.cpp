#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "cli/batch.h"
#include "cli/check_content.h"
#include "cli/check_desk.h"
#include "cli/check_evidence.h"
#include "cli/check_flags.h"
#include "cli/check_page.h"
#include "cli/checker.h"
#include "cli/claim_page.h"
#include "cli/claims_file.h"
#include "cli/command.h"
#include "cli/kept_run.h"
#include "cli/model_desk.h"
#include "cli/output.h"
#include "cli/post_file.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "cli/summary.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "language/lines.h"
#include "language/utf8.h"
#include "report/json_report.h"
#include "retrieval/documents/data_url.h"
#include "web/result_text.h"

namespace assay::cli {
namespace {

using core::InputError;
using core::Json;
using core::UsageError;
namespace fs = std::filesystem;

constexpr const char* example =
    "Examples:\n"
    "  assay check \"The Golden Gate Bridge opened in 1937.\" --corpus examples/archive\n"
    "  assay check \"The tower fell in 2020.\" --image post.jpg --corpus archive --date "
    "2020-05-01\n"
    "  assay check --batch examples/claims.jsonl --corpus examples/archive --out run --json\n"
    "  assay check --url https://example.org/post --claims 3\n\n"
    "A run continues where it stopped when the same command is given again.";

// The command line as it was given.
struct CheckArguments {
  std::string claim;
  std::string batch;
  std::string content;
  std::string replay;
  std::vector<std::string> images;
  std::string speaker;
  std::string date;
  std::string url;
  std::string post;
  std::optional<std::size_t> claims;  // of a page that are checked
  std::string out;
  bool json = false;
  std::string claim_id;  // in a knowledge store
  CheckFlags how;
  bool open_web = false;  // a service of the web can be asked
};

// Is --url a page to be fetched? Beside a post or a text that is given it only says where that was.
bool fetches_page(const CheckArguments& arguments) {
  return !arguments.url.empty() && arguments.post.empty() && arguments.batch.empty() &&
         arguments.content.empty() && arguments.replay.empty();
}

// Of a claim, a page or a text, whose evidence is one corpus.
std::shared_ptr<const retrieval::Corpus> open_one_corpus(const CheckArguments& arguments,
                                                         Progress& progress) {
  const auto evidence = open_corpus(arguments.how, progress);
  if (evidence.knowledge)
    throw UsageError("'" + io::shown(arguments.how.corpus.front()) +
                     "' has each claim's own evidence: name the claim with --claim-id, or check a "
                     "--batch whose ids are the store's");
  return evidence.corpus;
}

// The claim of the command line over what the post says; without a claim the post's text is it.
void set_claim(const CheckArguments& arguments, CheckTask& task) {
  auto& claim = task.claim;
  if (!arguments.post.empty()) {
    auto post = read_post(arguments.post);
    claim = std::move(post.claim);
    // Given by a path, the post's pictures lie beside it; those of the command line don't.
    const auto folder = fs::absolute(arguments.post).parent_path();
    for (const auto& file : post.images)
      task.image_files.push_back(retrieval::is_data_url(file) ? file : (folder / file).string());
  }
  task.image_files.insert(task.image_files.end(), arguments.images.begin(), arguments.images.end());
  claim.id = "claim";
  claim.text =
      core::MultimodalText(language::is_blank(arguments.claim) ? claim.post : arguments.claim);
  if (!arguments.speaker.empty()) claim.speaker = arguments.speaker;
  if (!arguments.url.empty()) claim.origin = arguments.url;
  if (!arguments.date.empty()) claim.date = date_of(arguments.date, "--date");
  if (language::is_blank(claim.text.plain()) && arguments.claim_id.empty())
    throw UsageError(
        "no claim; write it in quotes behind `assay check`, or name a file with --batch");
}

// Runs the check of one claim to its end.
core::Record run_check(const Checker& checker, CheckTask task, boost::asio::io_context& loop,
                       Progress& progress) {
  const auto watch = [&](std::string_view stage, std::string_view detail) {
    progress.stage("claim", stage, detail);
  };
  const auto say = [&](std::string_view line) { progress.message(line); };
  task.used = [&progress](const report::CallSum& sum) { progress.used(sum); };
  auto record = io::run_to_end(loop, checker.check(std::move(task), watch, say));
  progress.finish();
  return record;
}

void print_result(const CheckArguments& arguments, const core::Record& record,
                  const fs::path& folder) {
  const auto result = report::result_object(record, {folder / "record.jsonl", report_path(folder)});
  if (arguments.json)
    print(result.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  else
    print(check_summary(report::view(record), html_report_path(folder)));
  flush();
}

int check_single(const CheckArguments& arguments, const Checker& checker,
                 const tools::WebMeans* means, boost::asio::io_context& loop, Progress& progress) {
  if (arguments.how.corpus.empty() && !arguments.open_web && searches(arguments.how.settings))
    throw UsageError(nothing_to_search);
  CheckTask task;
  set_claim(arguments, task);
  checker.read_pictures(task);  // before what takes long: one that can't be used ends it all
  if (arguments.claim_id.empty())
    task.corpus = open_one_corpus(arguments, progress);
  else
    take_claim(*open_corpus(arguments.how, progress).knowledge, arguments.claim_id, task);
  if (language::is_blank(task.claim.text.plain()))
    throw UsageError(
        "the store does not know the claim's text (build it with --claims FILE): "
        "write it in quotes behind `assay check`");
  task.passages = checker.has_retrieval() && task.corpus != nullptr;
  const Json identity{{"claim", task.claim}, {"configuration", checker.configuration(task)}};
  task.folder = fs::absolute(arguments.out.empty()
                                 ? default_run_folder(task.claim.text.plain(), identity.dump())
                                 : fs::path(arguments.out));
  task.blobs = task.folder / "blobs";
  task.html = true;
  const auto folder = task.folder;
  if (arguments.out.empty()) progress.message("the run's folder is " + io::shown(folder));
  if (fetches_page(arguments)) {
    progress.stage("claim", "fetch", arguments.url);
    auto page = open_claim_page(arguments.url, false, folder, io::Blobs(task.blobs), *means, loop);
    take_context(page, task.claim);
    task.own = own_page(page, checker.lists());
    task.origin = std::move(page.origin);
  }
  print_result(arguments, run_check(checker, std::move(task), loop, progress), folder);
  return 0;
}

// Repeats an earlier check from what its folder keeps: no model is asked, nothing is searched, and
// the times are those of then.
int replay_command(const CheckArguments& arguments) {
  const fs::path run = fs::absolute(arguments.replay);
  auto progress = make_progress(STDERR_FILENO, ProgressMode::single, 1);
  const auto say = [&](std::string_view line) { progress->message(line); };
  const auto kept = open_run(run, say);
  CheckTask task;
  task.replayed = kept.record;
  task.claim = kept.record->claim();
  task.folder = fs::absolute(arguments.out.empty() ? run.string() + "-replay" : arguments.out);
  task.blobs = task.folder / "blobs";
  task.html = true;
  copy_blobs(kept.blobs, task.blobs);
  const auto settings = settings_of(Json::parse(kept.record->start()).at("configuration"));
  io::Pool pool;
  const io::SystemClock clock;
  const Checker checker(settings, program_path(), pool, clock,
                        [&](const std::string& spec) { return replayed_backbone(spec, settings); });
  boost::asio::io_context loop(1);
  const auto folder = task.folder;
  print_result(arguments, run_check(checker, std::move(task), loop, *progress), folder);
  return 0;
}

int check_batch(const CheckArguments& arguments, const Checker& checker,
                boost::asio::io_context& loop) {
  auto messages = make_progress(STDERR_FILENO, ProgressMode::quiet, 0);
  auto claims = read_claims(arguments.batch, arguments.how.skip_bad,
                            [&](std::string_view line) { messages->message(line); });
  bool own = false;
  for (const auto& claim : claims) own = own || claim.evidence.has_value();
  if (!own && arguments.how.corpus.empty() && !arguments.open_web &&
      searches(arguments.how.settings))
    throw UsageError(std::string(nothing_to_search) + ", or give each claim its `evidence`");
  BatchOptions options;
  options.base = fs::absolute(arguments.batch).parent_path();
  options.program = program_path();
  options.jobs = arguments.how.jobs;
  const auto evidence = open_corpus(arguments.how, *messages);
  options.corpus = evidence.corpus;
  options.knowledge = evidence.knowledge;
  options.passages = checker.has_retrieval();
  std::string identity;  // the same claims with other settings get another folder
  if (arguments.out.empty()) {
    identity = to_configuration(checker.settings()).dump() + evidence.fingerprint +
               checker.retrieval_configuration().dump();
    for (const auto& claim : claims) identity += Json(claim.claim).dump();
  }
  options.out =
      fs::absolute(arguments.out.empty()
                       ? default_run_folder(fs::path(arguments.batch).stem().string(), identity)
                       : fs::path(arguments.out));
  if (arguments.out.empty()) messages->message("the run's folder is " + io::shown(options.out));
  messages->finish();

  const auto total = claims.size();
  auto progress = make_progress(STDERR_FILENO, ProgressMode::batch, total);
  const auto sum = run_batch(checker, std::move(claims), options, loop, *progress);
  progress->finish();
  if (arguments.json)
    print(Json{{"claims", total},
               {"completed", sum.completed},
               {"failed", sum.failed},
               {"results", sum.results.string()}}
              .dump(-1, ' ', false, Json::error_handler_t::replace) +
          "\n");
  else
    print(batch_summary(sum));
  flush();
  return sum.failed == 0 ? 0 : 1;
}

void print_content(const CheckArguments& arguments, const ContentResult& result) {
  if (arguments.json)
    print(result.object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  else
    print(content_summary(result));
  flush();
}

// How the claims of a text or page are checked; its folder is named after `name` and stands for
// `subject`.
BatchOptions content_options(const CheckArguments& arguments, const Checker& checker,
                             std::string_view name, const std::string& subject,
                             Progress& progress) {
  if (arguments.how.corpus.empty() && !arguments.open_web && searches(arguments.how.settings))
    throw UsageError(nothing_to_search);
  BatchOptions options;
  options.program = program_path();
  options.jobs = arguments.how.jobs;
  options.html = true;
  options.corpus = open_one_corpus(arguments, progress);
  options.passages = checker.has_retrieval();
  const auto identity = to_configuration(checker.settings()).dump() +
                        (options.corpus ? options.corpus->fingerprint() : "") +
                        checker.retrieval_configuration().dump() + subject;
  options.out = fs::absolute(arguments.out.empty() ? default_run_folder(name, identity)
                                                   : fs::path(arguments.out));
  if (arguments.out.empty()) progress.message("the run's folder is " + io::shown(options.out));
  return options;
}

std::vector<std::string> absolute_pictures(const CheckArguments& arguments) {
  std::vector<std::string> files;
  for (const auto& image : arguments.images)
    files.push_back(retrieval::is_data_url(image) ? image : fs::absolute(image).string());
  return files;
}

int check_text(const CheckArguments& arguments, const Checker& checker,
               boost::asio::io_context& loop, const io::Clock& clock, Progress& progress) {
  ContentTask task;
  task.file = arguments.content;
  task.image_files = absolute_pictures(arguments);
  if (!arguments.date.empty()) task.date = date_of(arguments.date, "--date");
  task.author = arguments.speaker;
  task.url = arguments.url;
  task.batch = content_options(arguments, checker, task.file.stem().string(),
                               fs::absolute(task.file).string(), progress);
  const auto result = check_content(checker, std::move(task), loop, clock, progress);
  progress.finish();
  print_content(arguments, result);
  return 0;
}

// A page whose claims are checked.
int check_url(const CheckArguments& arguments, const Checker& checker, const tools::WebMeans& means,
              boost::asio::io_context& loop, const io::Clock& clock, Progress& progress) {
  PageTask task;
  task.url = arguments.url;
  task.image_files = absolute_pictures(arguments);
  if (!arguments.date.empty()) task.given.date = date_of(arguments.date, "--date");
  task.given.speaker = arguments.speaker;
  task.claims = arguments.claims.value_or(1);
  task.batch = content_options(arguments, checker, name_of_page(task.url), task.url, progress);
  const auto result = check_page(checker, std::move(task), means, loop, clock, progress);
  progress.finish();
  print_content(arguments, result);
  return 0;
}

void check_arguments(const CheckArguments& arguments) {
  const bool claim = !language::is_blank(arguments.claim) || !arguments.claim_id.empty();
  if (!arguments.claim_id.empty() && !names_knowledge(arguments.how.corpus))
    throw UsageError(
        "--claim-id goes with a knowledge store (--corpus STORE; `assay index build "
        "--from averitec-kb` makes one)");
  if (arguments.how.corpus.empty() && (arguments.how.passages || arguments.how.retrieval.any()))
    throw UsageError("passages are searched for in a corpus: name one with --corpus");
  const bool page = fetches_page(arguments);
  const int ways = (claim || page || !arguments.post.empty() ? 1 : 0) +
                   (arguments.batch.empty() ? 0 : 1) + (arguments.content.empty() ? 0 : 1) +
                   (arguments.replay.empty() ? 0 : 1);
  if (ways > 1) throw UsageError("give one of: a claim (or --post), --batch, --content, --replay");
  if (ways == 0)
    throw UsageError(
        "no claim; write it in quotes behind `assay check`, or name a file with --batch or a page "
        "with --url");
  if (page && web::result_url(arguments.url) != arguments.url)
    throw UsageError("--url is no http or https address: '" + io::shown(arguments.url) + "'");
  if (arguments.claims && (claim || !page))
    throw UsageError("--claims is of a page alone (--url without a claim)");
  if (!arguments.batch.empty() && !arguments.images.empty())
    throw UsageError("--image and --post are of a single claim; in a batch each claim has its own");
  if (!language::is_utf8(arguments.claim)) throw UsageError("the claim is not UTF-8");
}

int check_command(const CheckArguments& given) {
  check_arguments(given);
  if (!given.replay.empty()) return replay_command(given);
  const auto messages = make_progress(STDERR_FILENO, ProgressMode::quiet, 0);
  CheckDesk desk(given.how, {.fetches = fetches_page(given)}, *messages);
  auto arguments = given;
  arguments.how = desk.flags();
  arguments.open_web = desk.open_web();
  const auto& checker = desk.checker();
  if (!arguments.batch.empty()) return check_batch(arguments, checker, desk.loop());
  auto progress = make_progress(STDERR_FILENO, ProgressMode::single, 1);
  if (!arguments.content.empty())
    return check_text(arguments, checker, desk.loop(), desk.clock(), *progress);
  if (fetches_page(arguments) && language::is_blank(arguments.claim))
    return check_url(arguments, checker, *desk.means(), desk.loop(), desk.clock(), *progress);
  return check_single(arguments, checker, desk.means(), desk.loop(), *progress);
}

}  // namespace

void add_check(Commands& commands) {
  auto arguments = std::make_shared<CheckArguments>();
  auto* check = commands.app.add_subcommand("check", "check a claim, or a file of claims");
  check->add_option("claim", arguments->claim, "the claim, in quotes");
  check->add_option(
      "--batch", arguments->batch,
      "check many: JSON Lines of {id, claim, images, date, speaker, url, place, post, "
      "evidence}");
  check->add_option("--claim-id", arguments->claim_id,
                    "the claim of the knowledge store that is checked, or whose evidence is used");
  check->add_option("--image", arguments->images,
                    "a picture of the claim (JPEG, PNG, WebP, GIF, HEIC, AVIF, BMP, TIFF); may be "
                    "given several times");
  check->add_option("--post", arguments->post,
                    "the post that carried the claim: a JSON file of {text, images, date, url, "
                    "author, place}; without a claim its text is the claim");
  check->add_option("--content", arguments->content,
                    "a text file whose claims are taken out and checked");
  check->add_option("--replay", arguments->replay,
                    "repeat the check in this folder offline from what it keeps, and show that it "
                    "gives the same (default --out: the folder's name and -replay)");
  check->add_option("--date", arguments->date, "when the claim was made (YYYY-MM-DD)");
  check->add_option("--speaker", arguments->speaker, "who made it");
  check->add_option("--url", arguments->url,
                    "the page, post or picture that it is from: it is fetched and kept, and its "
                    "author, date, text and pictures go with the claim; without a claim its own "
                    "claims are taken out and checked (beside --post and --content: only the "
                    "address of that)");
  check
      ->add_option("--claims", arguments->claims,
                   "claims of the page that are checked (default: 1, the main one)")
      ->check(CLI::Range(1, 10));
  check->add_option("--before", arguments->how.before,
                    "leave out sources published on that day or later (default: the claim's date)");
  check
      ->add_option(
          "--labels", arguments->how.settings.labels,
          "label space: default, averitec, mocheg, verite, cr2024plus, cr2024plus-three, rwpost, "
          "rwpost-challenge, newsclippings")
      ->capture_default_str();
  check->add_flag("--web", arguments->how.web.web, "search the open web beside the corpus");
  check->add_flag("--no-leaks", arguments->how.settings.no_leaks,
                  "benchmark mode: leave out sources that give the answer away (fact-checks, sites "
                  "that forbid programs; see `assay sources check`), and ask no service for "
                  "fact-checks, as is done else where GOOGLE_API_KEY is set");
  add_check_flags(*check, arguments->how);
  check->add_option("--out", arguments->out,
                    "the run's folder (default: one under assay-runs/, which is printed)");
  check->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  check->footer(example);
  check->callback(
      [arguments, &commands] { commands.run = [arguments] { return check_command(*arguments); }; });
}

}  // namespace assay::cli
