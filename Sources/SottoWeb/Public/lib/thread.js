import { named } from './attachments.js';
import { loadSummary } from './lazy.js';
import { apply } from './live-message.js';
import { follow } from './stream.js';

const pageSize = 40;
const largestPage = 200; // The most that the server gives at once.
const mostPages = 10; // As far back as a place is looked for.

/**
 * The messages of one conversation and the turn that runs in it. Tells its listeners:
 * `messages` (some came, went or changed places), `message` (one changed; in `detail`),
 * `place` (the message to show; in `detail`), `turn` (one began or ended).
 */
export class Thread extends EventTarget {
  /** @type {import('./types.js').Message[]} */
  messages = [];
  hasMore = false;
  /** Those of the chosen path, oldest first; the last one goes to the model. */
  summaries = [];
  /** Whether the path goes on after these messages: then they are a part in its middle. */
  hasNewer = false;
  loaded = false;
  /** @type {{id: string|null, message: import('./types.js').Message}|null} */
  turn = null;
  #closing = new AbortController();
  #busy = null;
  #epoch = 0;
  #asked = 0;
  #taken = 0;
  #gone = new Set();

  /**
   * @param {import('./app-type.js').App} app
   * @param {string} id the conversation's
   * @param {Thread} [before] the one that was closed, to begin with what it had
   */
  constructor(app, id, before) {
    super();
    this.app = app;
    this.api = app.api;
    this.id = id;
    if (!before) return;
    const { messages, hasMore, summaries } = before;
    Object.assign(this, { messages, hasMore, summaries, loaded: true });
  }

  close() {
    this.#closing.abort();
  }

  /** Reads the end of the conversation, and follows its turn if one runs. */
  async load() {
    if (this.hasNewer) return this.#reloadMiddle();
    await this.#load(pageSize);
  }

  /** Reads what is shown again: any message of it may have changed. */
  async refresh() {
    if (this.hasNewer) return this.#reloadMiddle();
    await this.#load(Math.min(Math.max(this.messages.length, pageSize), largestPage));
  }

  async #load(limit) {
    const number = (this.#asked += 1);
    const answer = await this.#newest(limit);
    if (this.#isBeginning) return; // Our own send is under way; its end reads again.
    if (number < this.#taken) return; // What was asked for later has come before.
    this.#taken = number;
    this.#take(answer);
  }

  /** Whether a turn's messages do not have the server's ids yet. */
  get #isBeginning() {
    return Boolean(this.turn) && (!this.turn.id || this.turn.message.id === freshKey(this.turn.id));
  }

  /** Puts the end of the path in the place of what there was of it. */
  #take({ messages: newest, has_more: hasMore }) {
    const isFirst = !this.loaded;
    this.loaded = true;
    const start = this.messages.findIndex((one) => one.id === newest[0]?.id);
    const merged = newest.map((message) => this.#merged(message));
    if (isFirst || start < 0) {
      this.hasMore = hasMore;
      this.messages = merged;
    } else {
      this.messages = [...this.messages.slice(0, start), ...merged];
    }
    this.#tell('messages');
    this.#resume();
    this.loadSummaries().catch(() => {}); // The next reading brings what is missing.
  }

  async loadSummaries() {
    const { summaries } = await this.api.get(`conversations/${this.id}/summaries`);
    if (JSON.stringify(summaries) === JSON.stringify(this.summaries)) return;
    if (summaries.length > 0) await loadSummary();
    this.summaries = summaries;
    this.#tell('messages');
  }

  /** Makes the path go through a message, and shows it with what is around it. */
  async openAt(id) {
    const query = `render=html&limit=${pageSize}&around=${encodeURIComponent(id)}`;
    const body = { message_id: id };
    const answer = await this.api.put(`conversations/${this.id}/path?${query}`, body);
    this.#show(answer);
    this.#tell('place', this.messages.find((one) => one.id === id));
    this.#resume();
  }

  /** From the middle to the end. */
  async loadEnd() {
    this.hasNewer = false;
    this.messages = [];
    await this.load();
  }

  async #reloadMiddle() {
    const { length } = this.messages;
    const middle = this.messages[Math.floor(length / 2)].id;
    this.#show(await this.#page(`limit=${Math.min(length, 200)}&around=${middle}`));
  }

  #show(answer) {
    this.loaded = true;
    this.hasMore = answer.has_more;
    this.hasNewer = answer.has_newer;
    this.messages = answer.messages.map((message) => this.#merged(message));
    this.#tell('messages');
  }

