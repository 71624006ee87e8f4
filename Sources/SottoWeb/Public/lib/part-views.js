import { placeBlocks } from './blocks.js';
import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { blocksOf } from './live-message.js';
import { duration } from './time.js';

/**
 * How a part of an answer looks.
 * @typedef {{type: string, element: HTMLElement,
 *   update: (part: import('./types.js').Part, now: {live?: import('./types.js').Live,
 *   isRunning: boolean}) => void}} PartView
 * @param {string} type
 * @returns {PartView}
 */
export function partView(type) {
  const make = { text, reasoning, refusal, tool_call: toolCall, signature: nothing, opaque: nothing }[type]
    ?? unknown;
  return { type, ...make() };
}

function text() {
  const element = h('div', { class: 'prose' });
  const update = (part, { isRunning }) => {
    element.classList.toggle('is-growing', isRunning);
    placeBlocks(element, blocksOf(part));
    // Kept when the server could not render it: the words matter more than their form.
    if (blocksOf(part).length === 0 && part.text) element.textContent = part.text;
  };
  return { element, update };
}

function reasoning() {
  const label = h('span');
  const prose = h('div', { class: 'prose' });
  const summary = h('summary', {}, icon('thought'), label, icon('right'));
  const element = h('details', { class: 'reasoning' }, summary, prose);
  const update = (part, { live, isRunning }) => {
    const isThinking = isRunning && live?.thinkingSince && !live.thoughtFor;
    const words = isThinking
      ? t('thinking', { time: duration(Date.now() - live.thinkingSince) })
      : live?.thoughtFor ? t('thought', { time: duration(live.thoughtFor) }) : t('reasoning');
    if (label.textContent !== words) label.textContent = words;
    element.classList.toggle('is-thinking', Boolean(isThinking));
    placeBlocks(prose, blocksOf(part));
  };
  return { element, update };
}

function refusal() {
  const element = h('p', { class: 'refusal', dir: 'auto' });
  return { element, update: (part) => (element.textContent = part.text) };
}

function toolCall() {
  const label = h('span');
  const code = h('code');
  const element = h(
    'details',
    { class: 'reasoning' },
    h('summary', {}, icon('tool'), label, icon('right')),
    h('pre', { class: 'tool-arguments', tabIndex: 0 }, code),
  );
  const update = (part) => {
    label.textContent = t('tool', { name: part.name });
    code.textContent = part.arguments;
  };
  return { element, update };
}

/** The provider's own data, which says nothing to a reader. */
function nothing() {
  return { element: h('span', { hidden: true }), update: () => {} };
}

/** A newer server may know parts that this page does not. */
function unknown() {
  const element = h('p', { class: 'refusal', dir: 'auto' });
  return { element, update: (part) => (element.textContent = part.text ?? '') };
}
