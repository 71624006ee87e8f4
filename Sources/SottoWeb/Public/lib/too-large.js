import { h, icon } from './dom.js';
import { counted, t } from './i18n.js';

/**
 * Says by how much a message is too long for the model, and what can be done.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Estimate} estimate
 * @returns {HTMLElement}
 */
export function tooLarge(app, { over_by: over, model }) {
  const button = (words, command) =>
    h('button', { type: 'button', class: 'button', onclick: () => app.run(command) }, words);
  return h('div', { class: 'too-large' },
    h('p', { class: 'too-large-words' }, icon('alert'),
      h('span', {}, counted('too-large', over, { name: app.models.title(model) }))),
    h('p', { class: 'too-large-hint' }, t('too-large.hint')),
    h('div', { class: 'too-large-actions' },
      button(t('too-large.model'), 'choose-model'),
      button(t('too-large.see'), 'inspector'),
      button(t('too-large.project'), 'edit-project')));
}