  /** The last page; read again when a send of ours, or the end of a turn, made it old on its way. */
  async #newest(limit) {
    while (true) {
      const epoch = this.#epoch;
      const answer = await this.#page(`limit=${limit}`);
      if (epoch === this.#epoch || this.#closing.signal.aborted) return answer;
    }
  }

  /** Turns to the path through another version of a message. */
  async choose(id) {
    const path = `conversations/${this.id}/path?render=html&limit=${pageSize}`;
    const answer = await this.api.put(path, { message_id: id });
    this.#epoch += 1;
    this.#take(answer);
    await this.reach(id);
  }

  /**
   * Reads back to a message.
   * @returns {Promise<boolean>} whether it is among what is shown now
   */
  async reach(id) {
    const isThere = () => this.messages.some((one) => one.id === id);
    for (let page = 0; page < mostPages && !isThere() && this.hasMore; page += 1) {
      await this.loadOlder(largestPage);
    }
    return isThere();
  }

  /**
   * Changes a message in its place.
   * @param {string} id
   * @param {{text?: string, pinned?: boolean, version?: number}} changes
   */
  async change(id, changes) {
    await this.api.patch(`messages/${id}`, changes);
    await this.refresh();
  }

  async remove(id) {
    await this.api.delete(`messages/${id}`);
    await this.refresh();
  }

  async restore(id) {
    await this.api.post(`messages/${id}/restore`);
    await this.refresh();
  }

  /** @returns {Promise<void>} when the page before the first message is there */
  loadOlder(limit = pageSize) {
    if (!this.hasMore || !this.messages[0]) return Promise.resolve();
    this.#busy ??= this.#readOlder(limit).finally(() => (this.#busy = null));
    return this.#busy;
  }

  /** @returns {Promise<void>} when the page after the last message is there */
  loadNewer() {
    if (!this.hasNewer) return Promise.resolve();
    this.#busy ??= this.#readNewer().finally(() => (this.#busy = null));
    return this.#busy;
  }

  async #readNewer() {
    const answer = await this.#page(`limit=${pageSize}&after=${this.messages.at(-1).id}`);
    if (!this.hasNewer) return; // The reader went to the end meanwhile.
    const known = new Set(this.messages.map((message) => message.id));
    const newer = answer.messages.filter((message) => !known.has(message.id));
    this.hasNewer = answer.has_newer;
    this.messages = [...this.messages, ...newer.map((message) => this.#merged(message))];
    this.#tell('messages');
    this.#resume();
  }

  async #readOlder(limit) {
    const first = this.messages[0];
    const answer = await this.#page(`limit=${limit}&before=${first.id}`);
    if (this.messages[0] !== first) return; // Another path was chosen meanwhile.
    const known = new Set(this.messages.map((message) => message.id));
    const older = answer.messages.filter((message) => !known.has(message.id));
    this.hasMore = answer.has_more && older.length > 0;
    this.messages = [...older.map((message) => this.#merged(message)), ...this.messages];
    this.#tell('messages');
  }

  /**
   * Begins a turn and shows it at once. When the server refuses, everything is as it was before.
   * @param {{id: string, text?: string, parent_id?: string|null, continue_message_id?: string,
   *   model?: string}} body
   * @param {import('./types.js').Part[]} [files] of a new message
   * @param {import('./types.js').Message} [replaced] the version in whose place this one is shown
   */
  async start(body, files = [], replaced = undefined) {
    const isAtEnd = body.parent_id === undefined && !body.continue_message_id;
    if (this.hasNewer && isAtEnd) await this.loadEnd();
    const before = this.messages;
    this.#epoch += 1;
    const isNew = body.text !== undefined;
    const answer = this.#expect(body, files, replaced);
    const asked = this.messages.at(-2);
    this.turn = { id: null, message: answer };
    this.#tell('messages');
    this.#tell('turn');
    try {
      const path = `conversations/${this.id}/turns?render=html`;
      const request = isNew ? { ...body, text: body.text || undefined, attachments: named(files) } : body;
      const connection = await this.#open(path, request);
      this.#epoch += 1;
      answer.turn_id = body.id;
      answer.status = 'waiting';
      const sent = isNew ? asked : null;
      this.#follow(body.id, answer, { connection, sent });
    } catch (error) {
      this.messages = before;
      this.turn = null;
      if (body.continue_message_id) await this.load().catch(() => {});
      this.#tell('messages');
      this.#tell('turn');
      throw error;
    }
  }

  /** Resolves when no turn runs here, or nobody looks any more. */
  async ended() {
    const { signal } = this.#closing;
    while (this.turn && !signal.aborted) {
      await new Promise((resolve) => {
        this.addEventListener('turn', resolve, { once: true });
        signal.addEventListener('abort', resolve, { once: true });
      });
    }
  }

  /** Where text would go to a new host, the person is asked; a yes goes on with the same request. */
  async #open(path, request) {
    try {
      return await this.api.openSafely(path, request);
    } catch (error) {
      if (error.code !== 'consent_needed') throw error;
      const { agrees } = await import('./consent.js');
      if (!(await agrees(this.app, error.failure, request))) throw error;
      return this.#open(path, request);
    }
  }

  /** Closes the request to the model; the text stays. */
  async stop() {
    if (this.turn?.id) await this.api.post(`turns/${this.turn.id}/stop`);
  }

  /** The messages as they will be once the server has taken the turn. */
  #expect(body, files, replaced) {
    const created_at = Date.now();
    const fresh = (role, parts, before) => {
      const key = freshKey(body.id, role);
      const siblings = before && lastOf(before);
      return { id: key, key, parent_id: null, role, parts, status: 'sending', created_at, siblings };
    };
    if (body.continue_message_id) {
      const message = this.messages.find((one) => one.id === body.continue_message_id);
      Object.assign(message, { status: 'waiting', error: undefined, stop_reason: undefined });
      this.#tell('message', message);
      return message;
    }
    const isAgain = body.text === undefined;
    const parent = this.messages.findIndex((one) => one.id === body.parent_id);
    const before = isAgain ? this.messages[parent + 1] : replaced;
    const place = this.messages.indexOf(before);
    if (place >= 0) this.hasNewer = false;
    const kept = place < 0 ? this.messages : this.messages.slice(0, place);
    const asked = fresh('user', [...files, ...textParts(body.text)], before);
    const answer = { ...fresh('assistant', [], isAgain && before), status: 'waiting', model: body.model };
    this.messages = isAgain ? [...kept, answer] : [...kept, asked, answer];
    return answer;
  }

