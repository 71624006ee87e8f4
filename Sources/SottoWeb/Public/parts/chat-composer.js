import { draftName, Drafts } from '../lib/drafts.js';
import { h, iconButton } from '../lib/dom.js';
import { pasteAsMarkdown, replaceText } from '../lib/edits.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import { load } from '../lib/lazy.js';
import { Part } from '../lib/part.js';
import { recall } from '../lib/preferences.js';

const longest = 200_000; // Characters; about what the largest models can read.

/** Where a message is written. Its text is kept until the server has it. */
class ChatComposer extends Part {
  #sending = false;
  #isPressedEarly = false;
  #drafts = new Drafts();
  /** @type {Promise<import('../lib/estimates.js').Estimates>|undefined} */
  #counting;

  render() {
    const { app } = this;
    this.field = h('textarea', {
      rows: 1,
      dir: 'auto',
      enterKeyHint: 'send',
      'aria-label': t('composer.label'),
      'aria-describedby': 'composer-hint composer-estimate',
      oninput: () => {
        globalThis.expectMessages?.();
        this.#changed();
      },
      placeholder: t('composer.placeholder'),
    });
    this.hint = h('p', { class: 'composer-hint', id: 'composer-hint', role: 'status' });
    this.estimate = h('span', { class: 'composer-estimate', id: 'composer-estimate' });
    this.button = iconButton('send', t('send'), () => this.#press(), { class: 'send-button' });
    this.stopButton = iconButton('stop', t('stop'), () => app.run('stop'), {
      class: 'send-button is-stop',
    });
    this.tray = h('attachment-tray', { app, onchange: () => this.#refresh() });
    const attach = iconButton('attach', t('attach'), () => this.tray.choose(), {
      title: t('attach.limits') });
    const bar = h('div', { class: 'composer-bar' },
      attach, h('model-picker', { app }), this.estimate, this.button, this.stopButton);
    const card = h('div', { class: 'composer-card' }, this.tray, this.field, bar);
    card.addEventListener('pointerdown', (event) => {
      if (event.target !== card && event.target !== bar) return;
      event.preventDefault();
      this.field.focus();
    });
    this.over = h('div', { class: 'composer-over', role: 'status' });
    this.replaceChildren(this.over, card, this.hint);
    this.field.addEventListener('paste', (event) => this.tray.paste(event));
    pasteAsMarkdown(this.field);

    const isComposing = watchComposition(this.field);
    this.field.addEventListener('keydown', (event) => {
      if (isComposing(event)) return;
      if (event.key === 'ArrowUp' && this.field.value === '' && !event.shiftKey) {
        return app.run('edit-last');
      }
      if (this.#opensTemplates(event)) {
        event.preventDefault();
        return app.run('templates');
      }
      if (!sends(event) || event.repeat) return;
      event.preventDefault();
      this.#press();
    });
    this.watch(['projectId', 'conversationId'], () => this.#turnTo());
    this.watch(['modelChoice', 'projects', 'defaultModel'], () => this.#count());
    this.listen(app.threads, 'open', () => this.#attach());
    this.#attach();
  }

  focusText() {
    this.field.focus();
  }

  /** Puts a text in, to be sent as it is or changed. */
  suggest(text) {
    replaceText(this.field, text);
    this.#changed();
    this.field.focus();
  }

  /** Puts a text in before what is there already, and files beside those. */
  putBack(text, files = []) {
    this.field.value = [text, this.field.value].filter(Boolean).join('\n\n');
    this.#files.giveBack(files);
    this.#changed();
    this.field.focus();
  }

  /** @param {Iterable<File>} files to go with the message */
  attach(files) {
    this.#files.add(files);
  }

  /** What would be sent: the text and the files that are ready. */
  get draft() {
    return { text: this.field.value.trim(), files: this.#isRunning ? [] : this.#files.parts };
  }

  /** A slash at the beginning of an empty message. */
  #opensTemplates({ key, ctrlKey, altKey, metaKey }) {
    return key === '/' && !ctrlKey && !altKey && !metaKey && this.field.value === '';
  }

  #attach() {
    const thread = this.app.threads.current;
    thread?.addEventListener('turn', () => this.#refresh(), { signal: this.signal });
    this.#refresh();
  }

  /** Another conversation has its own draft. */
  #turnTo() {
    const { projectId, conversationId } = this.app.store.state;
    if (!projectId) return;
    const isBeginning = conversationId !== null && this.app.threads.beginning === conversationId;
    const early = this.#drafts.name === '' ? this.field.value : '';
    const name = draftName(projectId, conversationId);
    this.#files.turnTo(name, isBeginning);
    const text = this.#drafts.turnTo(name, isBeginning);
    if (text === null) return;
    this.#say('');
    this.field.value = [text, early].filter(Boolean).join('\n\n');
    if (early) this.#drafts.write(this.field.value);
    this.#refresh();
    if (matchMedia('(pointer: fine)').matches) this.field.focus();
    if (!this.#isPressedEarly) return;
    this.#isPressedEarly = false;
    this.#press();
  }

  #changed() {
    this.#drafts.write(this.field.value);
    this.#say('');
    this.#refresh();
  }

  get #files() {
    return this.tray.attachments;
  }

  get #isRunning() {
    return Boolean(this.app.threads.current?.turn);
  }

  #refresh() {
    this.#count();
    this.dispatchEvent(new Event('draft', { bubbles: true }));
    this.button.hidden = this.#isRunning;
    this.stopButton.hidden = !this.#isRunning;
    this.stopButton.disabled = !this.app.threads.current?.turn?.id;
    const isEmpty = this.field.value.trim() === '' && this.#files.files.length === 0;
    this.button.classList.toggle('is-idle', isEmpty);
    this.#grow();
    const over = this.field.value.length - longest;
    if (over > 0) this.#say(counted('composer.over', over), true);
  }

  /** Says what sending would take. Its code comes with the first key. */
  async #count() {
    const text = this.#isRunning ? '' : this.field.value;
    const files = this.#isRunning ? [] : this.#files.parts;
    if (text === '' && files.length === 0 && !this.#counting) return;
    this.#counting ??= import('../lib/estimates.js').then(
      ({ Estimates }) => new Estimates(this.app.api, (...shown) => this.#showEstimate(...shown)),
    );
    const counting = await this.#counting.catch(() => null);
    const { projectId, conversationId } = this.app.store.state;
    const model = this.app.models.chosen ?? undefined;
    counting?.ask({ projectId, conversationId }, text, model, files);
  }

  /** Each piece is whole or, where there is no room for it, not seen. */
  #showEstimate(words, estimate) {
    this.#showTooLarge(estimate?.over_by > 0 ? estimate : null);
    this.estimate.replaceChildren(
      ...words.map((word, place) => h('span', {}, `${place > 0 ? ' · ' : ''}${word}`)),
    );
  }

  /** Said before anything is sent; its code is seldom needed. */
  async #showTooLarge(estimate) {
    this.tooLarge = estimate;
    if (!estimate) return this.over.replaceChildren();
    const loaded = await load(['/lib/too-large.js'], ['/styles/context.css']).catch(() => null);
    if (!loaded || this.tooLarge !== estimate) return;
    this.over.replaceChildren(loaded[0].tooLarge(this.app, estimate));
  }

