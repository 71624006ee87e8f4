import { h } from './dom.js';
import { t } from './i18n.js';
import { number } from './usage.js';

/**
 * How much of the model's window is taken, as a bar with its figures.
 * @param {import('./types.js').ModelContext} context
 * @returns {HTMLElement}
 */
export function windowBar({ total_tokens: total, is_exact: isExact, window, ...rest }) {
  const count = t(isExact ? 'estimate.tokens' : 'estimate.about', { count: number(total) });
  if (!window) {
    return h('div', { class: 'window' },
      h('p', { class: 'window-total' }, count),
      h('p', { class: 'field-hint' }, t('inspect.window.unknown')));
  }
  const { output_reserved: reserved, margin, over_by: over } = rest;
  const share = number(total / window, { style: 'percent', maximumFractionDigits: 1 });
  const words = t('inspect.window', { count, window: number(window), share });
  const whole = Math.max(window, total + reserved + margin);
  const piece = (name, size) => {
    const element = h('i', { class: `window-${name}` });
    element.style.inlineSize = `${(100 * size) / whole}%`;
    return element;
  };
  const figure = (name, size) =>
    size > 0 && h('li', { class: `is-${name}` }, t(`inspect.window.${name}`, { count: number(size) }));
  return h('div', { class: `window ${over > 0 ? 'is-over' : ''}` },
    h('p', { class: 'window-total' }, words),
    h('div', { class: 'window-bar', role: 'img', 'aria-label': words },
      piece('used', total), piece('free', whole - total - reserved - margin), piece('margin', margin),
      piece('reserved', reserved)),
    h('ul', { class: 'window-figures' },
      figure('free', Math.max(0, window - total - reserved - margin)),
      figure('margin', margin), figure('reserved', reserved)));
}
