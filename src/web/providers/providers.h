#pragma once
#include <memory>

#include "web/providers/service.h"
#include "web/search_provider.h"

// One file each. An empty base address of the service has been replaced by the provider's own.
namespace assay::web {

std::unique_ptr<SearchProvider> serper(ServicePtr service);
std::unique_ptr<SearchProvider> brave(ServicePtr service);
// `engine`: the ID of the Programmable Search Engine that is asked.
std::unique_ptr<SearchProvider> google(ServicePtr service, std::string engine);
std::unique_ptr<SearchProvider> searxng(ServicePtr service);
// Where the service's address is empty, the edition of the query's language is asked.
std::unique_ptr<SearchProvider> wikipedia(ServicePtr service);

std::unique_ptr<ReverseSearchProvider> serper_lens(ServicePtr service);
std::unique_ptr<ReverseSearchProvider> google_vision(ServicePtr service);

std::unique_ptr<FactCheckProvider> google_factcheck(ServicePtr service);

}  // namespace assay::web
