#include "html_tree.h"

namespace assay::report::test {
namespace {

std::string taken(xmlChar* text) {
  const std::string copy = text ? reinterpret_cast<const char*>(text) : "";
  xmlFree(text);
  return copy;
}

void collect(xmlNode* node, std::vector<HtmlElement>& elements) {
  for (; node; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    HtmlElement element;
    element.name = reinterpret_cast<const char*>(node->name);
    for (auto* attribute = node->properties; attribute; attribute = attribute->next)
      element.attributes[reinterpret_cast<const char*>(attribute->name)] =
          taken(xmlNodeListGetString(node->doc, attribute->children, 1));
    element.text = taken(xmlNodeGetContent(node));
    elements.push_back(std::move(element));
    collect(node->children, elements);
  }
}

}  // namespace

std::vector<HtmlElement> parse_html(const std::string& page) {
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      htmlReadMemory(page.data(), static_cast<int>(page.size()), nullptr, "UTF-8",
                     HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET),
      xmlFreeDoc);
  std::vector<HtmlElement> elements;
  if (document) collect(xmlDocGetRootElement(document.get()), elements);
  return elements;
}

}  // namespace assay::report::test
