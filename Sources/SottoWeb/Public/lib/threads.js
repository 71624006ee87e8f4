import { ApiError } from './api.js';
import { loadMessages } from './lazy.js';
import { pathTo } from './route.js';
import { newId } from './id.js';
import { recall, remember } from './preferences.js';

/** So many conversations that were open lately are shown at once, as they were, and then read again. */
const mostKept = 5;

/** Which conversation's messages are shown, and how a new one begins. */
export class Threads extends EventTarget {
  /** @type {import('./thread.js').Thread|null} */
  current = null;
  /** The conversation that a text being sent begins, while the page turns to it. */
  beginning = null;
  /** What waits for the network; its code comes after the first screen. */
  outbox = /** @type {import('./outbox.js').Outbox|null} */ (null);

  #wanted;
  #opening = null;
  #Thread;
  #kept = new Map();

  /** @param {import('./app-type.js').App} app */
  constructor(app) {
    super();
    const { store, api, route, conversations, models } = app;
    Object.assign(this, { app, store, api, route, conversations, models });
  }

  /**
   * @param {string|null} id
   * @param {string|null} [message] the one to open at, instead of at the end
   * @returns {Promise<boolean|undefined>} `false` when that message is not there
   */
  async open(id, message = null) {
    if (this.#wanted === id && !message) return undefined;
    if (this.#wanted !== id) {
      this.#wanted = id;
      this.#opening = this.#turnTo(id);
    }
    await this.#opening;
    const thread = this.current;
    if (!thread || thread.id !== id) return undefined;
    const [conversation, isThere] = await Promise.all([
      this.api.get(`conversations/${id}`),
      message ? this.#openAt(thread, message) : thread.load(),
    ]);
    if (this.current === thread) this.store.set({ conversation });
    return isThere;
  }

  async #openAt(thread, message) {
    try {
      await thread.openAt(message);
      return true;
    } catch (error) {
      if (error.code !== 'message_not_found') throw error;
      await thread.load();
      return false;
    }
  }

  async #turnTo(id) {
    this.#keep(this.current);
    this.current?.close();
    this.current = null;
    if (id) await this.#load();
    if (this.#wanted !== id) return;
    this.current = id ? this.#make(id, this.#kept.get(id)) : null;
    this.dispatchEvent(new Event('open'));
  }

  /** The code for messages comes with the first conversation. */
  async #load() {
    try {
      [{ Thread: this.#Thread }] = await loadMessages();
    } catch {
      throw new ApiError({ code: 'unreachable', message: '' });
    }
  }

  #make(id, before) {
    return new this.#Thread(this.app, id, before);
  }

  /** A turn that runs goes on without us, and in the middle of a path nobody knows what comes next. */
  #keep(thread) {
    if (!thread) return;
    this.#kept.delete(thread.id);
    if (!thread.loaded || thread.turn || thread.hasNewer) return;
    this.#kept.set(thread.id, thread);
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value);
  }

  /**
   * Sends a text in the shown conversation, or in a new one; it waits where the server is away. A send that failed and comes again
   * with the same words keeps its id, so that the server can tell that it is the same.
   * @param {string} text
   * @param {import('./types.js').Part[]} [files]
   */
  async send(text, files = []) {
    const { projectId, conversationId } = this.store.state;
    await this.#opening;
    const unsent = this.#sameOrNew(text, files, projectId, conversationId);
    const model = this.models.chosen ?? undefined;
    remember('unsent', JSON.stringify(unsent));
    const place = { projectId, conversationId: unsent.conversationId, begins: !unsent.place };
    const entry = { id: unsent.id, ...place, text, files, model, at: Date.now() };
    if (!this.outbox?.holds(entry) || !this.outbox.add(entry)) await this.#sendNow(entry, unsent);
    remember('unsent', null);
  }

  async #sendNow(entry, unsent) {
    try {
      await this.deliver(entry, () => {
        unsent.place = entry.conversationId;
        remember('unsent', JSON.stringify(unsent));
      });
    } catch (error) {
      if (!error.isAway || !this.outbox?.add(entry)) throw error;
    }
  }

  /**
   * Gives the server a message, after the conversation that it begins and its files.
   * @param {import('./outbox.js').Waiting} entry
   * @param {() => void} [onbegin] called when the conversation is there
   * @returns {Promise<() => Promise<void>>} waits for the end of its turn
   */
  async deliver(entry, onbegin) {
    const { id, projectId, conversationId, text, model } = entry;
    await this.#load();
    const hasWaiting = entry.files.some((file) => file.waits);
    const waiting = hasWaiting && (await import('./waiting-files.js'));
    const files = waiting ? await waiting.sendFiles(this.api, entry.files) : entry.files;
    if (entry.begins) {
      await this.api.postSafely(`projects/${projectId}/conversations`, { id: conversationId });
      entry.begins = false;
      onbegin?.();
      this.#begin(projectId, conversationId);
    }
    const thread = this.#thread(conversationId);
    await thread.start({ id, text, model }, files);
    if (waiting) waiting.dropFiles(entry.files);
    this.conversations.load().catch(() => {}); // Its title and place; the next change brings them.
    return () => thread.ended();
  }

  /** Writing the same words again goes on with the message that did not go. */
  reuse({ id, text, files, projectId, conversationId, begins }) {
    const place = begins ? null : conversationId;
    const unsent = { id, text: wordsOf(text, files), projectId, place, conversationId };
    remember('unsent', JSON.stringify(unsent));
  }

  #sameOrNew(words, files, projectId, place) {
    const text = wordsOf(words, files);
    const last = JSON.parse(recall('unsent') ?? 'null');
    if (last?.text === text && last.projectId === projectId && last.place === place) return last;
    return { id: newId(), text, projectId, place, conversationId: place ?? newId() };
  }

  /** The conversation that a send goes to, also when another one is shown by now. */
  #thread(id) {
    return this.current?.id === id ? this.current : this.#make(id);
  }

  /** Answers a message again, with another model if one is named. */
  retry(parentId, model) {
    return this.current.start({ id: newId(), parent_id: parentId, model });
  }

  /** Sends other words in the place of a message; that one stays, as another version. */
  resend(message, text, files) {
    const model = this.models.chosen ?? undefined;
    const body = { id: newId(), text, parent_id: message.parent_id, model };
    return this.current.start(body, files, message);
  }

  /** @param {string} messageId an answer that ended early */
  goOn(messageId) {
    return this.current.start({ id: newId(), continue_message_id: messageId });
  }

  #begin(projectId, id) {
    const { projectId: shown, conversationId } = this.store.state;
    this.models.adopt(id, projectId);
    if (shown !== projectId || conversationId !== null) return; // The reader went elsewhere.
    this.beginning = id;
    this.#wanted = id;
    this.current = this.#make(id);
    this.current.loaded = true;
    this.store.set({ conversationId: id, listsArchived: false });
    this.route.go(pathTo(projectId, id), { quiet: true });
    this.dispatchEvent(new Event('open'));
    this.beginning = null;
  }
}

/** What tells one message from another. */
const wordsOf = (text, files) => [text, ...files.map((file) => file.digest ?? file.waits)].join('\n');
