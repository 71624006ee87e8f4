import { keyNames } from '../lib/commands.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';

/** Every command with its key. */
class KeysDialog extends Modal {
  render() {
    const row = (name, keys) => h('div', { class: 'key-row' },
      h('dt', {}, name), h('dd', {}, ...keys.map((key) => h('kbd', {}, key))));
    this.show(
      t('command.keys'),
      h('div', { class: 'dialog-body' }, h('dl', { class: 'keys' },
        row(t('key.send'), ['Enter']),
        row(t('key.break'), keyNames('shift+Enter')),
        row(t('key.edit-last'), ['↑']),
        ...this.app.commands.map(({ id, keys }) => row(t(`command.${id}`), keyNames(keys))),
        row(t('key.close'), ['Esc']))),
    );
  }
}

customElements.define('keys-dialog', KeysDialog);
