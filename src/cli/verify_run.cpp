#include "cli/verify_run.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "cli/checker.h"
#include "cli/run_folder.h"
#include "io/blobs.h"
#include "io/files.h"
#include "io/sha256.h"
#include "tools/passage_search.h"
#include "web/archive/warc_reader.h"
#include "web/fetch/content_type.h"
#include "web/reader.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::Json;
using core::Source;

std::string name_of(const Source& source) {
  return source.url.empty() ? source.document : source.url;
}

// `article/1` is made of HTML, and so on; nothing where the text came as it is.
std::optional<web::MediaType> type_of(const std::string& extractor) {
  const auto kind = extractor.substr(0, extractor.find('/'));
  return kind == "article" ? web::MediaType::html : web::media_type_from_string(kind);
}

// The extractor, and whether the text is passages of what it made.
std::pair<std::string, bool> parts_of(const std::string& extractor) {
  if (!extractor.ends_with(tools::passages_mark)) return {extractor, false};
  return {extractor.substr(0, extractor.size() - tools::passages_mark.size()), true};
}

// The answers that a WARC file holds, and what of it does not hold.
class Archive {
 public:
  explicit Archive(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return;
    try {
      web::WarcReader reader(file);
      while (const auto record = reader.next()) take(*record);
    } catch (const web::BadWarc& error) {
      problems_.push_back(io::shown(file) + ": " + error.what());
    }
  }

  struct Answer {
    std::string payload_sha256;
    std::string charset;
    std::uint64_t offset = 0;
  };
  const Answer* find(const std::string& id) const {
    const auto found = answers_.find(id);
    return found == answers_.end() ? nullptr : &found->second;
  }
  std::size_t count() const { return count_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void take(const web::WarcRecord& record) {
    ++count_;
    const std::string id(record.field("WARC-Record-ID"));
    const auto wrong = [&](const std::string& what) {
      problems_.push_back("archive record " + id + " (" +
                          std::string(record.field("WARC-Target-URI")) + "): " + what);
    };
    const auto block = record.field("WARC-Block-Digest");
    if (!block.empty() && block != web::warc_digest(record.block))
      wrong("its bytes are not those of its digest");
    const auto payload = record.field("WARC-Payload-Digest");
    if (record.type() == "resource") {
      put(id, record, io::sha256(record.block), record.field("Content-Type"));
    } else if (record.type() == "response") {
      if (payload != web::warc_digest(record.payload()))
        wrong("its payload is not that of its digest");
      put(id, record, io::sha256(record.payload()), record.http_field("Content-Type"));
    } else if (record.type() == "revisit") {
      const auto* first = find(std::string(record.field("WARC-Refers-To")));
      if (first == nullptr)
        wrong("what it refers to is not there");
      else
        put(id, record, std::string(first->payload_sha256), record.http_field("Content-Type"));
    }
  }

  void put(const std::string& id, const web::WarcRecord& record, std::string sha256,
           std::string_view content_type) {
    Answer answer;
    answer.payload_sha256 = std::move(sha256);
    answer.offset = record.offset;
    answer.charset = web::content_type_of(content_type).charset;
    answers_[id] = std::move(answer);
  }

  std::map<std::string, Answer> answers_;
  std::vector<std::string> problems_;
  std::size_t count_ = 0;
};

class Verifier {
 public:
  Verifier(const fs::path& folder, const fs::path& program, const io::Say& say)
      : record_(io::load_record(folder / "record.jsonl", say)),
        blobs_(blobs_of(folder)),
        archive_(archive_path(folder)),
        reader_(program) {}

  Verified run() {
    verified_.archived = archive_.count();
    verified_.problems = archive_.problems();
    for (const auto& result : record_.tool_results())
      for (const auto& source : result.sources) check(source);
    for (const auto& repeat : record_.repeats()) check(repeat.source);
    for (const auto& item : record_.evidence()) check_same_source(item);
    for (const auto& entry : record_.entries()) {
      const auto value = Json::parse(entry.value);
      check_quotations(value, whose_of(entry, value));
    }
    for (const auto& image : record_.claim().images) check(image, "the claim");
    if (record_.origin()) check(*record_.origin());
    return std::move(verified_);
  }

 private:
  void wrong(const std::string& what, const std::string& why) {
    verified_.problems.push_back(what + ": " + why);
  }

  // The blob, where its bytes are those that its name promises.
  std::optional<std::string> blob(const std::string& sha256, const std::string& whose,
                                  const char* what) {
    if (sha256 == last_sha256_) return last_blob_;  // quotations of one text follow each other
    try {
      last_blob_ = blobs_.read(sha256);
      last_sha256_ = sha256;
      return last_blob_;
    } catch (const core::InputError& error) {
      wrong(whose, std::string(what) + ": " + error.what());
      return std::nullopt;
    }
  }

  void check(const core::Image& image, const std::string& whose) {
    if (image.sha256.empty() || !seen_.insert("picture " + image.sha256).second) return;
    ++verified_.pictures;
    blob(image.sha256, whose, "a picture");
  }

