import { h, icon, iconButton } from '../lib/dom.js';
import { counted, locale, t, wordsFor } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { recall, remember } from '../lib/preferences.js';
import { pathTo } from '../lib/route.js';
import { piecesOf, swatch, UsageChart } from '../lib/usage-chart.js';
import { save, usageCSV } from '../lib/usage-csv.js';
import { grouped, lastDays, mainCurrency, sum, tokens, usageQuery } from '../lib/usage-data.js';
import { costWords, figureTable, notesOf, tile } from '../lib/usage-views.js';
import { number } from '../lib/usage.js';

const ranges = ['7', '30', '90', '365'];
const mostSeries = 5;

/** What requests took, day by day and by what they were for. */
class UsageScreen extends Part {
  #question = 0;

  render() {
    const kept = recall('usage-days');
    this.range = h('select', { class: 'search-filter', 'aria-label': t('usage.range'), onchange: () => this.#rangeChosen() },
      ...ranges.map((days) => h('option', { value: days }, t(`usage.range.${days}`))));
    this.range.value = ranges.includes(kept) ? kept : '30';
    this.csv = h('button', { type: 'button', class: 'button', onclick: () => this.#download() }, icon('export'), t('usage.csv'));
    this.heading = h('h1', { tabIndex: -1 }, t('command.usage'));
    this.body = h('div', { class: 'usage-body' }, h('p', { class: 'loading', role: 'status' }, t('loading')));
    this.replaceChildren(
      h('header', { class: 'usage-head' }, iconButton('back', t('search.back'), () => this.leave()), this.heading,
        this.range, this.csv),
      h('div', { class: 'usage-scroll' }, this.body));
    this.listen(this, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.target === this.range) return;
      event.preventDefault();
      this.leave();
    });
    this.chart = new UsageChart(this.signal);
    this.#read();
    this.heading.focus();
  }

  /** Back to what was open before. */
  leave() {
    const { projectId, conversationId } = this.app.store.state;
    this.app.route.go(pathTo(projectId, conversationId), { replace: true });
    this.app.run('focus-composer');
  }

  get #days() {
    return Number(this.range.value);
  }

  #rangeChosen() {
    remember('usage-days', this.range.value);
    this.#read();
  }

  async #read() {
    const question = ++this.#question;
    const days = this.#days;
    const ask = (by, count) => this.app.api.get(usageQuery(by, count), this.signal);
    try {
      const [daily, places] = await Promise.all([
        ask('day,model', Math.max(days, 30)), ask('project,purpose', days)]);
      if (question === this.#question && this.isConnected) this.#show(daily.rows, places.rows, days);
    } catch (error) {
      if (question === this.#question && this.isConnected) this.#fail(error);
    }
  }

  #fail(error) {
    this.csv.disabled = true;
    this.body.replaceChildren(h('div', { class: 'usage-empty', role: 'alert' }, h('p', {}, wordsFor(error)),
      h('button', { type: 'button', class: 'button', onclick: () => this.#read() }, icon('again'), t('search.again'))));
  }

  #show(rows, places, days) {
    const since = lastDays(days)[0];
    const shown = rows.filter(({ day }) => day >= since);
    this.csv.disabled = shown.length === 0;
    if (rows.length === 0 && days >= 30) return this.body.replaceChildren(this.#empty());
    const of = (count) => sum(rows.filter(({ day }) => day >= lastDays(count)[0]));
    const tiles = h('dl', { class: 'usage-tiles' }, tile(t('usage.today'), of(1)), tile(t('usage.range.7'), of(7)),
      tile(t('usage.range.30'), of(30)));
    if (shown.length === 0) {
      return this.body.replaceChildren(tiles, h('p', { class: 'usage-nothing' }, t('usage.empty.range')));
    }
    const title = (model) => this.app.models.title(model) || model;
    const total = sum(shown);
    const tables = [
      ['model', grouped(shown, (row) => row.model), title],
      ['project', grouped(places, (row) => row.project_name === null ? '' : row.project), (_, { rows: [row] }) =>
        row.project_name ?? t('usage.deleted')],
      ['provider', grouped(shown, (row) => row.model.split('/')[0]), (name) => name],
      ['purpose', grouped(places, (row) => row.purpose), (name) => t(`usage.purpose.${name}`)],
    ];
    this.body.replaceChildren(
      tiles,
      this.#daily(shown, days, title),
      ...tables.map(([name, groups, words]) => h('section', {}, h('h2', {}, t(`usage.by.${name}`)),
        figureTable(t(`usage.by.${name}`), t(`usage.${name}`),
          groups.map((group) => ({ name: words(group.key, group), ...group }))))),
      ...notesOf(total),
      h('p', { class: 'usage-about' }, t('usage.about')),
    );
  }

  #daily(rows, days, title) {
    const models = grouped(rows, (row) => row.model).map(({ key }) => key).slice(0, mostSeries);
    const hasOthers = rows.some(({ model }) => !models.includes(model));
    const currency = mainCurrency(rows);
    const long = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
    const short = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' });
    const list = lastDays(days).map((day) => {
      const members = rows.filter((row) => row.day === day);
      const all = sum(members);
      const words = [t('usage.tokens.sum', { count: number(tokens(all)) }), costWords(all),
        counted('usage.requests', all.requests)].filter(Boolean).join(' · ');
      return { day, all, words, name: long.format(Date.parse(day)), short: short.format(Date.parse(day)),
        pieces: piecesOf(members, models), cost: all.costs.find((one) => one.currency === currency)?.amount ?? 0 };
    });
    const legend = h('ul', { class: 'usage-legend' },
      ...models.map((model, place) => h('li', {}, swatch(place), h('span', { dir: 'auto' }, title(model)))),
      hasOthers && h('li', {}, swatch(models.length), t('usage.others')),
      currency && h('li', {}, swatch('line'), t('usage.chart.cost', { currency })));
    const table = h('details', { class: 'usage-details' }, h('summary', {}, icon('right'), t('usage.table')),
      figureTable(t('usage.chart'), t('usage.day'),
        list.filter(({ all }) => all.requests || all.kept_answers).reverse()
          .map(({ all, name }) => ({ name, ...all }))));
    const section = h('section', {}, h('h2', {}, t('usage.chart')), this.chart.element, legend, table);
    this.chart.show(list, currency);
    return section;
  }

  #empty() {
    return h('div', { class: 'usage-empty' }, icon('chart'), h('p', { class: 'usage-lead' }, t('usage.empty')),
      h('p', {}, t('usage.empty.why')));
  }

  async #download() {
    try {
      const { rows } = await this.app.api.get(usageQuery('day,project,model,purpose', this.#days));
      save(usageCSV(rows), `sotto-usage-${lastDays(1)[0]}.csv`);
    } catch (error) {
      this.app.fail(error);
    }
  }
}

customElements.define('usage-screen', UsageScreen);
