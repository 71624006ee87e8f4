import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { fullTime } from '../lib/time.js';
import { size } from '../lib/usage.js';

const intervals = [6, 24, 168, 0]; // Hours; 0 makes no more.

/** The copies of the history: how old, how often, and one more now. */
class BackupList extends Part {
  render() {
    this.list = h('div');
    this.result = h('p', { class: 'form-result', role: 'status' });
    this.button = h('button', { type: 'button', class: 'button', onclick: () => this.#make() },
      t('backups.now'));
    this.replaceChildren(
      this.list, this.result, h('div', { class: 'form-actions' }, this.button));
    this.#show().catch(this.app.fail);
  }

  async #show() {
    const { api } = this.app;
    const [{ backups, schedule }, { backups: state }] =
      await Promise.all([api.get('backups'), api.get('status')]);
    const newest = backups[0];
    const { failure } = state;
    const row = (backup) => h('li', {},
      h('span', {}, fullTime(backup.created_at)),
      h('span', { class: 'field-hint' }, size(backup.size)));
    this.list.replaceChildren(
      h('p', {}, newest
        ? t('backups.newest', { time: fullTime(newest.created_at) })
        : t('backups.none')),
      failure ? h('p', { class: 'field-wrong' },
        [t('backups.failed'), failure.reason, failure.hint].filter(Boolean).join(' ')) : '',
      backups.length === 0 ? '' : h('details', { class: 'form-more' },
        h('summary', {}, counted('backups.all', backups.length)),
        h('ul', { class: 'lines' }, ...backups.map(row))),
      this.#schedule(schedule),
    );
  }

  #schedule({ interval_hours: hours, kept }) {
    const current = hours ?? 0;
    const all = intervals.includes(current) ? intervals : [current, ...intervals];
    const words = (value) => (intervals.includes(value)
      ? t(`backups.every.${value}`)
      : t('backups.every.other', { hours: value }));
    const control = select(all.map((value) => [String(value), words(value)]), String(current),
      async () => {
        try {
          const interval = Number(control.value) || null;
          await this.app.api.patch('backups/schedule', { interval_hours: interval });
        } catch (error) {
          one.complain(wordsFor(error));
        }
      });
    const one = field(t('backups.schedule'), control, t('backups.schedule.hint', { count: kept }));
    return one.element;
  }

  async #make() {
    this.button.disabled = true;
    this.#say(t('backups.making'));
    try {
      await this.app.api.post('backups');
      await this.#show();
      this.#say(t('backups.made'), 'is-good');
    } catch (error) {
      this.#say(wordsFor(error), 'is-bad');
    } finally {
      this.button.disabled = false;
    }
  }

  #say(words, tone = '') {
    this.result.className = `form-result ${tone}`;
    this.result.textContent = words;
  }
}

customElements.define('backup-list', BackupList);
