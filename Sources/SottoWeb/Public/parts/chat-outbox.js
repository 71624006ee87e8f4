import { newId } from '../lib/id.js';
import { h, icon } from '../lib/dom.js';
import { t, wordsFor } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { dropFiles } from '../lib/waiting-files.js';

/** The messages that wait for the network, below those of their conversation. */
class ChatOutbox extends Part {
  #shown = '';

  render() {
    this.setAttribute('aria-live', 'polite');
    this.#shown = '';
    this.watch(['projectId', 'conversationId'], () => this.#show());
    this.listen(this.outbox, 'change', () => this.#show());
  }

  get outbox() {
    return this.app.threads.outbox;
  }

  #show() {
    const { projectId, conversationId } = this.app.store.state;
    const entries = this.outbox.of(projectId, conversationId);
    const mark = JSON.stringify(entries);
    if (mark === this.#shown) return;
    const isNew = mark.length > this.#shown.length;
    this.#shown = mark;
    this.replaceChildren(...entries.map((entry) => this.#view(entry)));
    if (isNew) this.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }

  #view(entry) {
    const { text, files, error } = entry;
    const button = (words, act) =>
      h('button', { type: 'button', class: 'waiting-act', onclick: act }, t(words));
    const words = error ? `${t('composer.unsent')} ${wordsFor({ failure: error })}` : t('outbox.waits');
    const look = `waiting${error ? ' is-bad' : ''}`;
    return h('div', { class: look, role: 'group', 'aria-label': t('outbox.message') },
      h('div', { class: 'waiting-bubble', dir: 'auto' },
        ...files.map((file) => h('span', { class: 'waiting-file' }, icon('file'), file.name)),
        text),
      h('div', { class: 'waiting-foot' },
        icon(error ? 'alert' : 'clock'), h('span', {}, words),
        error && button('outbox.again', () => this.outbox.retry(entry)),
        button('outbox.edit', () => this.#edit(entry)),
        button('outbox.cancel', () => this.#cancel(entry))));
  }

  /** Back into the composer, to be changed or sent later. */
  #edit(entry) {
    const { threads } = this.app;
    const files = entry.files.map((part) => ({ key: newId(), name: part.name, size: part.size, part }));
    this.outbox.remove(entry.id);
    threads.reuse(entry);
    document.querySelector('chat-composer')?.putBack(entry.text, files);
  }

  #cancel(entry) {
    this.outbox.remove(entry.id);
    dropFiles(entry.files);
    this.app.run('focus-composer');
  }
}

customElements.define('chat-outbox', ChatOutbox);
