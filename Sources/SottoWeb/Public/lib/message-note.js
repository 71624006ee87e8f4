import { h, icon } from './dom.js';
import { explain, t } from './i18n.js';
import { hasContent } from './live-message.js';

/**
 * What is said under an answer that did not end by itself, and what can be done about it.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Message} message
 * @param {boolean} isOpen whether the conversation can go on from here
 * @param {{retry: (model?: string) => void, goOn: () => void}} actions
 * @returns {HTMLElement[]}
 */
export function noteOf(app, message, isOpen, { retry, goOn }) {
  const button = (words, run, look = '') =>
    h('button', { type: 'button', class: `button ${look}`, onclick: run }, words);
  // Whether the provider counted the first request is not known: the person decides.
  const isBilled = Boolean(message.error?.may_be_billed);
  const again = button(t(isBilled ? 'again.billed' : 'again'), () => retry());
  const other = button(t('again.other'), () => app.pickModel((model) => retry(model)));
  const further = button(t('continue'), goOn, 'is-primary');
  const row = (...buttons) => (isOpen ? [h('div', { class: 'note-actions' }, ...buttons)] : []);
  const quiet = (words, ...buttons) => [h('p', { class: 'note' }, words), ...row(...buttons)];

  if (message.status === 'stopped') return quiet(t('stopped'), further, again);
  if (message.status === 'interrupted') return quiet(t('interrupted'), further, again);
  if (message.status === 'failed') {
    const hasText = message.parts.some(hasContent);
    if (!hasText) again.classList.add('is-primary');
    const error = message.error ?? { code: 'unexpected', message: '' };
    const note = isBilled && h('p', { class: 'failure-hint' }, t('failed.billed'));
    return [failure(error, [note, ...row(...(hasText ? [further] : []), again, other)])];
  }
  if (message.status !== 'complete') return [];
  if (message.stop_reason === 'length') return quiet(t('length'), further);
  if (message.stop_reason === 'content_filter') return quiet(t('filtered'), again, other);
  return [];
}

function failure(error, actions) {
  // It was reached, or it could not have counted anything.
  const wasReached = error.may_be_billed && error.code === 'connection_failed';
  const { message, hint } = wasReached ? { message: t('failed.cut') } : explain(error);
  const facts = [
    `code: ${error.code}`,
    error.status && `status: ${error.status}`,
    error.request_id && `request: ${error.request_id}`,
    error.message !== message && error.message,
    error.hint !== hint && error.hint,
    error.details,
  ];
  return h(
    'div',
    { class: 'failure', role: 'group', 'aria-label': t('failed') },
    h('p', { class: 'failure-words' }, icon('alert'), h('span', { dir: 'auto' }, message)),
    hint && h('p', { class: 'failure-hint', dir: 'auto' }, hint),
    ...actions,
    h(
      'details',
      { class: 'failure-details' },
      h('summary', {}, t('details'), icon('right')),
      h('pre', { tabIndex: 0 }, facts.filter(Boolean).join('\n')),
    ),
  );
}
