import { named } from './attachments.js';
import { apply } from './live-message.js';
import { follow } from './stream.js';

const pageSize = 40;

/**
 * The messages of one conversation and the turn that runs in it. Tells its listeners:
 * `messages` (some came, went or changed places), `message` (one changed; in `detail`),
 * `place` (the message to show; in `detail`), `turn` (one began or ended).
 */
export class Thread extends EventTarget {
  /** @type {import('./types.js').Message[]} */
  messages = [];
  hasMore = false;
  /** Whether the path goes on after these messages: then they are a part in its middle. */
  hasNewer = false;
  loaded = false;
  /** @type {{id: string|null, message: import('./types.js').Message}|null} */
  turn = null;
  #closing = new AbortController();
  #busy = null;
  #epoch = 0;
  #gone = new Set();

  /** @param {import('./api.js').Api} api @param {string} id the conversation's */
  constructor(api, id) {
    super();
    this.api = api;
    this.id = id;
  }

  close() {
    this.#closing.abort();
  }

  /** Reads the end of the conversation, and follows its turn if one runs. */
  async load() {
    if (this.hasNewer) return this.#reloadMiddle();
    const answer = await this.#newest();
    if (this.turn && !this.turn.id) return; // Our own send is under way; its end reads again.
    const isFirst = !this.loaded;
    this.loaded = true;
    const newest = answer.messages;
    const start = this.messages.findIndex((one) => one.id === newest[0]?.id);
    if (isFirst || start < 0) {
      this.hasMore = answer.has_more;
      this.messages = newest.map((message) => this.#merged(message));
    } else {
      const merged = newest.map((message) => this.#merged(message));
      this.messages = [...this.messages.slice(0, start), ...merged];
    }
    this.#tell('messages');
    this.#resume();
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

  /** The last page; read again when a send of ours made it old on its way. */
  async #newest() {
    while (true) {
      const epoch = this.#epoch;
      const answer = await this.#page(`limit=${pageSize}`);
      if (epoch === this.#epoch || this.#closing.signal.aborted) return answer;
    }
  }

  /** @returns {Promise<void>} when the page before the first message is there */
  loadOlder() {
    if (!this.hasMore || !this.messages[0]) return Promise.resolve();
    this.#busy ??= this.#readOlder().finally(() => (this.#busy = null));
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

  async #readOlder() {
    const answer = await this.#page(`limit=${pageSize}&before=${this.messages[0].id}`);
    const known = new Set(this.messages.map((message) => message.id));
    const older = answer.messages.filter((message) => !known.has(message.id));
    this.hasMore = answer.has_more && older.length > 0;
    this.messages = [...older.map((message) => this.#merged(message)), ...this.messages];
    this.#tell('messages');
  }

  /**
   * Begins a turn and shows it at once. When the server refuses, everything is as it was before.
   * @param {{id: string, text?: string, parent_id?: string, continue_message_id?: string,
   *   model?: string}} body
   * @param {import('./types.js').Part[]} [files] of a new message
   */
  async start(body, files = []) {
    const isAtEnd = body.parent_id === undefined && !body.continue_message_id;
    if (this.hasNewer && isAtEnd) await this.loadEnd();
    const before = this.messages;
    this.#epoch += 1;
    const isNew = body.text !== undefined;
    const answer = this.#expect(body, files);
    const asked = this.messages.at(-2);
    this.turn = { id: null, message: answer };
    this.#tell('messages');
    this.#tell('turn');
    try {
      const path = `conversations/${this.id}/turns?render=html`;
      const request = isNew ? { ...body, text: body.text || undefined, attachments: named(files) } : body;
      const connection = await this.api.openSafely(path, request);
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

  /** Closes the request to the model; the text stays. */
  async stop() {
    if (this.turn?.id) await this.api.post(`turns/${this.turn.id}/stop`);
  }

  /** The messages as they will be once the server has taken the turn. */
  #expect(body, files) {
    const created_at = Date.now();
    const fresh = (role, parts) => {
      const key = `new-${body.id}-${role}`;
      return { id: key, key, parent_id: null, role, parts, status: 'sending', created_at };
    };
    if (body.continue_message_id) {
      const message = this.messages.find((one) => one.id === body.continue_message_id);
      Object.assign(message, { status: 'waiting', error: undefined, stop_reason: undefined });
      this.#tell('message', message);
      return message;
    }
    const answer = { ...fresh('assistant', []), status: 'waiting', model: body.model };
    if (body.text === undefined) {
      const parent = this.messages.findIndex((one) => one.id === body.parent_id);
      this.hasNewer = false;
      this.messages = [...this.messages.slice(0, parent + 1), answer];
    } else {
      const text = body.text ? [{ type: 'text', text: body.text }] : [];
      const asked = fresh('user', [...files, ...text]);
      this.messages = [...this.messages, asked, answer];
    }
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
    const { key, fallback } = known;
    const live = known.live && { ...known.live, reconnecting: false };
    for (const field of Object.keys(known)) if (!(field in message)) delete known[field];
    return Object.assign(known, message, { key, live, fallback });
  }

  #page(query) {
    return this.api.get(`conversations/${this.id}/messages?render=html&${query}`);
  }

  #tell(type, detail) {
    if (!this.#closing.signal.aborted) this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
