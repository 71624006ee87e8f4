import { recall, remember } from './preferences.js';

/** Where the text of a composer is kept: of a conversation, or of a project's next one. */
export const draftName = (projectId, conversationId) =>
  `draft.${conversationId ?? `new.${projectId}`}`;

const joined = (...texts) => texts.filter(Boolean).join('\n\n');

/**
 * Keeps what is written for each conversation, across reloads. A text that is being sent counts as
 * written until the server has it.
 */
export class Drafts {
  name = '';
  #pending = null;

  /**
   * @param {string} name
   * @param {boolean} isSame whether this is the same draft under its new name
   * @returns {string|null} the text to show; `null`: leave it as it is
   */
  turnTo(name, isSame) {
    if (name === this.name) return null;
    const left = this.name;
    this.name = name;
    if (isSame) {
      const text = recall(left);
      remember(left, null);
      if (this.#pending?.name !== left) remember(name, text);
      else {
        this.#pending.name = name;
        this.#keepPending();
      }
      return null;
    }
    return this.#pending?.name === name ? this.#pending.typed : (recall(name) ?? '');
  }

  write(text) {
    if (this.name === '') return; // It is written once its place is known.
    if (this.#pending?.name !== this.name) return remember(this.name, text);
    this.#pending.typed = text;
    this.#keepPending();
  }

  /** The text is on its way; the composer is empty for the next one. */
  send(text) {
    this.#pending = { name: this.name, text, typed: '' };
    this.#keepPending();
  }

  /**
   * @param {boolean} isSent
   * @returns {string|null} the text to show; `null`: leave it as it is
   */
  settle(isSent) {
    const { name, text, typed } = this.#pending;
    this.#pending = null;
    const rest = isSent ? typed : joined(text, typed);
    remember(name, rest);
    return name === this.name ? rest : null;
  }

  #keepPending() {
    const { name, text, typed } = this.#pending;
    remember(name, joined(text, typed));
  }
}
