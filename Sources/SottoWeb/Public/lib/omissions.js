import { h } from './dom.js';
import { counted, t } from './i18n.js';
import { number } from './usage.js';

/**
 * What was left out and why: messages by reason, then each file.
 * @param {import('./types.js').Omission[]} omitted
 * @returns {HTMLElement|null} `null` when all goes
 */
export function omissionsView(omitted) {
  const files = omitted.filter((one) => one.file);
  const groups = Map.groupBy(omitted.filter((one) => !one.file), (one) => one.reason);
  if (omitted.length === 0) return null;
  return h('section', { class: 'inspect-omitted' },
    h('h3', {}, t('inspect.omitted')),
    h('ul', {},
      ...[...groups].map(([reason, some]) => messageRow(reason, some)),
      ...files.map(fileRow)));
}

function messageRow(reason, some) {
  const tokens = some.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  // A recorded request names the newest of those that were too many, and stands for all before it.
  const isOpen = some.some((one) => one.and_older);
  const how = isOpen ? t('inspect.omitted.older') : counted('inspect.omitted', some.length);
  return h('li', {},
    h('strong', {}, how),
    h('span', {}, ` ${t(`inspect.reason.${reason}`)}`),
    tokens > 0 && h('span', { class: 'inspect-tokens' }, `≈ ${number(tokens)}`));
}

function fileRow({ file, reason }) {
  return h('li', {},
    h('strong', { dir: 'auto' }, file.name || t('file')),
    h('span', {}, ` ${t(`inspect.reason.${reason}`)}`));
}
