import './data-export.js';
import './data-import.js';
import { group } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** The way of whole histories in and out. */
class DataSettings extends Part {
  render() {
    const { app } = this;
    this.replaceChildren(
      group(t('import'), h('data-import', { app })),
      group(t('export'), h('data-export', { app })));
  }
}

customElements.define('data-settings', DataSettings);
