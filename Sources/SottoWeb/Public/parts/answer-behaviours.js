import { isOn, long } from '../lib/behaviours.js';
import { put } from '../lib/copy.js';
import { t } from '../lib/i18n.js';
import { load } from '../lib/lazy.js';
import { textOf } from '../lib/live-message.js';
import { Part } from '../lib/part.js';

/** Does what the person has chosen to happen by itself: when an answer begins, grows and ends. */
class AnswerBehaviours extends Part {
  /** @type {import('../lib/reader.js').Reader|undefined} */
  #reader;
  /** The answer that is being written. */
  #message = null;
  #since = 0;
  /** The project that it belongs to. */
  #projectId = null;
  #isOurs = false;
  /** A complete answer whose Markdown the server has yet to send. */
  #uncopied = null;
  #attached = new AbortController();

  render() {
    this.hidden = true;
    this.listen(this.app.threads, 'open', () => this.#attach());
    this.listen(document, 'behaviours', () => this.#loadReplies());
    // The browser would read on.
    this.listen(window, 'pagehide', () => this.#reader?.stop());
    this.signal.addEventListener('abort', () => {
      this.#attached.abort();
      this.#reader?.stop();
    });
    this.watch(['projects', 'projectId'], () => this.#loadReplies());
    this.#attach();
  }

  /** Reads a message, or stops when it is being read. */
  async toggleReading(message) {
    if (this.app.store.state.reading === message.key) return this.#reader.stop();
    await this.#read(message);
  }

  stopReading() {
    this.#reader?.stop();
  }

  async #read(message) {
    const { signal } = this.#attached;
    try {
      const [{ Reader, canRead }] = await load(['/lib/reader.js']);
      if (!canRead()) return this.app.toast({ text: t('read.no-voice'), tone: 'bad' });
      this.#reader ??= new Reader(this.app);
    } catch (error) {
      return this.app.fail(error);
    }
    if (!signal.aborted) this.#reader.read(message);
  }

  #attach() {
    this.#attached.abort();
    this.#attached = new AbortController();
    this.#reader?.stop();
    this.#message = null;
    this.#uncopied = null;
    const thread = this.app.threads.current;
    const { signal } = this.#attached;
    thread?.addEventListener('turn', () => this.#turned(thread), { signal });
    thread?.addEventListener('message', () => this.#reader?.goOn(), { signal });
    thread?.addEventListener('messages', () => this.#copy(), { signal });
    if (thread?.turn) this.#turned(thread);
  }

  #turned({ turn }) {
    if (turn && turn.message !== this.#message) this.#began(turn);
    else if (!turn && this.#message) this.#ended(this.#message);
  }

  #began({ id, message }) {
    this.#message = message;
    this.#since = Date.now();
    this.#projectId = this.app.store.state.projectId;
    this.#uncopied = null;
    // A turn that comes with its id was begun elsewhere, and is copied and read there.
    this.#isOurs = id === null;
    if (!this.#isOurs) return;
    this.#reader?.stop();
    if (this.#wants('read')) this.#read(message);
    if (this.#wants('notify')) this.#useNotifications(({ offerNotifications }) => offerNotifications(this.app));
  }

  #ended(message) {
    this.#message = null;
    const { status } = message;
    this.#reader?.goOn();
    const wasLong = Date.now() - this.#since >= long;
    if (this.#wants('notify') && document.hidden && wasLong && status !== 'stopped') this.#notify(status);
    if (this.#wants('copy') && this.#isOurs && status === 'complete') this.#uncopied = message;
  }

  async #copy() {
    const text = this.#uncopied && textOf(this.#uncopied);
    if (!text) return;
    this.#uncopied = null;
    if (await put(text)) return this.app.toast({ text: t('answer.copied') });
    const action = () => put(text).then((isDone) => this.app.toast({ text: t(isDone ? 'copied' : 'copy.failed') }));
    this.app.toast({ text: t('answer.uncopied'), action: t('copy'), onaction: action });
  }

  /** Whether the project of the answer, or else this browser, has it switched on. */
  #wants(name) {
    return isOn(name, this.app.store.projectOf(this.#projectId));
  }

  #notify(status) {
    const { conversation, conversationId } = this.app.store.state;
    const place = { id: conversationId, project_id: this.#projectId, title: conversation?.title };
    this.#useNotifications(({ notify }) => notify(this.app, place, status));
  }

  /** Without their code there are none. */
  #useNotifications(use) {
    load(['/lib/notifications.js']).then(([module]) => use(module), () => {});
  }

  #loadReplies() {
    if (!isOn('replies', this.app.store.project)) return;
    // Without them the conversation is whole.
    load(['/parts/quick-replies.js'], ['/styles/behaviours.css']).catch(() => {});
  }
}

customElements.define('answer-behaviours', AnswerBehaviours);
