import { archive, branchFrom, openExports, openProjects, rename } from './conversation-acts.js';
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
  const anchor = () => list.row()?.querySelector('.conversation-more');
  if (!anchor()) return;
  const title = conversation.title || t('untitled');
  const row = (label, icon, run, isDanger = false) => ({ label: t(label), icon, run, isDanger });
  const then = (open) => () => anchor() && open(app, conversation, anchor());
  const rows = [
    row('rename', 'pencil', () => renameIn(list, conversation, app)),
    row('branch', 'branch', () => branchFrom(app, conversation)),
    row('export', 'export', then(openExports)),
  ];
  if (app.store.state.projects?.length > 1) rows.push(row('move', 'folder', then(openProjects)));
  rows.push(conversation.archived_at
    ? row('unarchive', 'archive', () => archive(app, conversation, false))
    : row('archive', 'archive', () => archive(app, conversation, true)));
  rows.push('-', row('delete', 'trash', () => removeConversation(app, conversation), true));
  openMenu(anchor(), rows, t('conversation.more', { title }));
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
    ended();
    if (isKept && title && title !== conversation.title) rename(app, conversation, title);
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
