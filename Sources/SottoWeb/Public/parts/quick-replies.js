import { isOn, quickReplies } from '../lib/behaviours.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** What a person often answers, below the last answer; one press sends it. */
class QuickReplies extends Part {
  #isSending = false;
  #shown = '';

  render() {
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('replies'));
    this.#shown = '';
    for (const type of ['messages', 'turn']) this.listen(this.thread, type, () => this.#show());
    this.listen(document, 'behaviours', () => this.#show());
    this.watch(['projects'], () => this.#show());
    this.listen(this, 'keydown', (event) => this.#walk(event));
  }

  /** @returns {boolean} whether there is one to be pressed */
  focusFirst() {
    const first = this.querySelector('button');
    first?.focus();
    return Boolean(first);
  }

  #show() {
    const replies = this.#isWanted ? quickReplies(this.app.store.project) : [];
    const shown = JSON.stringify(replies);
    if (this.#shown === shown) return;
    this.#shown = shown;
    const hadFocus = this.contains(document.activeElement);
    this.replaceChildren(...replies.map((text) => h('button', {
      type: 'button', class: 'quick-reply', dir: 'auto', title: text, onclick: () => this.#send(text),
    }, text)));
    if (hadFocus && replies.length === 0) this.#leave();
  }

  get #isWanted() {
    const { turn, messages } = this.thread;
    const last = messages.at(-1);
    return isOn('replies', this.app.store.project) && !turn && last?.role === 'assistant'
      && (last.status === 'complete' || last.status === 'stopped');
  }

  async #send(text) {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      await this.app.threads.send(text);
    } catch (error) {
      this.app.fail(error);
    } finally {
      this.#isSending = false;
    }
  }

  /** Where a finger does the pressing, a focused field would bring its keyboard. */
  #leave() {
    if (matchMedia('(pointer: fine)').matches) this.app.run('focus-composer');
    else this.closest('[role="region"]')?.focus();
  }

  #walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...this.children];
    const inline = getComputedStyle(this).direction === 'rtl' ? -step : step;
    all[(all.indexOf(document.activeElement) + inline + all.length) % all.length].focus();
    event.preventDefault();
  }
}

customElements.define('quick-replies', QuickReplies);
