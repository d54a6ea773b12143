#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>

#include "web/providers/service.h"
#include "web/search_provider.h"

namespace assay::web {

// Makes an answer of what services say of a picture's copies: texts cleaned, each page once with
// the best kind of match, what its address dates too late left out.
class PictureCopies {
 public:
  explicit PictureCopies(const PictureQuery& query);

  // Takes it where page or picture has a usable address.
  void add(PictureCopy raw);
  void add_label(const std::string& text);
  PictureAnswer take(const Service& service, int requests, double units);

 private:
  PictureQuery query_;
  std::unordered_set<std::string> keys_;
  PictureAnswer answer_;
};

// What makes a service a ReverseSearchProvider.
using SearchCopies =
    std::function<boost::asio::awaitable<PictureAnswer>(ServicePtr service, PictureQuery query)>;
std::unique_ptr<ReverseSearchProvider> reverse_provider(ServicePtr service, bool takes_bytes,
                                                        SearchCopies search);

}  // namespace assay::web
