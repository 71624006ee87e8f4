import { h } from './dom.js';
import { t } from './i18n.js';
import { watchComposition } from './ime.js';
import { openMenu } from './menu.js';
import { removeConversation } from './removals.js';

/**
 * What can be done with a conversation of the list.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Conversation} conversation
 * @param {{row: () => HTMLElement?, began: () => void, ended: () => void}} list where it stands
 *   now; between `began` and `ended` the list stays as it is
 */
export function openConversationMenu(app, conversation, list) {
  const anchor = list.row()?.querySelector('.conversation-more');
  if (!anchor) return;
  const rename = () => renameIn(list, conversation, app);
  const remove = () => removeConversation(app, conversation);
  openMenu(
    anchor,
    [
      { label: t('rename'), icon: 'pencil', run: rename },
      { label: t('delete'), icon: 'trash', isDanger: true, run: remove },
    ],
    t('conversation.more', { title: conversation.title || t('untitled') }),
  );
}

/** Turns the row into a field; Enter and leaving it keep the new name, Escape the old one. */
function renameIn({ row: find, began, ended }, conversation, app) {
  const row = find();
  if (!row) return; // Another tab has deleted it meanwhile.
  const field = h('input', {
    class: 'rename',
    value: conversation.title,
    maxLength: 200,
    dir: 'auto',
    'aria-label': t('rename.label'),
  });
  const isComposing = watchComposition(field);
  let isOver = false;
  const finish = (isKept) => {
    if (isOver) return;
    isOver = true;
    const title = field.value.trim();
    if (isKept && title && title !== conversation.title) {
      app.conversations.rename(conversation.id, title).catch(app.fail);
    }
    ended();
  };
  field.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') finish(true);
    if (event.key !== 'Escape') return;
    finish(false);
    event.stopPropagation(); // The drawer stays open.
  });
  field.addEventListener('blur', () => finish(true));
  began();
  row.replaceChildren(field);
  field.focus();
  field.select();
}
