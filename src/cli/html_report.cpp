#include "cli/html_report.h"

#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "io/sha256.h"
#include "report/kept_text.h"
#include "report/view.h"
#include "vision/encode.h"
#include "vision/picture_reader.h"

namespace assay::cli {
namespace {

// Makes thumbnails, each once for a size: the picture of a claim stands beside every match of it.
class Thumbnails {
 public:
  Thumbnails(std::vector<std::filesystem::path> folders, std::filesystem::path program)
      : kept_(report::kept_texts(std::move(folders))), reader_(std::move(program)) {}

  const report::ReportPicture& get(std::string_view sha256, const report::PictureSize& size) {
    const Key key{std::string(sha256), size.max_side, size.most_bytes};
    const auto it = made_.find(key);
    return it != made_.end() ? it->second : made_.emplace(key, make(sha256, size)).first->second;
  }

 private:
  using Key = std::tuple<std::string, int, std::size_t>;

  report::ReportPicture make(std::string_view sha256, const report::PictureSize& size) {
    report::ReportPicture result;
    const auto bytes = kept_(sha256);
    if (!bytes || io::sha256(*bytes) != sha256) {
      result.problem =
          bytes ? "its kept bytes are not those that were recorded" : "its bytes are not kept here";
      return result;
    }
    try {
      const auto decoded = reader_.read(*bytes, size.max_side);
      const auto jpeg = vision::encode_thumbnail(decoded.picture, size.max_side, size.most_bytes);
      if (jpeg.size() > size.most_bytes) {
        result.problem = "it can't be made small enough";
        return result;
      }
      // The page scales it to its place: what counts is the shape.
      result = {jpeg, decoded.picture.width, decoded.picture.height, ""};
    } catch (const std::exception& error) {
      result.problem = error.what();
    }
    return result;
  }

  report::KeptText kept_;
  vision::PictureReader reader_;
  std::map<Key, report::ReportPicture> made_;
};

}  // namespace

report::HtmlOptions html_options(std::vector<std::filesystem::path> folders,
                                 std::filesystem::path program) {
  const auto thumbnails = std::make_shared<Thumbnails>(std::move(folders), std::move(program));
  report::HtmlOptions options;
  options.picture = [thumbnails](std::string_view sha256, const report::PictureSize& size) {
    return thumbnails->get(sha256, size);
  };
  return options;
}

std::string html_report(const core::Record& record,
                        const std::vector<std::filesystem::path>& folders,
                        const std::filesystem::path& program) {
  report::ReportOptions options;
  options.kept_text = report::kept_texts(folders);
  return report::html(report::view(record, options), html_options(folders, program));
}

}  // namespace assay::cli
