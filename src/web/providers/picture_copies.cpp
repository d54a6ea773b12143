#include "web/providers/picture_copies.h"

#include <algorithm>

#include "web/page_dates.h"
#include "web/providers/collector.h"
#include "web/providers/paging.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

constexpr std::size_t most_excluded = 200;
constexpr std::size_t most_labels = 20;

PictureQuery without_bytes(const PictureQuery& query) {
  PictureQuery rest;
  rest.before = query.before;
  rest.results = bounded_results(query.results);
  return rest;
}

class ReverseProvider : public ReverseSearchProvider {
 public:
  ReverseProvider(ServicePtr service, bool takes_bytes, SearchCopies search)
      : service_(std::move(service)), takes_bytes_(takes_bytes), search_(std::move(search)) {}
  const std::string& name() const override { return service_->id; }
  bool takes_bytes() const override { return takes_bytes_; }
  std::string options() const override { return service_options(*service_); }
  boost::asio::awaitable<PictureAnswer> search(PictureQuery query) const override {
    return search_(service_, std::move(query));
  }

 private:
  ServicePtr service_;
  bool takes_bytes_;
  SearchCopies search_;
};

}  // namespace

std::unique_ptr<ReverseSearchProvider> reverse_provider(ServicePtr service, bool takes_bytes,
                                                        SearchCopies search) {
  return std::make_unique<ReverseProvider>(std::move(service), takes_bytes, std::move(search));
}

PictureCopies::PictureCopies(const PictureQuery& query) : query_(without_bytes(query)) {}

void PictureCopies::add(PictureCopy raw) {
  PictureCopy copy;
  copy.page = result_url(raw.page);
  copy.image = result_url(raw.image);
  const auto& address = copy.page.empty() ? copy.image : copy.page;
  if (address.empty() || !keys_.insert(same_page_key(address)).second) return;
  // That of a page's picture is then no news of its own.
  if (!copy.image.empty()) keys_.insert(same_page_key(copy.image));
  copy.title = title_text(raw.title);
  copy.publisher = publisher_text(raw.publisher, address);
  copy.kind = raw.kind;
  copy.published = date_in_url(address);
  if (auto reason = too_late(copy.published, query_.before); !reason.empty()) {
    if (answer_.excluded.size() < most_excluded)
      answer_.excluded.push_back({std::move(copy), std::move(reason)});
  } else if (answer_.copies.size() < query_.results) {
    answer_.copies.push_back(std::move(copy));
  }
}

void PictureCopies::add_label(const std::string& text) {
  auto label = title_text(text);
  if (label.empty() || answer_.labels.size() >= most_labels) return;
  if (std::ranges::find(answer_.labels, label) == answer_.labels.end())
    answer_.labels.push_back(std::move(label));
}

PictureAnswer PictureCopies::take(const Service& service, int requests, double units) {
  count(service, requests, units, answer_.effort);
  return std::move(answer_);
}

}  // namespace assay::web
