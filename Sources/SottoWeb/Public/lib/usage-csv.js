import { h } from './dom.js';

const columns = ['day', 'project', 'model', 'purpose', 'requests', 'input_tokens', 'output_tokens',
  'cached_input_tokens', 'cache_write_tokens', 'reasoning_tokens', 'kept_answers'];

/**
 * The rows as a table for other programs (RFC 4180), a line for each currency.
 * @param {import('./types.js').UsageRow[]} rows
 */
export function usageCSV(rows) {
  const lines = [[...columns, 'cost', 'saved', 'currency']];
  for (const row of rows) {
    const currencies = new Set([...row.costs, ...row.saved].map(({ currency }) => currency));
    const named = { ...row, project: row.project_name ?? row.project };
    // The counts are those of all currencies together, so they stand in one line only.
    const counts = columns.map((name) => named[name]);
    const amount = (costs, currency) => costs.find((one) => one.currency === currency)?.amount ?? '';
    [...(currencies.size ? currencies : [''])].forEach((currency, place) => {
      const first = place === 0 ? counts : counts.map((value, index) => (index < 4 ? value : 0));
      lines.push([...first, amount(row.costs, currency), amount(row.saved, currency), currency]);
    });
  }
  return lines.map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

/** A name that begins like a formula is none: spreadsheets would run it. */
function cell(value) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Has the browser save a text as a file. The mark at its start tells spreadsheets that it is UTF-8. */
export function save(text, name) {
  const href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = h('a', { href, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // The browser may still be asking where to.
}
