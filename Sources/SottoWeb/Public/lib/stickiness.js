const near = 24; // CSS pixels from the end that still count as being there.

/**
 * Keeps a scroller at its end while the reader is there, and only then. The reader leaves the end
 * by scrolling up, and is back when the end is in sight.
 */
export class Stickiness {
  isAtEnd = true;
  hasNews = false;
  #goesOn = false;
  #lastTop = 0;
  #lastHeight = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} content
   * @param {(state: Stickiness) => void} onchange
   * @param {AbortSignal} signal
   */
  constructor(scroller, content, onchange, signal) {
    Object.assign(this, { scroller, onchange });
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true, signal });
    const sizes = new ResizeObserver(() => this.#grown());
    sizes.observe(content);
    sizes.observe(scroller);
    signal.addEventListener('abort', () => sizes.disconnect());
  }

  toEnd() {
    this.#set(true, false);
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#lastTop = this.scroller.scrollTop;
  }

  /** While more is to come below, the end of the content is not the end of the conversation. */
  set goesOn(goesOn) {
    this.#goesOn = goesOn;
    if (goesOn) this.#set(false, false);
  }

  leaveEnd() {
    this.#set(false, this.hasNews);
  }

  /** After a change of the content: at the end again, before anything is drawn. */
  settle() {
    if (this.isAtEnd) this.toEnd();
  }

  /** Runs a change of the content and keeps what the reader sees where it is. */
  keepingPlace(isNeeded, change) {
    const { scroller } = this;
    const before = scroller.scrollHeight - scroller.scrollTop;
    change();
    if (!isNeeded || this.isAtEnd) return;
    scroller.scrollTop = scroller.scrollHeight - before;
    this.#lastTop = scroller.scrollTop;
    this.#lastHeight = scroller.scrollHeight;
  }

  /** Scrolls so that a part of the content is at a height of the window. */
  hold(element, top) {
    const { scroller } = this;
    scroller.scrollTop += element.getBoundingClientRect().top - top;
    this.#lastTop = scroller.scrollTop;
    this.#lastHeight = scroller.scrollHeight;
    const isNear = this.#lastHeight - this.#lastTop - scroller.clientHeight < near;
    this.#set(isNear, false);
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const wentUp = scrollTop < this.#lastTop - 1 && scrollHeight >= this.#lastHeight;
    const isNear = scrollHeight - scrollTop - clientHeight < near;
    this.#lastTop = scrollTop;
    this.#lastHeight = scrollHeight;
    if (this.#goesOn) return;
    if (isNear && !wentUp) this.#set(true, false);
    else if (wentUp && !isNear) this.#set(false, this.hasNews);
    else if (wentUp && this.isAtEnd) this.#set(scrollHeight - scrollTop - clientHeight < 2, false);
  }

  #grown() {
    const { scroller } = this;
    const grew = scroller.scrollHeight > this.#lastHeight;
    this.#lastHeight = scroller.scrollHeight;
    if (this.isAtEnd) {
      scroller.scrollTop = scroller.scrollHeight;
      this.#lastTop = scroller.scrollTop;
    } else if (grew && !this.#goesOn) {
      this.#set(false, true);
    }
  }

  #set(isAtEnd, hasNews) {
    if (this.isAtEnd === isAtEnd && this.hasNews === hasNews) return;
    Object.assign(this, { isAtEnd, hasNews });
    this.onchange(this);
  }
}
