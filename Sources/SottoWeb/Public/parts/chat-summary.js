import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** A summary where it stands: folded, with its words to read, change or take away. */
class ChatSummary extends Part {
  /** @type {import('../lib/types.js').Message} */
  summary;
  /** Whether it is the one that the model gets. */
  isSent = true;

  render() {
    this.label = h('span');
    this.words = h('p', { class: 'summary-hint' });
    this.body = h('div', { class: 'summary-body' });
    this.replaceChildren(
      h('details', { class: 'summary-fold' },
        h('summary', {}, icon('layers'), this.label, icon('right')), this.words, this.body));
    this.update();
  }

  update() {
    if (!this.isConnected || !this.body) return;
    this.label.textContent = t(this.summary.edited_at ? 'summary.title.edited' : 'summary.title');
    this.words.textContent = t(this.isSent ? 'summary.hint' : 'summary.hint.older');
    if (!this.field) this.#read();
  }

  get #text() {
    return this.summary.parts.map((part) => part.text ?? '').join('\n');
  }

  #read() {
    this.field = undefined;
    const button = (words, run) =>
      h('button', { type: 'button', class: 'button', onclick: run }, words);
    this.body.replaceChildren(
      h('div', { class: 'summary-text', dir: 'auto' }, this.#text),
      h('div', { class: 'note-actions' },
        button(t('summary.edit'), () => this.#edit()),
        button(t('summary.remove'), () => this.#remove())));
  }

  #edit() {
    this.field = h('textarea', {
      class: 'summary-field',
      rows: 8,
      dir: 'auto',
      value: this.#text,
      'aria-label': t('summary.title'),
    });
    const leave = () => {
      this.#read();
      this.body.querySelector('button').focus();
    };
    const save = async () => {
      const text = this.field.value.trim();
      if (!text || text === this.#text) return leave();
      const before = this.#text;
      try {
        await this.#write(text);
        leave();
        this.#offerUndo(t('summary.changed'), () => this.#write(before));
      } catch (error) {
        this.app.fail(error);
      }
    };
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    });
    this.body.replaceChildren(this.field,
      h('div', { class: 'note-actions' },
        h('button', { type: 'button', class: 'button is-primary', onclick: save }, t('save')),
        h('button', { type: 'button', class: 'button', onclick: leave }, t('cancel'))));
    this.field.focus();
  }

  async #write(text) {
    const changed = await this.app.api.patch(`messages/${this.summary.id}`, { text });
    Object.assign(this.summary, changed);
    await this.thread.loadSummaries();
  }

  async #remove() {
    const { id } = this.summary;
    const { thread, app } = this;
    try {
      await app.api.delete(`messages/${id}`);
      await thread.loadSummaries();
      app.run('focus-composer');
      this.#offerUndo(t('summary.removed'), async () => {
        await app.api.post(`messages/${id}/restore`);
        await thread.loadSummaries();
      });
    } catch (error) {
      app.fail(error);
    }
  }

  #offerUndo(text, undo) {
    const { app } = this;
    app.toast({ text, action: t('undo'), onaction: () => undo().catch(app.fail) });
  }
}

customElements.define('chat-summary', ChatSummary);