  #named(message, id) {
    message.id = id;
    if (message.role === 'user') message.status = 'complete';
    this.#tell('message', message);
  }

  #resume() {
    const running = this.messages.findLast(
      (one) => one.turn_id && (one.status === 'waiting' || one.status === 'streaming'),
    );
    if (!running || this.turn || this.#gone.has(running.turn_id)) return;
    this.#follow(running.turn_id, running);
  }

  /**
   * @param {string} id the turn's
   * @param {import('./types.js').Message} message where its answer goes
   * @param {{connection?: import('./types.js').EventConnection,
   *   sent?: import('./types.js').Message|null}} [beginning] of a turn that we have just begun
   */
  async #follow(id, message, { connection, sent } = {}) {
    this.turn = { id, message };
    this.#tell('turn');
    const ending = await follow(`/api/v1/turns/${id}/events?render=html`, {
      first: connection,
      signal: this.#closing.signal,
      onstate: (connected) => {
        if (Boolean(message.live?.reconnecting) === !connected) return;
        message.live = { ...message.live, reconnecting: !connected };
        this.#tell('message', message);
      },
      onevent: (event) => {
        if (event.type === 'turn') {
          if (sent) this.#named(sent, event.data.user_message.id);
          this.#named(message, event.data.assistant_message.id);
          return false;
        }
        const isLast = apply(message, event);
        this.#tell('message', message);
        return isLast;
      },
    });
    if (ending === 'aborted' || this.turn?.id !== id) return;
    this.turn = null;
    this.#epoch += 1;
    if (ending === 'gone') {
      this.#gone.add(id);
      message.status = 'interrupted';
    }
    this.#tell('turn');
    // The stored message has what the events do not: its Markdown, and what the server made of it.
    await this.load().catch(() => {});
  }

  /** The message of the page for one of the server's, with what only the page knows. */
  #merged(message) {
    const known = this.messages.find((one) => one.id === message.id);
    if (!known) return { ...message, key: message.id };
    const isOurs = this.turn?.message === known;
    if (isOurs) return known;
    const { key } = known;
    const live = known.live && { ...known.live, reconnecting: false };
    for (const field of Object.keys(known)) if (!(field in message)) delete known[field];
    return Object.assign(known, message, { key, live });
  }

  #page(query) {
    return this.api.get(`conversations/${this.id}/messages?render=html&${query}`);
  }

  #tell(type, detail) {
    if (!this.#closing.signal.aborted) this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What names a message of a turn until the server has. */
const freshKey = (turn, role = 'assistant') => `new-${turn}-${role}`;

const textParts = (text) => (text ? [{ type: 'text', text }] : []);

/** Where the newest version of a message stands; the way to the others comes from the server. */
function lastOf({ siblings }) {
  const count = (siblings?.count ?? 1) + 1;
  return { index: count, count, previous_id: null, next_id: null };
}
