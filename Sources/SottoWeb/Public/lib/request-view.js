import { copy } from './copy.js';
import { h, icon, iconButton } from './dom.js';
import { t } from './i18n.js';

/**
 * A request as it goes over the wire, folded: its head, and its body laid out for reading. What is
 * copied is the body byte for byte.
 */
export class RequestView {
  #request = null;
  #shown = null;

  /**
   * @param {import('./app-type.js').App} app
   * @param {string} title
   * @param {() => Promise<import('./types.js').WireRequest>} [read] gets the request when it is opened
   */
  constructor(app, title, read) {
    this.head = h('pre', { class: 'wire', tabIndex: 0 });
    this.body = h('pre', { class: 'wire', tabIndex: 0 });
    const take = iconButton('copy', t('inspect.copy'), async () => {
      if (!this.#request) return;
      const isDone = await copy(this.#request.body);
      app.toast({ text: t(isDone ? 'copied' : 'copy.failed') });
    });
    this.element = h('details', { class: 'inspect-fold' },
      h('summary', {}, icon('right'), h('span', {}, title)),
      this.head,
      h('div', { class: 'wire-bar' }, h('span', {}, t('inspect.body')), take),
      this.body);
    this.element.addEventListener('toggle', async () => {
      if (!this.element.open) return;
      try {
        if (read && !this.#request) this.#request = await read();
        this.#draw();
      } catch (error) {
        app.fail(error);
      }
    });
  }

  /** @param {import('./types.js').WireRequest} request */
  show(request) {
    this.#request = request;
    this.#draw();
  }

  /** A body may be large, so nothing is drawn that nobody looks at. */
  #draw() {
    if (!this.element.open || this.#shown === this.#request) return;
    this.#shown = this.#request;
    const { method, url, headers, body } = this.#request;
    const lines = headers.map(({ name, value }) => `${name}: ${value}`);
    this.head.textContent = [`${method} ${url}`, ...lines].join('\n');
    this.body.textContent = laidOut(body);
  }
}

function laidOut(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
