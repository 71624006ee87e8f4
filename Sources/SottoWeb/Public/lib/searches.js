const settle = 150; // Milliseconds: what one types quickly is one search.
const pageSize = 20;

/**
 * What is looked for, and what came of it. Only the latest search counts; one that is not wanted
 * any more is given up. Tells its listeners `change`.
 * @typedef {{q: string, project?: string, role?: string, model?: string, days?: string,
 *   order?: string}} Query
 */
export class Searches extends EventTarget {
  /** @type {Query} */
  query = { q: '' };
  results = [];
  next = null;
  isRunning = false;
  isBounded = false;
  unindexed = 0;
  error = null;
  #timer;
  #giveUp = new AbortController();

  /** @param {import('./api.js').Api} api */
  constructor(api) {
    super();
    this.api = api;
  }

  get isEmpty() {
    return this.query.q.trim() === '';
  }

  get hasFilters() {
    return ['project', 'role', 'model', 'days'].some((name) => this.query[name]);
  }

  /** @param {Query} query */
  soon(query) {
    this.query = query;
    this.#stop();
    this.#timer = setTimeout(() => this.now(query), settle);
    this.isRunning = !this.isEmpty;
    this.#tell();
  }

  /** @param {Query} [query] the same again unless given */
  now(query = this.query) {
    this.query = query;
    this.#stop();
    if (this.isEmpty) {
      Object.assign(this, { results: [], next: null, error: null, isRunning: false });
      this.#tell();
      return Promise.resolve();
    }
    return this.#read(null);
  }

  more() {
    return this.next && !this.isRunning ? this.#read(this.next) : Promise.resolve();
  }

  close() {
    this.#stop();
  }

  async #read(before) {
    const { signal } = this.#giveUp;
    this.isRunning = true;
    this.#tell();
    try {
      const answer = await this.api.get(`search?${this.#words(before)}`, signal);
      if (signal.aborted) return;
      this.results = before ? [...this.results, ...answer.results] : answer.results;
      this.next = answer.next;
      this.isBounded = answer.is_bounded && this.query.order === 'relevance';
      this.unindexed = answer.unindexed;
      this.error = null;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
    }
    this.isRunning = false;
    this.#tell();
  }

  #words(before) {
    const { q, project, role, model, days, order } = this.query;
    const from = days && String(new Date().setHours(0, 0, 0, 0) - Number(days) * 86_400_000);
    const fields = { q, project, role, model, from, order, before, limit: String(pageSize) };
    return new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#giveUp.abort();
    this.#giveUp = new AbortController();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
