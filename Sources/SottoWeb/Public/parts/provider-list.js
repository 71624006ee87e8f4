import './key-unlock.js';
import './provider-form.js';
import { h, icon, iconButton } from '../lib/dom.js';
import { counted, knows, t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** The providers there are, and the way to add one. */
class ProviderList extends Part {
  adding = false;

  render() {
    this.list = h('ul', { class: 'providers' });
    this.place = h('div');
    this.lock = h('div');
    this.replaceChildren(this.lock, this.list, this.place);
    this.watch(['providers', 'models', 'problems', 'presets'], (state) => this.#show(state));
    if (this.adding) this.#openForm();
    else this.#closeForm();
    this.#offerToUnlock();
  }

  /** After a restart the sealed keys are locked. */
  async #offerToUnlock() {
    const keys = await this.app.models.keyStore().catch(() => null);
    if (!keys?.locked || !keys.has_passphrase || keys.names.length === 0) return;
    const onunlocked = () => {
      this.lock.replaceChildren();
      this.app.models.load().catch((error) => this.app.fail(error));
    };
    // Browsers want a password inside a form.
    this.lock.replaceChildren(h(
      'form', { onsubmit: (event) => event.preventDefault() },
      h('key-unlock', { app: this.app, onunlocked })));
  }

  #show({ providers, models, problems }) {
    const rows = providers.map((provider) => {
      const count = (models ?? []).filter((model) => model.provider === provider.name).length;
      const trouble = problems.find((problem) => problem.provider === provider.name);
      return this.#row(provider, count, trouble);
    });
    this.list.replaceChildren(...rows);
    this.list.hidden = rows.length === 0;
  }

  #row(provider, count, trouble) {
    const source = `source.${provider.source}`;
    const facts = [
      knows(source) ? t(source) : provider.source,
      count > 0 && counted('models', count),
      provider.note,
    ];
    return h(
      'li',
      { class: 'provider' },
      h('div', { class: 'provider-words' },
        h('span', { class: 'provider-name', dir: 'auto' }, provider.name),
        h('span', { class: 'field-hint' }, facts.filter(Boolean).join(' · ')),
        h('span', { class: 'provider-address', dir: 'ltr' }, provider.base_url ?? ''),
        trouble && h('span', { class: 'field-wrong' }, icon('alert'),
          [trouble.message, trouble.hint].filter(Boolean).join(' '))),
      provider.source === 'configured' &&
        iconButton('trash', t('provider.remove', { name: provider.name }), () =>
          this.#remove(provider)),
    );
  }

  async #remove({ name }) {
    try {
      await this.app.models.removeProvider(name);
      this.app.toast({ text: t('provider.removed', { name }) });
    } catch (error) {
      this.app.fail(error);
    }
    this.place.querySelector('button')?.focus();
  }

  #openForm() {
    const close = () => {
      this.#closeForm();
      this.place.querySelector('button')?.focus();
    };
    this.place.replaceChildren(h('provider-form', { app: this.app, onclose: close }));
  }

  #closeForm() {
    this.place.replaceChildren(
      h('button', { type: 'button', class: 'button', onclick: () => this.#openForm() },
        icon('plus'), t('provider.add')),
    );
  }
}

customElements.define('provider-list', ProviderList);
