const dayLength = 86_400_000;
const figures = ['requests', 'unreported_requests', 'unpriced_requests', 'input_tokens', 'output_tokens',
  'cached_input_tokens', 'cache_write_tokens', 'reasoning_tokens', 'kept_answers'];

/** How far the clock of this machine is ahead of UTC, in minutes. */
const offset = () => -new Date().getTimezoneOffset();

/** What `by` and the last days are as the query of an address. */
export function usageQuery(by, days, now = Date.now()) {
  const shift = offset() * 60_000;
  const today = Math.floor((now + shift) / dayLength) * dayLength - shift;
  const from = Math.max(0, today - (days - 1) * dayLength);
  return `usage?by=${by}&from=${from}&to=${today + dayLength}&offset=${offset()}`;
}

/** The days that end with today, as `YYYY-MM-DD`. */
export function lastDays(count, now = Date.now()) {
  const today = now + offset() * 60_000;
  const day = (back) => new Date(today - back * dayLength).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, place) => day(count - 1 - place));
}

/**
 * @param {import('./types.js').UsageFigures[]} rows
 * @returns {import('./types.js').UsageFigures}
 */
export function sum(rows) {
  const total = Object.fromEntries(figures.map((name) => [name, 0]));
  for (const row of rows) for (const name of figures) total[name] += row[name];
  total.costs = addMoney(rows.flatMap((row) => row.costs));
  total.saved = addMoney(rows.flatMap((row) => row.saved));
  return total;
}

function addMoney(costs) {
  const amounts = new Map();
  for (const { amount, currency } of costs) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  return [...amounts].map(([currency, amount]) => ({ amount, currency }))
    .sort((one, other) => other.amount - one.amount);
}

/** All tokens, read and written. */
export const tokens = (row) => row.input_tokens + row.output_tokens;

/** The rows of each key together, the most tokens first. */
export function grouped(rows, keyOf) {
  const members = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    members.set(key, [...(members.get(key) ?? []), row]);
  }
  return [...members].map(([key, all]) => ({ key, rows: all, ...sum(all) }))
    .sort((one, other) => tokens(other) - tokens(one) || other.requests - one.requests);
}

/** The currency that most rows are in; `null` where nothing has a price. */
export function mainCurrency(rows) {
  const counts = new Map();
  for (const { costs } of rows) {
    for (const { currency } of costs) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}
