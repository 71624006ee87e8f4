import { h } from './dom.js';
import { t } from './i18n.js';
import { money, number } from './usage.js';
import { tokens } from './usage-data.js';

const height = 240;
const margin = { top: 12, right: 56, bottom: 26, left: 52 };
const svg = 'http://www.w3.org/2000/svg';

/**
 * Bars of tokens for each day, a piece for each model, and a line of cost over them. Arrow keys and the
 * pointer choose a day.
 * @typedef {{day: string, name: string, short: string, words: string, pieces: number[],
 *   cost: number}} ChartDay `pieces`: tokens in the order of the series
 */
export class UsageChart {
  #days = [];
  #currency = null;
  #chosen = 0;

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.readout = h('p', { class: 'usage-readout' });
    this.plot = h('div', { class: 'usage-plot', role: 'slider', tabIndex: 0, 'aria-label': t('usage.chart.name'),
      'aria-valuemin': '1' });
    this.element = h('div', { class: 'usage-chart' }, this.plot, this.readout);
    this.plot.addEventListener('keydown', (event) => this.#key(event));
    for (const type of ['pointermove', 'pointerdown']) {
      this.plot.addEventListener(type, (event) => this.#point(event));
    }
    const sizes = new ResizeObserver(() => this.#draw());
    sizes.observe(this.plot);
    signal.addEventListener('abort', () => sizes.disconnect());
  }

  /** @param {ChartDay[]} days @param {string|null} currency of the line */
  show(days, currency) {
    this.#days = days;
    this.#currency = currency;
    this.plot.setAttribute('aria-valuemax', days.length);
    this.#draw();
    this.#choose(days.length - 1);
  }

  #key(event) {
    const last = this.#days.length - 1;
    const to = {
      ArrowLeft: this.#chosen - 1, ArrowDown: this.#chosen - 1,
      ArrowRight: this.#chosen + 1, ArrowUp: this.#chosen + 1,
      PageUp: this.#chosen + 7, PageDown: this.#chosen - 7, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(Math.max(0, Math.min(last, to)));
  }

  #point(event) {
    const x = event.clientX - this.plot.getBoundingClientRect().left - margin.left;
    const place = Math.floor((x / this.#inner) * this.#days.length);
    if (place >= 0 && place < this.#days.length) this.#choose(place);
  }

  #choose(place) {
    this.#chosen = place;
    const day = this.#days[place];
    this.readout.replaceChildren(h('strong', {}, day.name), ` ${day.words}`);
    this.plot.setAttribute('aria-valuenow', place + 1);
    this.plot.setAttribute('aria-valuetext', `${day.name}: ${day.words}`);
    this.mark?.setAttribute('x', this.#left(place));
  }

  get #inner() {
    return Math.max(1, this.plot.clientWidth - margin.left - margin.right);
  }

  #left(place) {
    return margin.left + (place * this.#inner) / this.#days.length;
  }

  #draw() {
    const width = this.plot.clientWidth;
    if (!width || this.#days.length === 0) return;
    const days = this.#days;
    const step = this.#inner / days.length;
    const base = height - margin.bottom;
    const most = nice(Math.max(...days.map(({ pieces }) => pieces.reduce((all, one) => all + one, 0))));
    const dearest = Math.max(...days.map(({ cost }) => cost));
    const highest = nice(dearest, 0);
    const y = (value, top) => base - (value / top) * (base - margin.top);
    const picture = shape('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
    this.mark = shape('rect', { class: 'usage-mark', x: this.#left(this.#chosen), y: margin.top, width: step,
      height: base - margin.top });
    picture.append(this.mark);
    for (const part of [0, 0.5, 1]) {
      const level = y(part, 1);
      picture.append(shape('line', { class: 'usage-grid', x1: margin.left, x2: width - margin.right, y1: level, y2: level }));
      picture.append(label(compact(most * part), margin.left - 6, level + 4, 'end'));
      if (dearest) picture.append(label(price(highest * part, this.#currency), width - margin.right + 6, level + 4, 'start'));
    }
    const gap = Math.min(4, step * 0.2);
    days.forEach(({ pieces }, place) => {
      let below = 0;
      pieces.forEach((value, series) => {
        if (!value) return;
        const top = y(below + value, most);
        picture.append(shape('rect', { class: `usage-bar series-${series + 1}`, x: this.#left(place) + gap / 2, y: top,
          width: Math.max(1, step - gap), height: Math.max(0.5, y(below, most) - top) }));
        below += value;
      });
    });
    if (dearest) {
      const points = days.map(({ cost }, place) => `${this.#left(place) + step / 2},${y(cost, highest)}`).join(' ');
      picture.append(shape('polyline', { class: 'usage-line is-halo', points }), shape('polyline', { class: 'usage-line', points }));
    }
    // As many dates as have room.
    const every = Math.ceil(days.length / Math.max(2, Math.floor(this.#inner / 64)));
    days.forEach(({ short }, place) => {
      if ((days.length - 1 - place) % every) return;
      picture.append(label(short, this.#left(place) + step / 2, height - 8, 'middle'));
    });
    this.plot.replaceChildren(picture);
  }
}

/** The share of a whole as a bar. */
export function shareBar(share) {
  const picture = shape('svg', { class: 'usage-share', 'aria-hidden': 'true' });
  picture.append(shape('rect', { class: 'usage-share-back', width: '100%', height: '100%', rx: 3 }));
  picture.append(shape('rect', { class: 'usage-share-bar', width: `${Math.min(100, share * 100)}%`, height: '100%', rx: 3 }));
  return picture;
}

/** The colours' names for the models of a chart. */
export function swatch(series) {
  const picture = shape('svg', { class: 'usage-swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' });
  picture.append(series === 'line'
    ? shape('line', { class: 'usage-line', x1: 0, x2: 12, y1: 6, y2: 6 })
    : shape('rect', { class: `series-${series + 1}`, width: 12, height: 12, rx: 3 }));
  return picture;
}

/** Tokens of a day in the order of the series, those of all other models last. */
export function piecesOf(rows, models) {
  const pieces = models.map((model) =>
    rows.filter((row) => row.model === model).reduce((all, row) => all + tokens(row), 0));
  const rest = rows.filter((row) => !models.includes(row.model)).reduce((all, row) => all + tokens(row), 0);
  return [...pieces, rest];
}

const compact = (value) => number(value, { notation: 'compact', maximumFractionDigits: 1 });
const price = (amount, currency) => money({ amount, currency }, { currencyDisplay: 'narrowSymbol',
  ...(amount >= 1000 ? { notation: 'compact', maximumFractionDigits: 1 } : {}) });

/** The next round number; at least `least`. */
function nice(value, least = 10) {
  if (value <= least) return least || 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) * power;
}

function shape(name, attributes) {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function label(text, x, y, anchor) {
  const element = shape('text', { class: 'usage-label', x, y, 'text-anchor': anchor });
  element.textContent = text;
  return element;
}
