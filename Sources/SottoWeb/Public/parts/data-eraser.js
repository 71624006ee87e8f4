import { h } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { forgetTexts } from '../lib/preferences.js';
import { forgetFiles } from '../lib/waiting-files.js';

/** Deletes everything, after it was typed that this is wanted. */
class DataEraser extends Part {
  render() {
    this.place = h('div');
    this.replaceChildren(h('p', {}, t('erase.words')), this.place);
    this.#fold();
  }

  #fold() {
    const begin = h('button', {
      type: 'button', class: 'button is-danger', onclick: () => this.#ask() }, t('erase.begin'));
    this.place.replaceChildren(h('div', { class: 'form-actions' }, begin));
    return begin;
  }

  #ask() {
    const check = (label) => {
      const box = h('input', { type: 'checkbox' });
      return { box, element: h('label', { class: 'check' }, box, label) };
    };
    this.keys = check(t('erase.keys'));
    this.backups = check(t('erase.backups'));
    const phrase = t('erase.phrase');
    this.typed = field(t('erase.type', { phrase }), h('input', {
      type: 'text', autocomplete: 'off', spellcheck: false,
      oninput: () => (this.button.disabled = !this.#isSaid) }));
    this.button = h('button', { type: 'submit', class: 'button is-danger', disabled: true },
      t('erase.go'));
    const cancel = () => this.#fold().focus();
    this.place.replaceChildren(h('form', { onsubmit: (event) => this.#erase(event) },
      this.keys.element, this.backups.element, this.typed.element,
      h('div', { class: 'form-actions' }, this.button,
        h('button', { type: 'button', class: 'button', onclick: cancel }, t('cancel')))));
    this.typed.control.focus();
  }

  get #isSaid() {
    return this.typed.control.value.trim().toLowerCase() === t('erase.phrase');
  }

  async #erase(event) {
    event.preventDefault();
    if (!this.#isSaid) return;
    this.button.disabled = true;
    const { app } = this;
    try {
      const { backups } = await app.api.post('erase', {
        confirm: 'delete everything',
        keys: this.keys.box.checked,
        backups: this.backups.box.checked,
      });
      forgetTexts();
      await globalThis.caches?.delete('history').catch(() => {});
      await forgetFiles()?.catch(() => {});
      this.closest('dialog').close();
      app.toast({
        text: backups.length > 0 ? counted('erase.remaining', backups.length) : t('erase.done'),
        tone: backups.length > 0 ? 'bad' : undefined,
      });
      app.route.go('/', { replace: true });
    } catch (error) {
      this.button.disabled = false;
      this.typed.complain(wordsFor(error));
    }
  }
}

customElements.define('data-eraser', DataEraser);
