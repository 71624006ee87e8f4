import { h, icon } from '../lib/dom.js';
import { knows, t } from '../lib/i18n.js';
import { fileView } from '../lib/file-view.js';
import { answerNotes } from '../lib/answer-notes.js';
import { hasContent, isFile } from '../lib/live-message.js';
import { MessageActs } from '../lib/message-acts.js';
import { noteOf } from '../lib/message-note.js';
import { MessageTools } from '../lib/message-tools.js';
import { Part } from '../lib/part.js';
import { partView } from '../lib/part-views.js';
import { unfoldAll } from '../lib/unfolding.js';

const running = ['sending', 'waiting', 'streaming'];

/** One message. `update` draws what changed of it. */
class ChatMessage extends Part {
  /** @type {import('../lib/types.js').Message} */
  message;
  acts = new MessageActs(this);
  #views = [];
  #noted = '';

  render() {
    const isUser = this.message.role === 'user';
    this.className = `message ${isUser ? 'is-user' : 'is-answer'}`;
    this.setAttribute('role', 'article');
    this.model = h('span', { class: 'message-model', dir: 'auto' });
    this.head = h('header', { class: 'message-head', hidden: isUser }, icon('mark'), this.model);
    this.body = h('div', { class: isUser ? 'bubble' : 'message-body' });
    this.state = h('div', { class: 'message-state', hidden: true });
    this.note = h('div', { class: 'message-note' });
    this.tools = new MessageTools(this.acts);
    this.replaceChildren(this.head, this.body, this.state, this.note, this.tools.element);
    this.classList.remove('is-editing');
    this.#views = [];
    this.#noted = '';
    this.words = undefined;
    this.update();
    this.signal.addEventListener('abort', () => clearInterval(this.timer));
  }

  update() {
    if (!this.isConnected) return;
    const { message } = this;
    const isRunning = running.includes(message.status);
    this.dataset.status = message.status;
    const answerer = this.app.models.title(message.model) || t('answer');
    const who = message.role === 'user' ? t('you') : answerer;
    if (this.getAttribute('aria-label') !== who) this.setAttribute('aria-label', who);
    if (message.role === 'user') {
      this.#updateQuestion();
    } else {
      if (this.model.textContent !== who) this.model.textContent = who;
      this.#updateParts(isRunning);
      this.#updateState();
    }
    this.#updateNote();
    this.tools.update(isRunning);
    this.#keepTime(isRunning);
  }

  /** @param {HTMLElement} editor in the place of the words */
  showEditor(editor) {
    this.classList.add('is-editing');
    this.body.after(editor);
  }

  hideEditor() {
    const editor = this.querySelector('message-editor');
    if (!editor) return;
    const hadFocus = editor.contains(document.activeElement);
    editor.remove();
    this.classList.remove('is-editing');
    if (hadFocus) this.tools.focusEdit();
  }

  /** All of it is there, for its height is needed. */
  unfold() {
    unfoldAll(this);
  }

  focusWalker(step) {
    this.tools.walker.focus(step);
  }

  /** A person's words as they are, below the files. */
  #updateQuestion() {
    const { parts } = this.message;
    const text = parts.filter((part) => part.type === 'text').map((part) => part.text).join('\n');
    this.words ??= h('span');
    if (!this.words.isConnected) {
      const results = parts.filter((part) => part.type === 'tool_result');
      this.body.replaceChildren(
        ...parts.filter(isFile).map(fileView),
        ...results.map((part) => h('p', {}, t('tool.result', { name: part.name }))),
        this.words,
      );
      this.body.dir = 'auto';
    }
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  #updateParts(isRunning) {
    const { parts, live } = this.message;
    parts.forEach((part, index) => {
      if (this.#views[index]?.type !== part.type) {
        for (const view of this.#views.splice(index)) view.element.remove();
        const view = partView(part.type);
        this.#views[index] = view;
        this.body.append(view.element);
      }
      this.#views[index].update(part, { live, isRunning });
    });
    for (const view of this.#views.splice(parts.length)) view.element.remove();
  }

  /** What is going on before there is text, or while the connection is away. */
  #updateState() {
    const { status, live, parts } = this.message;
    const isEmpty = parts.every((part) => part.type === 'reasoning' || !hasContent(part));
    const isThinking = live?.thinkingSince && !live.thoughtFor;
    const isRunning = running.includes(status);
    const isWaiting = isRunning && isEmpty;
    const notice = `notice.${live?.notice?.code}`;
    let words = '';
    if (isWaiting) words = knows(notice) ? t(notice, live.notice) : isThinking ? '' : t('waiting');
    if (isRunning && live?.reconnecting) words = t('reconnecting');
    const isShown = Boolean(words) || (isWaiting && !isThinking);
    if (this.state.dataset.words === words && this.state.hidden === !isShown) return;
    this.state.dataset.words = words;
    this.state.hidden = !isShown;
    this.state.replaceChildren(
      h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
      h('span', { class: words === t('waiting') ? 'visually-hidden' : '' }, words),
    );
  }

  #updateNote() {
    const { message, thread } = this;
    const isLast = thread.messages.at(-1) === message;
    const { id, status, stop_reason: reason, error, notes, live, model } = message;
    const mark = JSON.stringify(
      [id, status, reason, error, notes, live?.newHosts, model, isLast, Boolean(thread.turn)]);
    if (this.#noted === mark) return;
    this.#noted = mark;
    const facts = answerNotes(this.app, message);
    this.note.replaceChildren(...facts, ...noteOf(this.app, message, isLast && !thread.turn, {
      retry: (model) => this.acts.again(model),
      goOn: () => this.acts.goOn(),
    }));
    this.classList.toggle('is-last', isLast);
  }

  /** A thought's seconds go on while nothing comes. */
  #keepTime(isRunning) {
    const { live } = this.message;
    const isThinking = isRunning && live?.thinkingSince && !live.thoughtFor;
    if (Boolean(this.timer) === Boolean(isThinking)) return;
    clearInterval(this.timer);
    this.timer = isThinking ? setInterval(() => this.update(), 1000) : 0;
  }
}

customElements.define('chat-message', ChatMessage);
