import './key-unlock.js';
import { h } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';

/** Adds a provider: choose, give the key, test, save. Dispatches `close` when done. */
class ProviderForm extends Part {
  render() {
    const { presets } = this.app.store.state;
    this.preset = field(t('provider.which'), h('select', { onchange: () => this.#fill() },
      ...presets.map((preset) => new Option(preset.title, preset.name)),
      new Option(t('provider.other'), '')));
    this.key = field(t('provider.key'), h('input', {
      type: 'password', autocomplete: 'off', spellcheck: false, dir: 'ltr' }),
    t('provider.key.hint'));
    this.address = field(t('provider.address'), h('input', {
      type: 'url', autocomplete: 'off', spellcheck: false, dir: 'ltr' }),
    t('provider.address.hint'));
    this.name = field(t('provider.name'), h('input', {
      type: 'text', autocomplete: 'off', spellcheck: false, dir: 'ltr', maxLength: 40 }),
    t('provider.name.hint'));
    this.result = h('p', { class: 'form-result', role: 'status' });
    this.lock = h('div');
    const test = () => this.#test();
    this.test = h('button', { type: 'button', class: 'button', onclick: test }, t('test'));
    this.save = h('button', { type: 'submit', class: 'button is-primary' }, t('save'));
    const more = h('details', { class: 'form-more' }, h('summary', {}, t('provider.more')),
      this.address.element, this.name.element);
    this.more = more;
    this.replaceChildren(h(
      'form',
      { class: 'provider-form', noValidate: true, 'aria-label': t('provider.add'),
        onsubmit: (event) => this.#save(event) },
      this.preset.element, this.key.element, more, this.result, this.lock,
      h('div', { class: 'form-actions' },
        h('button', { type: 'button', class: 'button', onclick: () => this.#close() }, t('cancel')),
        this.test, this.save),
    ));
    this.#fill();
    this.preset.control.focus();
  }

  get #chosen() {
    return this.app.store.state.presets.find((one) => one.name === this.preset.control.value);
  }

  #fill() {
    const preset = this.#chosen;
    this.address.control.value = preset?.base_url ?? '';
    this.name.control.value = preset?.name ?? '';
    this.more.open = !preset?.base_url;
    this.#say('');
  }

  /** @returns {object|null} what to send, or `null` when something is missing */
  #read() {
    const preset = this.#chosen;
    const name = this.name.control.value.trim().toLowerCase();
    const address = this.address.control.value.trim();
    const isName = /^[a-z0-9][a-z0-9_.-]*$/.test(name);
    const isAddress = /^https?:\/\/\S+$/.test(address);
    this.name.complain(isName ? '' : t('provider.name.wrong'));
    this.address.complain(isAddress ? '' : t('provider.address.wrong'));
    if (!isName || !isAddress) {
      this.more.open = true;
      (isAddress ? this.name : this.address).control.focus();
      return null;
    }
    const key = this.key.control.value.trim();
    return { name, kind: preset?.kind, base_url: address, ...(key ? { key } : {}) };
  }

  async #test() {
    const fields = this.#read();
    if (!fields) return;
    await this.#during(t('provider.testing'), async () => {
      const { models } = await this.app.models.testProvider(fields);
      this.#say(counted('provider.works', models ?? 0), 'good');
    });
  }

  async #save(event) {
    event.preventDefault();
    const fields = this.#read();
    if (!fields) return;
    await this.#during(t('provider.saving'), async () => {
      await this.app.models.addProvider(fields);
      this.app.toast({ text: t('provider.added', { name: fields.name }) });
      this.#close();
    });
  }

  async #during(words, work) {
    this.#say(words);
    this.test.disabled = this.save.disabled = true;
    try {
      await work();
      this.lock.replaceChildren();
    } catch (error) {
      const isAsked = error.code === 'keys_locked' && (await this.#askForPassphrase(words, work));
      this.#say(isAsked ? '' : wordsFor(error), 'bad');
    } finally {
      this.test.disabled = this.save.disabled = false;
    }
  }

  /**
   * Asks for what opens the key store, and then does the work.
   * @returns {Promise<boolean>} whether it can be opened from here
   */
  async #askForPassphrase(words, work) {
    const { store, has_passphrase: hasPassphrase } = await this.app.models.keyStore();
    if (store !== 'sealed-file') return false;
    const onunlocked = () => {
      this.lock.replaceChildren();
      this.#during(words, work);
    };
    this.lock.replaceChildren(
      h('key-unlock', { app: this.app, choosing: !hasPassphrase, onunlocked }));
    return true;
  }

  #say(words, tone = '') {
    this.result.textContent = words;
    this.result.className = `form-result ${tone && `is-${tone}`}`;
  }

  #close() {
    this.dispatchEvent(new Event('close'));
  }
}

customElements.define('provider-form', ProviderForm);
