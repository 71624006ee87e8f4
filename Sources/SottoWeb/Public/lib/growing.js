/**
 * Makes an element hold what a fragment has, and keeps its nodes up to the first difference: a table or a
 * list that grows is laid out from its new rows on, and what is selected in it stays so.
 * @param {Element} element
 * @param {DocumentFragment|Element} wanted is left without what was taken
 */
export function growTo(element, wanted) {
  let old = element.firstChild;
  let fresh = wanted.firstChild;
  while (old && fresh && old.isEqualNode(fresh)) {
    old = old.nextSibling;
    fresh = fresh.nextSibling;
  }
  if (old && fresh && isSameBox(old, fresh)) {
    growTo(old, fresh);
    old = old.nextSibling;
    fresh = fresh.nextSibling;
  }
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
  while (fresh) {
    const next = fresh.nextSibling;
    element.append(fresh);
    fresh = next;
  }
}

/** What the page changes by itself later. */
const own = '.code, .math';

const isSameBox = (one, other) =>
  one.nodeType === Node.ELEMENT_NODE && !one.matches(own) && one.cloneNode().isEqualNode(other.cloneNode());
