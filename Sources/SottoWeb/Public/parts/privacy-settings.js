import './backup-list.js';
import './data-eraser.js';
import './data-place.js';
import './egress-ledger.js';
import './host-consent.js';
import './key-unlock.js';
import './retention-list.js';
import { group } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { knows, t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** Where the data is and how it is, what left this machine, and how to be rid of it. */
class PrivacySettings extends Part {
  render() {
    const { app } = this;
    this.health = h('div');
    this.keys = h('div');
    this.replaceChildren(
      group(t('privacy.place'), h('p', {}, t('privacy.place.words')), this.health,
        h('data-place', { app })),
      group(t('privacy.keys'), this.keys),
      group(t('backups'), h('backup-list', { app })),
      group(t('retention'), h('retention-list', { app })),
      group(t('hosts'), h('host-consent', { app })),
      group(t('egress'), h('egress-ledger', { app })),
      group(t('erase'), h('data-eraser', { app })),
    );
    this.#showHealth().catch(app.fail);
    this.#showKeys().catch(app.fail);
  }

  async #showHealth() {
    const { read_only: readOnly, integrity } = await this.app.api.get('status');
    const notice = (title, ...words) => h('div', { class: 'notice' },
      h('strong', {}, title), ...words.filter(Boolean).map((one) => h('p', {}, one)));
    const isDamaged = integrity.result === 'damaged';
    this.health.replaceChildren(
      readOnly ? notice(t('privacy.readonly'), readOnly.reason, readOnly.hint) : '',
      isDamaged ? notice(t('privacy.damaged'), integrity.damage, integrity.hint) : '',
      integrity.result === 'unchecked' ? h('p', {}, t('privacy.unchecked')) : '',
      integrity.result === 'ok' ? h('p', {}, t('privacy.healthy')) : '',
    );
  }

  async #showKeys() {
    const { store, locked, has_passphrase: isSealed, names } = await this.app.models.keyStore();
    const known = `privacy.keys.${store}`;
    const words = [knows(known) ? t(known) : t('privacy.keys.other', { store })];
    if (names.length === 0) words.push(t('privacy.keys.empty'));
    else if (locked) words.push(t('privacy.keys.locked'));
    else if (isSealed) words.push(t('privacy.keys.open'));
    const onunlocked = () => {
      this.#showKeys().catch(this.app.fail);
      this.app.models.load().catch(this.app.fail);
    };
    // Browsers want a password inside a form.
    const unlock = () => h('form', { onsubmit: (event) => event.preventDefault() },
      h('key-unlock', { app: this.app, onunlocked }));
    this.keys.replaceChildren(
      h('p', {}, words.join(' ')),
      locked && isSealed && names.length > 0 ? unlock() : '');
  }
}

customElements.define('privacy-settings', PrivacySettings);
