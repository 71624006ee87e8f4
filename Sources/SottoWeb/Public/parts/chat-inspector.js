import { named } from '../lib/attachments.js';
import { ApiError } from '../lib/api.js';
import { ContextView } from '../lib/context-view.js';
import { h, iconButton } from '../lib/dom.js';
import { t, wordsFor } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { sentView } from '../lib/sent-view.js';

const rest = 400; // Milliseconds without a change before the server is asked.
const wide = matchMedia('(min-width: 1200px)');

/**
 * What the model sees: with the next message, or what it saw for `message`. A column beside the
 * conversation, or a drawer where there is no room for one.
 */
class ChatInspector extends Part {
  /** @type {import('../lib/types.js').Message|undefined} */
  message;
  #timer = 0;
  #question = 0;

  render() {
    this.opener = document.activeElement;
    this.heading = h('h2', { id: 'inspector-title', tabIndex: -1 });
    this.back = h('button', { type: 'button', class: 'link-button', onclick: () => this.turnTo() },
      t('inspect.back'));
    this.trouble = h('p', { class: 'field-wrong', role: 'alert' });
    this.content = h('div', { class: 'inspect-content' });
    this.panel = h('section', { class: 'inspect-panel', 'aria-labelledby': 'inspector-title' },
      h('header', { class: 'inspect-head' }, this.heading,
        iconButton('close', t('close'), () => this.close())),
      h('div', { class: 'inspect-scroll' }, this.back, this.trouble, this.content));
    this.listen(this.panel, 'keydown', (event) => {
      if (event.key !== 'Escape' || !wide.matches) return;
      event.stopPropagation();
      this.close();
    });
    this.listen(wide, 'change', () => this.#arrange());
    this.listen(document, 'draft', () => this.#soon());
    this.listen(this.app.threads, 'open', () => this.#attach());
    this.signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#arrange();
    this.#attach();
    this.watch(['modelChoice', 'projects', 'projectId', 'conversationId'], () => this.#soon());
    this.turnTo(this.message);
  }

  /** Shows what the model saw for this answer, or what goes next. */
  turnTo(message) {
    this.message = message;
    this.back.hidden = !message;
    this.heading.textContent = t(message ? 'inspect.sent' : 'inspect');
    this.trouble.textContent = '';
    this.content.replaceChildren(h('p', { class: 'loading' }, t('loading')));
    this.view = undefined;
    if (message) this.#readSent();
    else this.#read();
    this.heading.focus();
  }

  close() {
    if (!this.isConnected) return;
    this.dialog?.close();
    this.remove();
    if (this.opener?.isConnected) this.opener.focus();
    else this.app.run('focus-composer');
  }

  /** The browser keeps the focus inside of the drawer and closes it on Escape. */
  #arrange() {
    this.dialog = undefined;
    if (wide.matches) return this.replaceChildren(this.panel);
    const looks = { class: 'inspect-drawer', 'aria-labelledby': 'inspector-title' };
    const drawer = h('dialog', looks, this.panel);
    drawer.addEventListener('close', () => {
      if (this.dialog === drawer) this.close();
    });
    drawer.addEventListener('click', (event) => {
      if (event.target === drawer) this.close();
    });
    this.dialog = drawer;
    this.replaceChildren(drawer);
    drawer.showModal();
    this.#followFinger(drawer);
  }

  async #followFinger(drawer) {
    if (!matchMedia('(any-pointer: coarse)').matches) return;
    const { followFinger } = await import('../lib/drawer.js');
    followFinger({
      drawer,
      scrim: h('div'), // The browser's own, behind a dialog, stays as it is.
      edge: drawer,
      isOpen: () => true,
      isDrawer: () => this.dialog === drawer,
      settle: (isOpen) => isOpen || this.close(),
      signal: this.signal,
      side: 'right',
    });
  }

  #attach() {
    const thread = this.app.threads.current;
    if (this.message && !thread?.messages.includes(this.message)) return this.turnTo();
    for (const kind of ['turn', 'messages']) {
      thread?.addEventListener(kind, () => this.#soon(), { signal: this.signal });
    }
    this.#soon();
  }

  #soon() {
    if (this.message) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), rest);
  }

  async #read() {
    clearTimeout(this.#timer);
    const { projectId, conversationId } = this.app.store.state;
    if (!projectId) return;
    const place = conversationId ? `conversations/${conversationId}` : `projects/${projectId}`;
    const { text, files } = document.querySelector('chat-composer').draft;
    const model = this.app.models.chosen ?? undefined;
    const body = { text: text || undefined, model, attachments: named(files) };
    const context = await this.#ask(() => this.app.api.post(`${place}/context`, body));
    if (!context) return;
    if (!this.view) {
      this.view = new ContextView(this.app, () => this.#summarise());
      this.content.replaceChildren(this.view.element);
    }
    this.view.show(context);
  }

  async #readSent() {
    const { turn_id: turn } = this.message;
    const answer = await this.#ask(() => this.app.api.get(`turns/${turn}/requests`));
    if (answer) this.content.replaceChildren(sentView(this.app, answer.requests));
  }

  /** @returns {Promise<any>} `null` when it failed, which is said, or is no longer wanted */
  async #ask(request) {
    const question = ++this.#question;
    try {
      const answer = await request();
      if (question !== this.#question || !this.isConnected) return null;
      this.trouble.textContent = '';
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (question === this.#question) {
        this.trouble.textContent = wordsFor(error);
        this.content.querySelector('.loading')?.remove();
      }
      return null;
    }
  }

  async #summarise() {
    const { conversationId } = this.app.store.state;
    const made = this.app.api.post(`conversations/${conversationId}/summaries`);
    this.#soon();
    try {
      await made;
      this.app.toast({ text: t('summary.made') });
      this.app.threads.current?.load().catch(this.app.fail);
    } catch (error) {
      if (error.code === 'invalid_input') this.app.toast({ text: t('summary.nothing') });
      else this.app.fail(error);
    }
    this.#soon();
  }
}

customElements.define('chat-inspector', ChatInspector);
