import { ApiError } from './api.js';
import { named } from './attachments.js';
import { estimateWords } from './usage.js';

const rest = 350; // Milliseconds without a key before the server is asked.

/** Asks what the text in the composer would take, once typing rests. The latest question counts. */
export class Estimates {
  #timer = 0;
  #question = 0;

  /**
   * @param {import('./api.js').Api} api
   * @param {(words: string[], estimate: import('./types.js').Estimate|null) => void} show
   */
  constructor(api, show) {
    this.api = api;
    this.show = show;
  }

  /**
   * @param {{projectId: string|null, conversationId: string|null}} place a conversation, or the
   *   project that a new one is to begin in
   * @param {string} text
   * @param {string} [model]
   * @param {import('./types.js').Part[]} [files]
   */
  ask({ projectId, conversationId }, text, model, files = []) {
    clearTimeout(this.#timer);
    const question = ++this.#question;
    const place = conversationId ? `conversations/${conversationId}` : `projects/${projectId}`;
    if (!projectId || (text.trim() === '' && files.length === 0)) return this.show([], null);
    this.#timer = setTimeout(async () => {
      let estimate = null;
      try {
        const message = { text: text || undefined, model, attachments: named(files) };
        estimate = await this.api.post(`${place}/estimate`, message);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // A count is a help, not a need.
      }
      if (question !== this.#question) return;
      this.show(estimate ? estimateWords(estimate) : [], estimate);
    }, rest);
  }
}
