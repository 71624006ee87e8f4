import { keyNames } from '../lib/commands.js';
import { settleConflict } from '../lib/conflicts.js';
import { h } from '../lib/dom.js';
import { pasteAsMarkdown } from '../lib/edits.js';
import { t, wordsFor } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import { Part } from '../lib/part.js';
import { recall, remember } from '../lib/preferences.js';

/** @param {import('../lib/message-acts.js').MessageActs} acts */
export function openEditor(acts) {
  acts.view.showEditor(h('message-editor', { app: acts.app, acts }));
}

/**
 * A message's words, in its place, to be changed. What is written is kept across reloads until it
 * is sent or given up.
 */
class MessageEditor extends Part {
  /** @type {import('../lib/message-acts.js').MessageActs} */
  acts;
  #isBusy = false;

  render() {
    const { message, text } = this.acts;
    this.isQuestion = message.role === 'user';
    this.id = `editor-${message.id}`;
    this.draft = `edit.${message.id}`;
    this.version = message.version;
    this.before = text;
    this.field = h('textarea', {
      dir: 'auto',
      rows: 1,
      value: recall(this.draft) ?? text,
      maxLength: 200_000,
      'aria-label': t(this.isQuestion ? 'edit.message' : 'edit.answer'),
      'aria-describedby': `${this.id}-hint`,
      oninput: () => this.#changed(),
    });
    this.hint = h('p', { class: 'editor-hint', id: `${this.id}-hint`, role: 'status' });
    const button = (label, run, look) =>
      h('button', { type: 'button', class: `button ${look}`, onclick: run }, label);
    const done = t(this.isQuestion ? 'send' : 'save');
    this.replaceChildren(
      this.field,
      h('div', { class: 'editor-bar' },
        this.hint,
        button(t('cancel'), () => this.#giveUp(), ''),
        button(done, () => this.#finish(), 'is-primary')),
    );
    pasteAsMarkdown(this.field);
    const isComposing = watchComposition(this.field);
    this.field.addEventListener('keydown', (event) => !isComposing(event) && this.#key(event));
    const keys = this.isQuestion ? 'Enter' : keyNames('mod+Enter').join('+');
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const hint = this.isQuestion ? 'edit.message.hint' : 'edit.answer.hint';
    this.#say((isTouch ? '' : t('edit.keys', { keys })) + t(hint));
    this.#grow();
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }

  /** Enter sends a question as in the composer; an answer has lines, so it takes Ctrl or ⌘. */
  #key(event) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return this.#giveUp();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.repeat) return;
    if (!this.isQuestion && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#finish();
  }

  #changed() {
    remember(this.draft, this.field.value);
    this.#grow();
  }

  /** `field-sizing` does this where it is known. */
  #grow() {
    if (CSS.supports('field-sizing', 'content')) return;
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  #giveUp() {
    const written = this.field.value;
    this.#close();
    if (written === this.before) return;
    const { app, acts, draft } = this;
    app.toast({
      text: t('edit.given-up'),
      action: t('undo'),
      onaction: () => {
        remember(draft, written);
        acts.edit();
      },
    });
  }

  async #finish() {
    const text = this.field.value.trim();
    if (this.#isBusy) return;
    if (text === '') return this.#say(t('composer.empty'), true);
    if (this.isQuestion && this.acts.thread.turn) return this.#say(t('composer.wait'), true);
    if (text === this.before && !this.isQuestion) return this.#close();
    this.#isBusy = true;
    try {
      await (this.isQuestion ? this.#send(text) : this.#save(text));
    } catch (error) {
      this.#say(wordsFor(error), true);
    } finally {
      this.#isBusy = false;
    }
  }

  /** The old version leaves the screen at once; when the server refuses, it is back with the words. */
  async #send(text) {
    const { acts, draft, app } = this;
    const transcript = acts.view.closest('chat-transcript');
    const { id } = acts.message;
    remember(draft, text);
    const sending = acts.resend(text);
    if (matchMedia('(pointer: fine)').matches) app.run('focus-composer');
    try {
      await sending;
      remember(draft, null);
    } catch (error) {
      app.fail(error);
      transcript.viewOf(id)?.acts.edit();
    }
  }

  async #save(text) {
    const { acts, app } = this;
    const { id } = acts.message;
    const save = (version) => acts.thread.change(id, { text, version });
    const isSaved = await settleConflict(app, this.version, save, {
      mine: text,
      theirs: (current) => current.parts.filter((part) => part.type === 'text')
        .map((part) => part.text).join('\n\n'),
    });
    if (isSaved) this.#close();
    await acts.thread.refresh();
  }

  #close() {
    remember(this.draft, null);
    this.acts.view.hideEditor();
  }

  #say(words, isBad = false) {
    this.hint.textContent = words;
    this.hint.classList.toggle('is-bad', isBad);
  }
}

customElements.define('message-editor', MessageEditor);
