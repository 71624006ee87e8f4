import { h, icon } from './dom.js';
import { counted, t } from './i18n.js';
import { openMemory } from './memory.js';

/**
 * Says by how much a message is too long for the model, and what can be done.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Estimate} estimate
 * @returns {HTMLElement}
 */
export function tooLarge(app, { over_by: over, model }) {
  const button = (words, onclick) => h('button', { type: 'button', class: 'button', onclick }, words);
  return h('div', { class: 'too-large' },
    h('p', { class: 'too-large-words' }, icon('alert'),
      h('span', {}, counted('too-large', over, { name: app.models.title(model) }))),
    h('p', { class: 'too-large-hint' }, t('too-large.hint')),
    h('div', { class: 'too-large-actions' },
      button(t('too-large.model'), () => app.run('choose-model')),
      button(t('too-large.see'), () => app.inspect()),
      button(t('too-large.project'), () => openMemory(app))));
}
