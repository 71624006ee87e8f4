/**
 * Parts of a long answer that are far from the window wait, so that its end is there at once. They
 * come while nothing else is to be done, from the end on, and move nothing that is seen.
 */
const name = 'is-folded';
const contents = new WeakMap();

export const isFolded = (part) => part.classList.contains(name);

/**
 * @param {HTMLElement} part
 * @param {() => void} fill puts in what it holds
 * @param {number} [height] what it measured; a guess without
 */
export function fold(part, fill, height) {
  part.classList.add(name);
  contents.set(part, fill);
  if (height !== undefined) part.style.height = `${height}px`;
}

/** Lets the words of a folded part be found by the browser's own search. */
export function putWords(part, text) {
  const words = document.createElement('div');
  words.hidden = 'until-found';
  words.textContent = text;
  part.replaceChildren(words);
}

export function unfold(part) {
  if (!isFolded(part)) return;
  part.classList.remove(name);
  part.style.height = '';
  part.replaceChildren();
  contents.get(part)();
}

/**
 * Unfolds a part and keeps what the reader sees where it is.
 * @param {import('./stickiness.js').Stickiness} sticky
 */
export function unfoldInPlace(part, sticky) {
  const isAbove = part.getBoundingClientRect().bottom < sticky.scroller.getBoundingClientRect().top;
  sticky.keepingPlace(isAbove, () => unfold(part));
  sticky.settle();
}

/** Unfolds all in an element now, for its heights are needed. */
export function unfoldAll(element) {
  for (const part of element.querySelectorAll(`.${name}`)) unfold(part);
}

/**
 * Comes by the folded parts while nothing else is to be done, from the last one on.
 * @param {HTMLElement} place
 * @param {(part: HTMLElement, index: number) => void} visit
 */
export function forEachFoldedLater(place, visit) {
  let index = place.children.length;
  const step = () => {
    if (!place.isConnected) return;
    index = Math.min(index, place.children.length) - 1;
    while (index >= 0 && !isFolded(place.children[index])) index -= 1;
    if (index < 0) return;
    visit(place.children[index], index);
    later(step);
  };
  later(step);
}

/**
 * Calls back while nothing else is to be done.
 * @param {() => void} step
 * @param {number} [timeout] after so many milliseconds in any case
 */
export const later = (step, timeout) =>
  globalThis.requestIdleCallback ? requestIdleCallback(step, { timeout }) : setTimeout(step, 50);