  void check(const Source& source) {
    for (const auto& image : source.images) check(image, name_of(source));
    if (!seen_.insert(source.text_blob + source.bytes_blob + source.archive_record).second) return;
    ++verified_.sources;
    const auto text = blob(source.text_blob, name_of(source), "its kept text");
    const auto bytes = source.bytes_blob == source.text_blob
                           ? text
                           : blob(source.bytes_blob, name_of(source), "its kept bytes");
    const auto* answer = check_archive(source);
    if (text && bytes) extract_again(source, *text, *bytes, answer);
  }

  // The page that the claim is from; one of a picture has no text.
  void check(const core::Origin& origin) {
    if (!origin.title_blob.empty()) blob(origin.title_blob, origin.asked, "its kept title");
    if (!origin.source.text_blob.empty()) return check(origin.source);
    for (const auto& image : origin.source.images) check(image, origin.asked);
  }

  const Archive::Answer* check_archive(const Source& source) {
    if (source.archive_record.empty()) return nullptr;
    const auto* answer = archive_.find(source.archive_record);
    if (answer == nullptr)
      wrong(name_of(source), "its answer " + source.archive_record + " is not in the archive");
    else if (answer->offset != source.archive_offset)
      wrong(name_of(source), "its answer is at another place of the archive");
    else if (answer->payload_sha256 != source.bytes_blob)
      wrong(name_of(source), "the archive holds other bytes than were read");
    return answer;
  }

  void extract_again(const Source& source, const std::string& text, const std::string& bytes,
                     const Archive::Answer* answer) {
    if (source.bytes_blob == source.text_blob && source.archive_record.empty()) return;
    const auto type = type_of(source.extractor);
    if (!type) return check_line(source, text, bytes);
    const auto [extractor, passages] = parts_of(source.extractor);
    // Documents of a folder were read without an address.
    web::ArticleHints hints;
    if (answer != nullptr) hints = {source.url, answer->charset};
    try {
      const auto article = reader_.read(*type, bytes, hints);
      ++verified_.extracted;
      if (article.extractor != extractor)
        wrong(name_of(source),
              "its text was made by " + extractor + ", and this program has " + article.extractor);
      else if (passages ? !tools::is_excerpt(text, article.text) : article.text != text)
        wrong(name_of(source), source.extractor + " makes another text of the kept bytes");
    } catch (const web::Unreadable& error) {
      wrong(name_of(source), std::string("its kept bytes can't be read: ") + error.what());
    }
  }

  // Of a JSON Lines file the line is kept, and the text stands in it.
  void check_line(const Source& source, const std::string& text, const std::string& bytes) {
    if (parts_of(source.extractor).second) {
      ++verified_.extracted;
      if (!tools::is_excerpt(text, bytes))
        wrong(name_of(source), "its text does not stand in its kept bytes");
      return;
    }
    const auto json = Json::parse(bytes, nullptr, false);
    if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) return;
    ++verified_.extracted;
    if (json["text"].get<std::string>() != text)
      wrong(name_of(source), "its kept line holds another text");
  }

  // Every quotation that a value holds, in whatever stage's words it stands.
  void check_quotations(const Json& value, const std::string& whose) {
    if (value.is_object() && value.contains("blob") && value.contains("begin") &&
        value.contains("end") && value.contains("text"))
      return check(value.get<core::Quotation>(), whose);
    if (!value.is_structured()) return;
    for (const auto& part : value) check_quotations(part, whose);
  }

  void check(const core::Quotation& quotation, const std::string& whose) {
    ++verified_.quotations;
    const auto text = blob(quotation.blob, whose, "what it quotes");
    if (!text) return;
    const bool inside = quotation.begin <= quotation.end && quotation.end <= text->size();
    if (!inside ||
        text->compare(quotation.begin, quotation.end - quotation.begin, quotation.text) != 0)
      wrong(whose, "\"" + quotation.text.substr(0, 80) + "\" does not stand at bytes " +
                       std::to_string(quotation.begin) + " to " + std::to_string(quotation.end) +
                       " of what it quotes");
  }

  static std::string whose_of(const core::Entry& entry, const Json& value) {
    if (value.contains("id") && value["id"].is_string()) return value["id"].get<std::string>();
    std::string whose(core::to_string(entry.type));
    if (entry.step) whose += " of turn " + std::to_string(entry.step->turn);
    return whose;
  }

  // An item of evidence has its source as the search brought it.
  void check_same_source(const core::Evidence& item) {
    for (const auto& result : record_.tool_results())
      for (const auto& source : result.sources)
        if (source.text_blob == item.source.text_blob && name_of(source) == name_of(item.source))
          return;
    wrong(item.id, "no search of the record brought its source " + name_of(item.source));
  }

  const core::Record record_;
  const io::Blobs blobs_;
  const Archive archive_;
  web::Reader reader_;
  std::set<std::string> seen_;
  std::string last_sha256_;
  std::string last_blob_;
  Verified verified_;
};

}  // namespace

void Verified::add(const Verified& other) {
  sources += other.sources;
  extracted += other.extracted;
  quotations += other.quotations;
  pictures += other.pictures;
  archived += other.archived;
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
}

Verified verify_run(const fs::path& folder, const fs::path& program, const io::Say& say) {
  return Verifier(folder, program, say).run();
}

}  // namespace assay::cli
