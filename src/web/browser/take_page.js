// The page as it stands, as HTML in which what nobody sees is marked by the attribute `hidden`. Runs in a
// world of its own, where the page can have changed nothing; elements are asked through the prototypes,
// since a form's own fields can stand for its properties.
(longest) => {
  const get = Element.prototype.getAttribute;
  const set = Element.prototype.setAttribute;
  const remove = Element.prototype.removeAttribute;
  const tag = Object.getOwnPropertyDescriptor(Element.prototype, 'localName').get;
  const parent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get;
  const box = Element.prototype.getBoundingClientRect;
  const passed_over = new Set(['script', 'style', 'noscript', 'template', 'br', 'wbr', 'source', 'track', 'option',
    'param', 'link', 'meta', 'area', 'map', 'col', 'colgroup']);

  // With all that is in it.
  const is_gone = (style) => style.display === 'none' || Number(style.opacity) < 0.05;

  const is_clipped = (style, area) =>
    (area.width <= 1.5 || area.height <= 1.5) && style.overflowX !== 'visible' ||
    style.clipPath.startsWith('inset(50%') || style.clipPath.startsWith('inset(100%') ||
    style.position === 'absolute' && /^rect\((0|1)px/.test(style.clip);

  const is_off_page = (style, area) =>
    area.width > 0 && (area.right + scrollX <= 0 || area.bottom + scrollY <= 0) ||
    parseFloat(style.textIndent) <= -500;

  // For itself: something in it may be seen all the same.
  const is_unseen = (element, style) => {
    if (style.visibility !== 'visible' || parseFloat(style.fontSize) < 1.5) return true;
    if (style.display === 'contents') return false;
    const area = box.call(element);
    return is_clipped(style, area) || is_off_page(style, area);
  };

  const all = [...document.querySelectorAll('body *')].slice(0, 200000);
  const shows = new Set();  // elements in which something is seen
  for (const element of all.reverse()) {
    if (passed_over.has(tag.call(element))) continue;
    const style = getComputedStyle(element);
    const unseen = is_gone(style) || is_unseen(element, style) && !shows.has(element);
    if (unseen) {
      if (get.call(element, 'hidden') === null) set.call(element, 'hidden', '');
      continue;
    }
    if (get.call(element, 'hidden') !== null) remove.call(element, 'hidden');
    shows.add(parent.call(element));
  }
  const html = (document.doctype ? '<!DOCTYPE html>\n' : '') + document.documentElement.outerHTML;
  if (html.length > longest) return {length: html.length};
  return {html, url: location.href, length: html.length};
}
