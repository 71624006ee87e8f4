import { h } from './dom.js';
import { counted, t } from './i18n.js';
import { money, number } from './usage.js';
import { shareBar } from './usage-chart.js';
import { tokens } from './usage-data.js';

/** @param {import('./types.js').UsageFigures} figures */
export const costWords = ({ costs }) => costs.map((one) => money(one)).join(' + ');

/** A time with what it took, the cost first where there is one. */
export function tile(name, figures) {
  const sum = t('usage.tokens.sum', { count: number(tokens(figures), { notation: 'compact', maximumFractionDigits: 1 }) });
  const cost = costWords(figures);
  const more = [cost && sum, counted('usage.requests', figures.requests)].filter(Boolean).join(' · ');
  return h('div', { class: 'usage-tile' }, h('dt', {}, name), h('dd', { class: 'usage-figure' }, cost || sum),
    h('dd', { class: 'usage-more' }, more));
}

/**
 * Rows with their figures, each with its share of all tokens.
 * @param {string} name the table's
 * @param {string} first what the rows are of
 * @param {(import('./types.js').UsageFigures & {name: string})[]} rows
 */
export function figureTable(name, first, rows) {
  const all = rows.reduce((whole, row) => whole + tokens(row), 0);
  const columns = ['cost', 'requests', 'input', 'output'].map((column) => t(`usage.column.${column}`));
  const cell = (words) => h('td', { class: 'is-number' }, words);
  return h('div', { class: 'usage-table', role: 'region', 'aria-label': name, tabIndex: 0 },
    h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, first),
        ...columns.map((column) => h('th', { scope: 'col', class: 'is-number' }, column)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {},
        h('th', { scope: 'row' }, h('span', { dir: 'auto' }, row.name), shareBar(all ? tokens(row) / all : 0)),
        cell(costWords(row) || '–'), cell(number(row.requests)), cell(number(row.input_tokens)),
        cell(number(row.output_tokens)))))));
}

/** What the sums leave out, and what the answer cache saved. */
export function notesOf({ kept_answers: kept, saved, unpriced_requests: unpriced, unreported_requests: unreported }) {
  const words = [];
  if (kept) {
    words.push(counted(saved.length ? 'usage.kept.saved' : 'usage.kept', kept, { cost: saved.map((one) => money(one)).join(' + ') }));
  }
  if (unpriced) words.push(counted('usage.unpriced', unpriced));
  if (unreported) words.push(counted('usage.unreported', unreported));
  return words.map((text) => h('p', { class: 'usage-note' }, text));
}
