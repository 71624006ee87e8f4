import { ApiError } from './api.js';
import { loadMessages } from './lazy.js';
import { pathTo } from './route.js';
import { newId } from './id.js';
import { recall, remember } from './preferences.js';

/** Which conversation's messages are shown, and how a new one begins. */
export class Threads extends EventTarget {
  /** @type {import('./thread.js').Thread|null} */
  current = null;
  /** The conversation that the text being sent began, if it began one. */
  beginning = null;

  #wanted;
  #opening = null;
  #Thread;

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
    this.current?.close();
    this.current = null;
    if (id) await this.#load();
    if (this.#wanted !== id) return;
    this.current = id ? this.#make(id) : null;
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

  #make(id) {
    return new this.#Thread(this.app, id);
  }

  /**
   * Sends a text in the shown conversation, or in a new one. A send that failed and comes again
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
    await this.#load();
    if (!unsent.place) {
      const id = unsent.conversationId;
      await this.api.postSafely(`projects/${projectId}/conversations`, { id });
      unsent.place = id;
      remember('unsent', JSON.stringify(unsent));
      this.#begin(projectId, id);
    }
    await this.#thread(unsent.place).start({ id: unsent.id, text, model }, files);
    remember('unsent', null);
    this.conversations.load().catch(() => {}); // Its title and place; the next change brings them.
  }

  #sameOrNew(words, files, projectId, place) {
    const text = [words, ...files.map((file) => file.digest)].join('\n');
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
  }
}
