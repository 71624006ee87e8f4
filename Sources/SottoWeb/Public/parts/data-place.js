import { copy } from '../lib/copy.js';
import { h, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { size } from '../lib/usage.js';

/** The data folder: where it is, whether it is encrypted, how large it is, and of which version. */
class DataPlace extends Part {
  render() {
    this.replaceChildren(h('p', { role: 'status' }, t('loading')));
    this.#show().catch(this.app.fail);
  }

  async #show() {
    const data = await this.app.api.get('data');
    const row = (words, ...content) => h('div', { class: 'fact' },
      h('dt', {}, words), h('dd', {}, ...content));
    this.replaceChildren(h('dl', { class: 'facts' },
      row(t('place.folder'), ...this.#copied(data.folder, t('place.folder.copy'))),
      row(t('place.encryption'), ...this.#encryption(data)),
      row(t('place.size'), h('span', {}, size(data.total_bytes)),
        h('p', { class: 'field-hint' }, t('place.sizes', {
          database: size(data.database_bytes),
          files: size(data.files_bytes),
          backups: size(data.backups_bytes) })),
        data.free_bytes === null ? '' : h('p', { class: 'field-hint' },
          t('place.free', { free: size(data.free_bytes) }))),
      row(t('place.version'), t('place.version.words', {
        version: data.version, schema: data.schema })),
    ));
  }

  #encryption({ encrypted, folder }) {
    if (encrypted) return [h('span', { class: 'is-good' }, t('place.encrypted'))];
    return [
      h('span', {}, t('place.plain')),
      h('p', { class: 'field-hint' }, t('place.encrypt')),
      ...this.#copied(`sotto vault encrypt --data ${quoted(folder)}`, t('place.encrypt.copy')),
    ];
  }

  /** A text to be used elsewhere, with a button that takes it there. */
  #copied(text, label) {
    const button = iconButton('copy', label, async () => {
      const isThere = await copy(text);
      this.app.toast({ text: t(isThere ? 'copied' : 'copy.failed') });
    });
    return [h('span', { class: 'copied' }, h('code', { dir: 'ltr' }, text), button)];
  }
}

/** As a shell takes it. */
const quoted = (path) => (/^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

customElements.define('data-place', DataPlace);
