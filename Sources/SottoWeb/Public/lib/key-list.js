import { keyNames } from './commands.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { recall } from './preferences.js';

/** The keys that send a message. */
export const sendKeys = () => (recall('enter') === 'break' ? keyNames('mod+Enter') : ['Enter']);

/**
 * Every command with its key.
 * @param {import('./app-type.js').App} app
 */
export function keyList(app) {
  const row = (name, keys) => h('div', { class: 'key-row' },
    h('dt', {}, name), h('dd', {}, ...keys.map((key) => h('kbd', {}, key))));
  const breaks = recall('enter') === 'break' ? ['Enter'] : keyNames('shift+Enter');
  return h('dl', { class: 'keys' },
    row(t('key.send'), sendKeys()),
    row(t('key.break'), breaks),
    row(t('key.edit-last'), ['↑']),
    ...app.commands.map(({ id, keys }) => row(t(`command.${id}`), keyNames(keys))),
    row(t('key.close'), ['Esc']));
}
