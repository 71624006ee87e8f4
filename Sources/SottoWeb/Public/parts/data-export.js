import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';

/** A project or everything as a file. */
class DataExport extends Part {
  render() {
    const projects = this.app.store.state.projects ?? [];
    const change = () => (this.link.href = this.#address);
    this.scope = select(
      [['', t('export.all')], ...projects.map(({ id, name }) => [id, name])], '', change);
    this.format = select(
      ['zip', 'json', 'markdown', 'html'].map((name) => [name, t(`export.${name}`)]), 'zip', change);
    const what = field(t('export.what'), this.scope);
    const format = field(t('export.format'), this.format, t('export.hint'));
    this.link = h('a', { class: 'button', download: '', href: this.#address }, t('export.go'));
    this.replaceChildren(
      what.element, format.element, h('div', { class: 'form-actions' }, this.link));
  }

  get #address() {
    const query = new URLSearchParams({ format: this.format.value });
    if (this.scope.value) query.set('project', this.scope.value);
    return `/api/v1/export?${query}`;
  }
}

customElements.define('data-export', DataExport);
