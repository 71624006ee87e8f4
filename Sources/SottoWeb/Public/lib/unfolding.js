/**
 * Parts of a long answer that are far from the window wait, so that its end is there at once. They
 * come while nothing else is to be done, from the end on, and move nothing that is seen.
 */
const name = 'is-folded';
const contents = new WeakMap();

/**
 * @param {HTMLElement} part
 * @param {() => void} fill puts in what it holds
 */
export function fold(part, fill) {
  part.classList.add(name);
  contents.set(part, fill);
}

export function unfold(part) {
  if (!part.classList.contains(name)) return;
  part.classList.remove(name);
  contents.get(part)();
}

/** Unfolds all in an element now, for its heights are needed. */
export function unfoldAll(element) {
  for (const part of element.querySelectorAll(`.${name}`)) unfold(part);
}

/** @param {HTMLElement} place whose children are the parts */
export function unfoldLater(place) {
  let index = place.children.length;
  const step = () => {
    if (!place.isConnected) return;
    index = Math.min(index, place.children.length) - 1;
    while (index >= 0 && !place.children[index].classList.contains(name)) index -= 1;
    if (index < 0) return;
    const part = place.children[index];
    const sticky = place.closest('chat-transcript')?.sticky;
    const isAbove = sticky && part.getBoundingClientRect().bottom < sticky.scroller.getBoundingClientRect().top;
    if (sticky) sticky.keepingPlace(isAbove, () => unfold(part));
    else unfold(part);
    sticky?.settle();
    later(step);
  };
  later(step);
}

const later = (step) =>
  globalThis.requestIdleCallback ? requestIdleCallback(step) : setTimeout(step, 50);
