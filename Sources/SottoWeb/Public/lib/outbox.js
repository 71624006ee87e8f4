import { names, recall, remember } from './preferences.js';

const prefix = 'waiting.';
const again = 10_000; // Milliseconds until the server is asked anew.

/**
 * Messages that wait for the network, across reloads and for all tabs. Each has the id that its turn
 * will have, so that it makes one turn, whoever sends it and however often. Tells its listeners
 * `change`.
 *
 * @typedef {{id: string, projectId: string, conversationId: string, begins: boolean, text: string,
 *   files: import('./types.js').Part[], model?: string, at: number,
 *   error?: import('./types.js').Failure}} Waiting
 *   `begins`: the conversation may not be on the server yet. One with an `error` waits for the person.
 */
export class Outbox extends EventTarget {
  /** The id of the one that is on its way, which its conversation shows. */
  #sending = null;
  #flushing = null;
  #timer = 0;

  /** @param {import('./app-type.js').App} app */
  constructor({ api, store, threads }) {
    super();
    Object.assign(this, { api, store, threads });
    addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(`sotto.${prefix}`)) this.#changed();
    });
    store.watch(['reachable'], () => this.flush(), new AbortController().signal);
  }

  /** @returns {Waiting[]} oldest first */
  get #entries() {
    return names(prefix)
      .map((name) => JSON.parse(recall(name) ?? 'null'))
      .filter(Boolean)
      .sort((one, other) => one.at - other.at);
  }

  /** Those of a conversation; without one, of those that begin one in the project. */
  of(projectId, conversationId) {
    return this.#entries.filter((one) => one.id !== this.#sending && (conversationId
      ? one.conversationId === conversationId
      : one.begins && one.projectId === projectId));
  }

  /** Whether a message has to wait: for the server, or for those before it. */
  holds({ projectId, conversationId, begins }) {
    const isAway = !this.store.state.reachable;
    return isAway || this.of(projectId, begins ? null : conversationId).length > 0;
  }

  /**
   * @param {Waiting} entry
   * @returns {boolean} whether the browser has kept it
   */
  add(entry) {
    // Of what waits where a conversation is to begin, all goes into the same one.
    const first = entry.begins && this.of(entry.projectId, null)[0];
    const kept = this.#put(first ? { ...entry, conversationId: first.conversationId } : entry);
    this.#changed();
    this.#soon();
    return kept;
  }

  /** Takes one out: it was sent, or is not to be. */
  remove(id) {
    remember(prefix + id, null);
    this.#changed();
  }

  /** Tries one again that was refused. */
  retry(entry) {
    this.#put({ ...entry, error: undefined });
    this.#changed();
    this.flush();
  }

  /** Sends what waits, if the server is there. Of all tabs only one does, where there are locks. */
  flush() {
    clearTimeout(this.#timer);
    if (!this.store.state.reachable || !this.#entries.some((one) => !one.error)) return;
    const drain = () => this.#drain();
    this.#flushing ??= (navigator.locks?.request('sotto-outbox', drain) ?? drain())
      .catch(() => {}) // The server is away again.
      .finally(() => {
        this.#flushing = null;
        this.#soon();
      });
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), again);
  }

  async #drain() {
    await this.api.get('status');
    const stuck = new Set(); // Conversations in which nothing can be sent now: the order stays.
    let entry;
    while ((entry = this.#entries.find((one) => !stuck.has(one.conversationId)))) {
      const isSent = !entry.error && (await this.#send(entry));
      if (!isSent) stuck.add(entry.conversationId);
    }
  }

  async #send(entry) {
    this.#sending = entry.id;
    this.#changed();
    try {
      const ended = await this.threads.deliver(entry);
      this.remove(entry.id);
      const isNext = (one) => one.conversationId === entry.conversationId;
      if (this.#entries.some(isNext)) await ended();
      return true;
    } catch (error) {
      if (error.isAway) throw error;
      if (error.code === 'turn_running') return false;
      this.#put({ ...entry, error: error.failure ?? { code: 'unexpected', message: '' } });
      return false;
    } finally {
      this.#sending = null;
      this.#changed();
    }
  }

  #put(entry) {
    const text = JSON.stringify(entry);
    remember(prefix + entry.id, text);
    return recall(prefix + entry.id) === text;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
