import { fields, isOnHere, linesOf, mostReplies, replyText } from './behaviours.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { field } from './modal.js';
import { allowNotifications, canNotify } from './notifications.js';

const longestReply = 1000; // Bytes, as the server has it.
const names = Object.keys(fields);

/**
 * The fields of a form about what happens by itself in a project. Left empty, both a choice and the
 * list of replies are each browser's own.
 * @param {import('./types.js').Behaviours} [behaviours]
 */
export function behaviourFields(behaviours) {
  const all = Object.fromEntries(names.map((name) => [`behaviour_${name}`, choice(name, behaviours)]));
  all.replies = field(t('project.replies'), h('textarea', {
    rows: 4, dir: 'auto', maxLength: 12_000, placeholder: replyText(),
    value: (behaviours?.replies ?? []).join('\n') }), t('project.replies.hint'));
  return all;
}

/** The fields folded away below their name. */
export const behaviourSection = (all, isOpen) => h('details', { class: 'form-more form-behaviours', open: isOpen },
  h('summary', {}, t('project.behaviours')),
  h('p', { class: 'field-hint' }, t('project.behaviours.hint')),
  ...Object.values(all).map((one) => one.element));

function choice(name, behaviours) {
  const current = behaviours?.[fields[name]];
  const here = t(isOnHere(name) ? 'behaviour.here.on' : 'behaviour.here.off');
  const select = h('select', {},
    new Option(here, ''),
    new Option(t('behaviour.on'), 'on', false, current === true),
    new Option(t('behaviour.off'), 'off', false, current === false));
  const one = field(t(`project.behaviour.${name}`), select, '');
  if (name === 'notify') select.addEventListener('change', () => askFor(one));
  return one;
}

/** The browser asks for permission only at a press; what the project says holds for other ones too. */
async function askFor({ control, element }) {
  const isAllowed = control.value !== 'on' || (canNotify() && (await allowNotifications()));
  const words = isAllowed || !canNotify() ? '' : t('notify.blocked');
  element.querySelector('.field-hint').textContent = words;
}

/** @param {Record<string, string>} texts */
export function readBehaviours(texts) {
  const wrong = {};
  const lines = linesOf(texts.replies);
  const isLong = (line) => new TextEncoder().encode(line).length > longestReply;
  if (lines.length > mostReplies) wrong.replies = 'project.replies.many';
  else if (lines.some(isLong)) wrong.replies = 'project.replies.long';
  const values = { on: true, off: false };
  const chosen = names.map((name) => [fields[name], values[texts[`behaviour_${name}`]] ?? null]);
  const replies = lines.length > 0 ? lines : null;
  return { values: { behaviours: { ...Object.fromEntries(chosen), replies } }, wrong };
}

/** What was chosen, in words. */
export function behaviourWords(behaviours) {
  const chosen = names.filter((name) => typeof behaviours?.[fields[name]] === 'boolean').map((name) =>
    `${t(`project.behaviour.${name}`)}: ${t(behaviours[fields[name]] ? 'behaviour.on' : 'behaviour.off')}`);
  return [...chosen, ...(behaviours?.replies ?? [])].join('\n') || '–';
}
