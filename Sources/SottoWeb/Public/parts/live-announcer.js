import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sentencesOf } from '../lib/sentences.js';
import { Part } from '../lib/part.js';

const pace = 700; // Milliseconds between two announcements.
const nothing = { block: 0, length: 0 };

/** Speaks an arriving answer to screen readers in whole sentences, and how it ended. */
class LiveAnnouncer extends Part {
  #spoken = nothing;
  #timer = 0;
  #message = null;
  #attached = new AbortController();

  render() {
    this.className = 'visually-hidden';
    this.log = h('div', { role: 'log', 'aria-live': 'polite', 'aria-label': t('announcements') });
    this.replaceChildren(this.log);
    this.listen(this.app.threads, 'open', () => this.#attach());
    this.#attach();
  }

  #attach() {
    this.#attached.abort();
    this.#attached = new AbortController();
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#message = null;
    const thread = this.app.threads.current;
    const { signal } = this.#attached;
    thread?.addEventListener('turn', () => this.#turned(thread), { signal });
    thread?.addEventListener('message', () => this.#soon(), { signal });
    if (thread?.turn) this.#turned(thread);
  }

  #turned(thread) {
    if (thread.turn && thread.turn.message !== this.#message) {
      this.#message = thread.turn.message;
      this.#spoken = nothing;
    } else if (!thread.turn && this.#message) {
      const { status } = this.#message;
      this.#speak(true);
      this.#say(t(status === 'complete' ? 'announce.complete' : `announce.${status}`));
      this.#message = null;
    }
  }

  #soon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#speak(false);
    }, pace);
  }

  #speak(isLast) {
    if (!this.#message) return;
    const { words, spoken } = sentencesOf(this.#message, this.#spoken, isLast);
    this.#spoken = spoken;
    if (words) this.#say(words);
  }

  #say(words) {
    this.log.append(h('p', {}, words));
    while (this.log.children.length > 6) this.log.firstChild.remove();
  }
}

customElements.define('live-announcer', LiveAnnouncer);
