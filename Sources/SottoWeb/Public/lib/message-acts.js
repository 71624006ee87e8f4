import { copy } from './copy.js';
import { t } from './i18n.js';
import { load, loadFacts } from './lazy.js';
import { isFile, textOf } from './live-message.js';

/** What a person can do with a message. */
export class MessageActs {
  /**
   * @param {HTMLElement & {app: import('./app-type.js').App, message: import('./types.js').Message,
   *   thread: import('./thread.js').Thread}} view the element that shows it
   */
  constructor(view) {
    this.view = view;
  }

  /** Shows what was sent for this answer. */
  inspect() {
    this.app.inspect(this.message);
  }

  /** Shows what this answer took. */
  async showFacts(anchor) {
    try {
      const { openAnswerFacts } = await loadFacts();
      await openAnswerFacts(this, anchor);
    } catch (error) {
      this.app.fail(error);
    }
  }

  get app() {
    return this.view.app;
  }

  get message() {
    return this.view.message;
  }

  get thread() {
    return this.view.thread;
  }

  get text() {
    return textOf(this.message);
  }

  get isBeingRead() {
    return this.app.store.state.reading === this.message.key;
  }

  /** A message that a program sent for a tool has no words to change. */
  get canResend() {
    const { role, parts } = this.message;
    return role === 'user' && parts.every((part) => isFile(part) || part.type === 'text');
  }

  async copy() {
    const isDone = await copy(this.text);
    this.app.toast({ text: t(isDone ? 'copied' : 'copy.failed') });
  }

  async copyFormatted() {
    const [{ copyFormatted }] = await load(['/lib/rich-copy.js']);
    const isDone = await copyFormatted(this.message, this.text);
    this.app.toast({ text: t(isDone ? 'copied' : 'copy.failed') });
  }

  /** Reads it aloud, or stops that. */
  readAloud() {
    document.querySelector('answer-behaviours')?.toggleReading(this.message);
  }

  /** Opens the words in their place: a question is sent anew, an answer is changed. */
  async edit() {
    if (this.view.querySelector('message-editor') || this.thread.turn) return;
    try {
      const [{ openEditor }] = await load(['/parts/message-editor.js'], ['/styles/editor.css']);
      openEditor(this);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {string} text */
  resend(text) {
    return this.app.threads.resend(this.message, text, this.message.parts.filter(isFile));
  }

  /** Has the question answered again; this answer stays, as another version. */
  again(model) {
    const { messages } = this.thread;
    const parent = this.message.parent_id ?? messages[messages.indexOf(this.message) - 1]?.id;
    if (parent) this.app.threads.retry(parent, model).catch(this.app.fail);
  }

  againWith() {
    this.app.pickModel((model) => this.again(model));
  }

  goOn() {
    this.app.threads.goOn(this.message.id).catch(this.app.fail);
  }

  /** Turns to another version; it is shown where this one was. */
  async walk(id, step) {
    const transcript = this.view.closest('chat-transcript');
    const { top } = this.view.getBoundingClientRect();
    try {
      await this.thread.choose(id);
      transcript.hold(id, top)?.focusWalker(step);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async branch() {
    try {
      await this.app.conversations.branch(this.thread.id, this.message.id);
      this.app.toast({ text: t('branched') });
    } catch (error) {
      this.app.fail(error);
    }
  }

  pin() {
    const pinned = !this.message.pinned_at;
    this.thread.change(this.message.id, { pinned }).catch(this.app.fail);
  }

  async remove() {
    const { app, thread } = this;
    const { id } = this.message;
    const undo = () => thread.restore(id).catch(app.fail);
    const region = this.view.closest('[role="region"]');
    try {
      await thread.remove(id);
      // The button that was pressed is gone; the keyboard goes on from where it was.
      if (document.activeElement === document.body) region?.focus({ preventScroll: true });
      app.toast({ text: t('message.deleted'), action: t('undo'), onaction: undo });
    } catch (error) {
      app.fail(error);
    }
  }
}
