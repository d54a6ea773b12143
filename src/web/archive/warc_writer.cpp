#include "web/archive/warc_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "io/sha256.h"
#include "web/archive/warc_reader.h"
#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::string_view identical =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw core::InputError("cannot write '" + io::shown(file) + "': " + why);
}

// An identity that follows from what it is of, so that the same is the same again (a UUID of
// version 8, RFC 9562).
std::string record_id(std::string_view of) {
  auto hash = io::sha256(of).substr(0, 32);
  hash[12] = '8';
  hash[16] = "89ab"[hash[16] % 4];
  return "<urn:uuid:" + hash.substr(0, 8) + "-" + hash.substr(8, 4) + "-" + hash.substr(12, 4) +
         "-" + hash.substr(16, 4) + "-" + hash.substr(20) + ">";
}

std::string one_value(std::string_view text) {
  std::string value(text);
  for (char& c : value)
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  return value;
}

// A word for the status line; some readers want one.
std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    default:
      return status < 400 ? "Success" : "Error";
  }
}

// The headers as they came, but that the body is kept with compression and chunks undone: what said
// otherwise gets another name, as web archives have it.
std::string response_head(const Exchange& exchange) {
  std::string head = "HTTP/1.1 " + std::to_string(exchange.status) + " " +
                     std::string(reason_of(exchange.status)) + "\r\n";
  for (const auto& header : exchange.headers) {
    const bool of_transfer = io::same_header(header.name, "Content-Encoding") ||
                             io::same_header(header.name, "Transfer-Encoding") ||
                             io::same_header(header.name, "Content-Length");
    head += of_transfer ? "X-Archive-Orig-" : "";
    head += one_value(header.name) + ": " + one_value(header.value) + "\r\n";
  }
  return head + "Content-Length: " + std::to_string(exchange.body.size()) + "\r\n\r\n";
}

std::string request_head(const Exchange& exchange) {
  auto host = origin_of(exchange.url);
  host.remove_prefix(std::min(host.find("//") + 2, host.size()));
  std::string head = "GET " + one_value(target_of(exchange.url)) +
                     " HTTP/1.1\r\nHost: " + one_value(host) + "\r\n";
  for (const auto& header : exchange.request)
    head += one_value(header.name) + ": " +
            (header.secret ? std::string("[hidden]") : one_value(header.value)) + "\r\n";
  return head + "\r\n";
}

}  // namespace

WarcWriter::WarcWriter(const std::filesystem::path& file, const std::string& software)
    : file_(file) {
  try {
    open(software);
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

WarcWriter::~WarcWriter() { ::close(descriptor_); }

void WarcWriter::open(const std::string& software) {
  if (file_.has_parent_path()) io::make_folder(file_.parent_path());
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) refuse(file_, std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) refuse(file_, "another run writes it now");
  recover();
  if (end_ > 0) return;
  const std::string about = "software: " + one_value(software) +
                            "\r\nformat: WARC File Format 1.1\r\nconformsTo: "
                            "http://iipc.github.io/warc-specifications/specifications/"
                            "warc-format/warc-1.1/\r\n";
  append({{"WARC-Type", "warcinfo"},
          {"WARC-Record-ID", record_id("warcinfo " + about)},
          {"WARC-Date", core::Timestamp{}.to_string()},
          {"WARC-Filename", one_value(file_.filename().string())},
          {"WARC-Block-Digest", warc_digest(about)},
          {"Content-Type", "application/warc-fields"}},
         about);
}

// Finds the end of the last whole record, and what is kept already.
void WarcWriter::recover() {
  WarcReader reader(file_);
  try {
    while (const auto record = reader.next()) {
      remember(*record);
      end_ = record->offset + record->length;
    }
  } catch (const BadWarc&) {  // a run that was killed as it wrote: the rest is cut off
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) refuse(file_, std::strerror(errno));
}

void WarcWriter::remember(const WarcRecord& record) {
  const std::string id(record.field("WARC-Record-ID"));
  records_[id] = {id, record.offset};
  if (record.type() == "response")
    payloads_.emplace(record.field("WARC-Payload-Digest"),
                      Kept{id, std::string(record.field("WARC-Target-URI")),
                           std::string(record.field("WARC-Date"))});
}

std::uint64_t WarcWriter::append(const std::vector<WarcField>& fields, std::string_view block) {
  const auto member = warc_member(fields, block);
  if (::lseek(descriptor_, static_cast<off_t>(end_), SEEK_SET) < 0)
    refuse(file_, std::strerror(errno));
  io::write_all(descriptor_, member, file_);
  return std::exchange(end_, end_ + member.size());
}

WarcPlace WarcWriter::add(const Exchange& exchange) {
  const std::lock_guard lock(mutex_);
  const auto url = one_value(exchange.url);
  const auto date = exchange.at.to_string();
  const auto payload = warc_digest(exchange.body);
  const auto id = record_id("response " + url + " " + date + " " + payload);
  if (const auto kept = records_.find(id); kept != records_.end()) return kept->second;
  std::vector<WarcField> fields{{"WARC-Type", "response"},
                                {"WARC-Record-ID", id},
                                {"WARC-Date", date},
                                {"WARC-Target-URI", url},
                                {"WARC-Payload-Digest", payload},
                                {"Content-Type", "application/http; msgtype=response"}};
  auto block = response_head(exchange);
  const auto earlier = payloads_.find(payload);
  const bool again = earlier != payloads_.end() && !exchange.body.empty();
  if (again) {
    fields[0].value = "revisit";
    fields.push_back({"WARC-Profile", std::string(identical)});
    fields.push_back({"WARC-Refers-To", earlier->second.record});
    fields.push_back({"WARC-Refers-To-Target-URI", earlier->second.url});
    fields.push_back({"WARC-Refers-To-Date", earlier->second.date});
  } else {
    block += exchange.body;
  }
  fields.push_back({"WARC-Block-Digest", warc_digest(block)});
  const WarcPlace place{id, append(fields, block)};
  if (!again) payloads_.emplace(payload, Kept{id, url, date});
  records_[id] = place;
  const auto request = request_head(exchange);
  append({{"WARC-Type", "request"},
          {"WARC-Record-ID", record_id("request " + url + " " + date + " " + payload)},
          {"WARC-Date", date},
          {"WARC-Target-URI", url},
          {"WARC-Concurrent-To", id},
          {"Content-Type", "application/http; msgtype=request"},
          {"WARC-Block-Digest", warc_digest(request)}},
         request);
  return place;
}

WarcPlace WarcWriter::add_resource(const std::string& url, core::Timestamp at,
                                   const std::string& media_type, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  const auto digest = warc_digest(bytes);
  const auto id = record_id("resource " + url + " " + at.to_string() + " " + digest);
  if (const auto kept = records_.find(id); kept != records_.end()) return kept->second;
  const WarcPlace place{id, append({{"WARC-Type", "resource"},
                                    {"WARC-Record-ID", id},
                                    {"WARC-Date", at.to_string()},
                                    {"WARC-Target-URI", one_value(url)},
                                    {"WARC-Payload-Digest", digest},
                                    {"WARC-Block-Digest", digest},
                                    {"Content-Type", one_value(media_type)}},
                                   bytes)};
  records_[id] = place;
  return place;
}

}  // namespace assay::web
