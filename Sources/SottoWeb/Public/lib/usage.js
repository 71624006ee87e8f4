import { locale, t } from './i18n.js';

/** A number as the reader's language writes it. */
export const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value);

/**
 * An amount in its currency, with as many digits as say something.
 * @param {import('./types.js').Cost} cost
 * @param {Intl.NumberFormatOptions} [looks]
 */
export function money({ amount, currency }, looks = {}) {
  const digits = amount > 0 && amount < 0.1 ? { maximumSignificantDigits: 2 } : {};
  try {
    return number(amount, { style: 'currency', currency, ...digits, ...looks });
  } catch {
    return `${number(amount)} ${currency}`;
  }
}

/** A number of bytes in words. */
export function size(bytes) {
  const [unit, factor] = bytes < 1e6 ? ['kilobyte', 1e3]
    : bytes < 1e9 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
  const value = bytes > 0 ? Math.max(0.1, bytes / factor) : 0;
  return number(value, { style: 'unit', unit, maximumFractionDigits: 1 });
}

/**
 * What an answer took: tokens, cost, and whether it came out of the answer cache.
 * @param {import('./types.js').Usage} [usage]
 */
export function usageWords(usage) {
  if (!usage) return '';
  const words = [];
  if (usage.cached_answer) {
    const { saved } = usage.cached_answer;
    words.push(saved ? t('usage.cached.saved', { cost: money(saved) }) : t('usage.cached'));
  }
  const { input_tokens: input, output_tokens: output } = usage;
  if (!usage.cached_answer && input != null && output != null) {
    words.push(t('usage.tokens', { input: number(input), output: number(output) }));
  }
  if (usage.cost && !usage.cached_answer) words.push(money(usage.cost));
  return words.join(' · ');
}

/**
 * What the next message would take, the most telling first; nothing where nobody can count it.
 * @param {import('./types.js').Estimate} estimate
 * @returns {string[]}
 */
export function estimateWords({ input_tokens: tokens, exact, context, input_cost: cost }) {
  if (!tokens) return [];
  const words = [t(exact ? 'estimate.tokens' : 'estimate.about', { count: number(tokens) })];
  if (context && tokens / context >= 0.0005) {
    const share = number(tokens / context, { style: 'percent', maximumFractionDigits: 1 });
    words.push(t('estimate.share', { share }));
  }
  if (cost) words.push(t('estimate.cost', { cost: money(cost) }));
  return words;
}
