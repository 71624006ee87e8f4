import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keyList } from '../lib/key-list.js';
import { Modal } from '../lib/modal.js';

/** Every command with its key. */
class KeysDialog extends Modal {
  render() {
    this.show(t('command.keys'), h('div', { class: 'dialog-body' }, keyList(this.app)));
  }
}

customElements.define('keys-dialog', KeysDialog);
