import { h } from '../lib/dom.js';
import { t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';

/**
 * Asks for the passphrase of the sealed keys, or lets one be chosen when `choosing`. Dispatches
 * `unlocked`. It may stand inside a form, so it is none itself.
 */
class KeyUnlock extends Part {
  choosing = false;

  render() {
    const secret = (label, hint) => field(label, h('input', {
      type: 'password', autocomplete: 'off', spellcheck: false, dir: 'ltr',
      onkeydown: (event) => this.#onKey(event) }), hint);
    this.passphrase = this.choosing
      ? secret(t('keys.new'), t('keys.new.hint'))
      : secret(t('keys.passphrase'), t('keys.passphrase.hint'));
    this.again = this.choosing ? secret(t('keys.again')) : null;
    this.result = h('p', { class: 'form-result', role: 'status' });
    this.button = h('button', { type: 'button', class: 'button', onclick: () => this.#unlock() },
      t(this.choosing ? 'keys.choose' : 'keys.unlock'));
    this.replaceChildren(
      this.passphrase.element, this.again?.element ?? '', this.result,
      h('div', { class: 'form-actions' }, this.button));
    this.passphrase.control.focus();
  }

  #onKey(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#unlock();
  }

  async #unlock() {
    const passphrase = this.passphrase.control.value;
    if (!this.passphrase.complain(this.#wrongWith(passphrase))) return;
    if (this.again && !this.again.complain(
      this.again.control.value === passphrase ? '' : t('keys.differ'))) return;
    this.button.disabled = true;
    this.#say('');
    try {
      await this.app.models.openKeys(passphrase, this.choosing);
      this.dispatchEvent(new Event('unlocked'));
    } catch (error) {
      this.#say(wordsFor(error));
    } finally {
      this.button.disabled = false;
    }
  }

  #wrongWith(passphrase) {
    if (!passphrase) return t('keys.passphrase.none');
    return this.choosing && [...passphrase].length < 8 ? t('keys.short') : '';
  }

  #say(words) {
    this.result.textContent = words;
    this.result.className = 'form-result is-bad';
  }
}

customElements.define('key-unlock', KeyUnlock);
