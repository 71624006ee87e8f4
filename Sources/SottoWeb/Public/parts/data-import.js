import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { locale, t, wordsFor } from '../lib/i18n.js';
import { importFile } from '../lib/imports.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { pathTo } from '../lib/route.js';

/** Picks or takes a file with a history, shows how far it is, and in the end its balance. */
class DataImport extends Part {
  render() {
    const projects = this.app.store.state.projects ?? [];
    this.into = select(
      [['', t('import.into.own')], ...projects.map(({ id, name }) => [id, name])], '');
    this.file = h('input', {
      type: 'file', hidden: true, 'aria-label': t('import.choose'),
      onchange: () => this.#take(this.file.files[0]) });
    this.button = h('button', {
      type: 'button', class: 'button', onclick: () => this.file.click() }, t('import.choose'));
    this.drop = h('div', { class: 'drop' }, this.button,
      h('span', { class: 'field-hint' }, t('import.drop')), this.file);
    this.state = h('p', { role: 'status' });
    this.result = h('div');
    this.replaceChildren(
      h('p', { class: 'field-hint' }, t('import.hint')),
      field(t('import.into'), this.into).element, this.drop, this.state, this.result);
    this.#takeDrops();
  }

  #takeDrops() {
    const over = (isOver) => (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.drop.classList.toggle('is-over', isOver);
    };
    this.drop.addEventListener('dragover', over(true));
    this.drop.addEventListener('dragleave', over(false));
    this.drop.addEventListener('drop', (event) => {
      over(false)(event);
      this.#take(event.dataTransfer.files[0]);
    });
  }

  async #take(file) {
    if (!file || this.button.disabled) return;
    this.button.disabled = true;
    const abort = new AbortController();
    const bar = h('progress', { class: 'progress', max: 1, value: 0,
      'aria-label': t('import.progress') });
    this.result.replaceChildren(bar, h('div', { class: 'form-actions' },
      h('button', { type: 'button', class: 'button', onclick: () => abort.abort() }, t('cancel'))));
    const { name } = file;
    try {
      this.#show(name, await importFile(this.app.api, file, {
        project: this.into.value || undefined,
        signal: abort.signal,
        onprogress: (state, fraction) => {
          this.#say(t(`import.${state}`, { name }));
          bar.value = fraction;
        },
      }));
    } catch (error) {
      this.#say(wordsFor(error), true);
      this.result.replaceChildren();
    }
    this.file.value = '';
    this.button.disabled = false;
  }

  #show(name, job) {
    const isFailed = job?.state === 'failed';
    this.#say(isFailed
      ? [t('import.failed', { name }), wordsFor({ failure: job.error })].join(' ')
      : t(job?.state === 'finished' ? 'import.finished' : 'import.cancelled', { name }), isFailed);
    this.result.replaceChildren(...(job && !isFailed ? this.#balance(job) : []));
    if (!job) return;
    this.app.projects.load().catch(() => {}); // The hint of the change reloads it too.
    this.app.conversations.load().catch(() => {});
  }

  #balance({ balance, project_ids: projects }) {
    const number = new Intl.NumberFormat(locale());
    const columns = ['found', 'imported', 'unchanged', 'skipped'];
    const row = (kind) => h('tr', {}, h('th', { scope: 'row' }, t(`import.${kind}`)),
      ...columns.map((name) => h('td', { class: 'is-number' }, number.format(balance[kind][name]))));
    const head = h('tr', {}, h('th', { scope: 'col' }, t('import.kind')),
      ...columns.map((name) => h('th', { scope: 'col', class: 'is-number' }, t(`import.${name}`))));
    const table = h('table', { class: 'table' },
      h('caption', { class: 'visually-hidden' }, t('import.balance')),
      h('thead', {}, head),
      h('tbody', {}, ...['conversations', 'messages', 'files'].map(row)));
    const open = () => {
      this.closest('dialog').close();
      this.app.route.go(pathTo(projects[0]));
    };
    return [
      table, ...remarks('skipped', balance.skipped), ...remarks('converted', balance.converted),
      projects.length > 0 && h('div', { class: 'form-actions' },
        h('button', { type: 'button', class: 'button', onclick: open }, t('import.open'))),
    ].filter(Boolean);
  }

  #say(words, isBad = false) {
    this.state.className = `form-result ${isBad ? 'is-bad' : ''}`;
    if (this.state.textContent !== words) this.state.textContent = words;
  }
}

function remarks(kind, all) {
  if (all.length === 0) return [];
  const line = ({ name, reason, count }) => h('li', {},
    h('span', {}, [name, reason].filter(Boolean).join(': ')),
    h('span', { class: 'field-hint' }, `× ${count}`));
  return [h('details', { class: 'form-more', open: kind === 'skipped' },
    h('summary', {}, t(`import.reasons.${kind}`)),
    h('ul', { class: 'lines' }, ...all.map(line)))];
}

customElements.define('data-import', DataImport);
