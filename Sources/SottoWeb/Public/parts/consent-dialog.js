import { h } from '../lib/dom.js';
import { counted, t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';

/** Asks before text goes to a host for the first time. `choice` is a promise of whether it may. */
class ConsentDialog extends Modal {
  host = '';
  provider = '';
  /** Whether a new message goes, and with how many files. */
  isNew = false;
  count = 0;

  constructor() {
    super();
    /** @type {Promise<boolean>} */
    this.choice = new Promise((resolve) => (this.settle = resolve));
  }

  render() {
    const button = (name, isYes, look = '') => h('button', {
      type: 'button',
      class: `button ${look}`,
      autofocus: !isYes, // A key that is still held down must not agree.
      onclick: () => {
        this.settle(isYes);
        this.close();
      },
    }, t(name));
    const provider = this.app.store.state.providers.find((one) => one.name === this.provider);
    this.show(
      t('consent'),
      h('div', { class: 'dialog-body' },
        h('p', {}, t('consent.words', { provider: provider?.title ?? this.provider })),
        h('p', { class: 'consent-host', dir: 'ltr' }, this.host),
        h('p', {}, t('consent.what')),
        h('ul', { class: 'consent-what' }, ...this.#what().map((words) => h('li', {}, words))),
        h('p', { class: 'field-hint' }, t('consent.remembered'))),
      h('footer', { class: 'dialog-foot' },
        button('consent.no', false), button('consent.yes', true, 'is-primary')),
    );
    this.dialog.addEventListener('close', () => this.settle(false));
  }

  #what() {
    return [
      t(this.isNew ? 'consent.message' : 'consent.again'),
      this.count > 0 ? counted('consent.files', this.count) : '',
      t('consent.context'),
    ].filter(Boolean);
  }
}

customElements.define('consent-dialog', ConsentDialog);