  /** `field-sizing` does this where it is known. */
  #grow() {
    if (CSS.supports('field-sizing', 'content')) return;
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
  }

  async #press() {
    // What is sent before the page knows where it is goes as soon as it does.
    if (this.#drafts.name === '') return void (this.#isPressedEarly = true);
    const text = this.field.value.trim();
    if (this.#sending) return;
    if (this.#isRunning) return this.#say(t('composer.wait'));
    if (this.#files.isBusy) return this.#say(t('attach.wait'));
    if (this.#files.hasFailed) return this.#say(t('attach.failed'), true);
    if (text === '' && this.#files.files.length === 0) return this.#say(t('composer.empty'));
    if (text.length > longest) return this.#refresh();
    const { models } = this.app;
    if (this.app.store.state.models && !models.next) return this.#say(t('composer.no-model'), true);
    this.#sending = true;
    const files = this.#files.take();
    this.#drafts.send(text);
    this.#show('');
    this.#say('');
    try {
      await this.app.threads.send(text, files.map((file) => file.part));
      this.#show(this.#drafts.settle(true));
    } catch (error) {
      this.#show(this.#drafts.settle(false));
      this.#files.giveBack(files);
      this.#explain(error);
    } finally {
      this.#sending = false;
      this.#refresh();
    }
  }

  /** Undo brings back what was sent, for who is writing; a button that was pressed keeps the focus. */
  #show(text) {
    if (text !== null && this.field.value !== text) {
      if (document.activeElement === this.field) replaceText(this.field, text);
      else this.field.value = text;
    }
    this.#refresh();
  }

  #explain(error) {
    this.#say(`${t('composer.unsent')} ${wordsFor(error)}`, true);
  }

  #say(words, isBad = false) {
    if (this.hint.textContent !== words) this.hint.textContent = words;
    this.hint.classList.toggle('is-bad', isBad);
  }
}

/** Whether a key sends: Enter, or with Ctrl or Command where Enter is to break the line. */
function sends({ key, shiftKey, altKey, ctrlKey, metaKey }) {
  if (key !== 'Enter' || shiftKey || altKey) return false;
  return recall('enter') === 'break' ? ctrlKey || metaKey : !metaKey;
}

customElements.define('chat-composer', ChatComposer);
