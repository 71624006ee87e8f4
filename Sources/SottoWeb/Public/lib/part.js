/**
 * The base of the page's own elements: what it watches and listens to ends when it leaves the page.
 * `app` is set before the element is put into the document, and may be set before its class is
 * loaded; so it is no class field, which would clear it.
 * @property {import('./app-type.js').App} app
 */
export class Part extends HTMLElement {
  #leaving = new AbortController();

  connectedCallback() {
    this.#leaving = new AbortController();
    this.render();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** Aborted when the element leaves the document. */
  get signal() {
    return this.#leaving.signal;
  }

  /** Builds the content once; later changes come through `watch`. */
  render() {}

  /**
   * Calls `change` now and whenever one of these fields of the store changes.
   * @param {string[]} fields
   * @param {(state: import('./types.js').State) => void} change
   */
  watch(fields, change) {
    this.app.store.watch(fields, change, this.signal);
  }

  /**
   * @param {EventTarget} target
   * @param {string} type
   * @param {(event: any) => void} listener
   * @param {AddEventListenerOptions} [options]
   */
  listen(target, type, listener, options = {}) {
    target.addEventListener(type, listener, { ...options, signal: this.signal });
  }
}
