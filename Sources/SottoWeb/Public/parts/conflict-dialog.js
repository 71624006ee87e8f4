import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';

/** Two versions of a text, of which a person keeps one. `choice` is a promise of which. */
class ConflictDialog extends Modal {
  /** @type {string} */
  mine;
  /** @type {string} */
  theirs;

  constructor() {
    super();
    /** @type {Promise<'mine'|'theirs'|null>} */
    this.choice = new Promise((resolve) => (this.settle = resolve));
  }

  render() {
    const version = (name, text) => h('section', { class: 'conflict-version' },
      h('h3', {}, t(name)), h('p', { class: 'conflict-text', dir: 'auto', tabIndex: 0 }, text));
    const button = (name, choice, look = '') => h('button', {
      type: 'button',
      class: `button ${look}`,
      onclick: () => {
        this.settle(choice);
        this.close();
      },
    }, t(name));
    this.show(
      t('conflict'),
      h('div', { class: 'dialog-body' },
        h('p', {}, t('conflict.words')),
        h('div', { class: 'conflict-versions' },
          version('conflict.mine', this.mine), version('conflict.theirs', this.theirs))),
      h('footer', { class: 'dialog-foot' },
        button('conflict.keep-theirs', 'theirs'), button('conflict.keep-mine', 'mine', 'is-primary')),
    );
    this.dialog.addEventListener('close', () => this.settle(null));
  }
}

customElements.define('conflict-dialog', ConflictDialog);
