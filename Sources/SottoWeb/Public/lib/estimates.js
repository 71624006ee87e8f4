import { ApiError } from './api.js';
import { estimateWords } from './usage.js';

const rest = 350; // Milliseconds without a key before the server is asked.

/** Asks what the text in the composer would take, once typing rests. The latest question counts. */
export class Estimates {
  #timer = 0;
  #question = 0;

  /** @param {import('./api.js').Api} api @param {(words: string[]) => void} show */
  constructor(api, show) {
    this.api = api;
    this.show = show;
  }

  /** @param {string|null} conversationId @param {string} text @param {string} [model] */
  ask(conversationId, text, model) {
    clearTimeout(this.#timer);
    const question = ++this.#question;
    if (!conversationId || text.trim() === '') return this.show([]);
    this.#timer = setTimeout(async () => {
      let words = [];
      try {
        const path = `conversations/${conversationId}/estimate`;
        words = estimateWords(await this.api.post(path, { text, model }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // A count is a help, not a need.
      }
      if (question === this.#question) this.show(words);
    }, rest);
  }
}
