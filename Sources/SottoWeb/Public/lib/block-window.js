import { fold, isFolded, later, putWords, unfold, unfoldInPlace } from './unfolding.js';

/** How far from the window blocks stay, in CSS pixels: further than a turn of the wheel goes. */
const margin = 4000;
/** How long what comes near waits at most for a quiet moment, in milliseconds. */
const longestWait = 100;

/**
 * Of a very long answer only what is near the window is in the document: a hundred thousand words in
 * lists and tables would take hundreds of megabytes. The rest keeps its height and can be found,
 * copied and printed.
 */
export class BlockWindow {
  #fills = new WeakMap();
  #near = new WeakSet();
  #observer;

  /**
   * @param {import('./stickiness.js').Stickiness} sticky
   * @param {AbortSignal} signal
   */
  constructor(sticky, signal) {
    this.sticky = sticky;
    const { scroller } = sticky;
    this.#observer = new IntersectionObserver(
      (entries) => entries.forEach((entry) => this.#moved(entry)),
      { root: scroller, rootMargin: `${margin}px 0px` },
    );
    signal.addEventListener('abort', () => this.#observer.disconnect());
    scroller.addEventListener('beforematch', ({ target }) => {
      const group = target.closest('.blocks');
      if (group) unfoldInPlace(group, sticky);
    }, { signal });
    document.addEventListener('copy', () => {
      const selection = getSelection();
      this.#unfold((group) => selection.containsNode(group, true));
    }, { signal });
    addEventListener('beforeprint', () => this.#unfold(() => true), { signal });
  }

  /**
   * @param {HTMLElement} group blocks that will not become more
   * @param {() => void} fill puts them in
   */
  watch(group, fill) {
    if (this.#fills.has(group)) return;
    this.#fills.set(group, fill);
    this.#observer.observe(group);
  }

  /** Looks at all again, after some were unfolded that are far away. */
  lookAgain() {
    for (const group of this.#groups()) {
      this.#observer.unobserve(group);
      this.#observer.observe(group);
    }
  }

  #groups() {
    const all = [...this.sticky.scroller.querySelectorAll('.blocks')];
    return all.filter((group) => this.#fills.has(group));
  }

  #unfold(isWanted) {
    for (const group of this.#groups()) if (isWanted(group)) unfold(group);
    setTimeout(() => this.lookAgain());
  }

  #moved({ target, isIntersecting, boundingClientRect: { top, bottom, height } }) {
    if (isIntersecting) {
      this.#near.add(target);
      const box = this.sticky.scroller.getBoundingClientRect();
      if (bottom > box.top && top < box.bottom) this.#show(target);
      else later(() => this.#show(target), longestWait);
      return;
    }
    this.#near.delete(target);
    // It has no height while the transcript is not shown.
    if (height === 0 || isFolded(target) || isInUse(target)) return;
    const words = target.textContent;
    fold(target, this.#fills.get(target), height);
    putWords(target, words);
  }

  #show(group) {
    if (this.#near.has(group) && isFolded(group)) unfoldInPlace(group, this.sticky);
  }
}

function isInUse(group) {
  const selection = getSelection();
  return group.contains(document.activeElement)
    || (!selection.isCollapsed && selection.containsNode(group, true));
}
