import { t } from './i18n.js';
import { openMenu } from './menu.js';

/**
 * What can be done with a message beyond its row of buttons.
 * @param {import('./message-acts.js').MessageActs} acts
 * @param {HTMLElement} anchor
 */
export function openMessageMenu(acts, anchor) {
  const { message, thread } = acts;
  const isAnswer = message.role === 'assistant';
  const isFree = !thread.turn;
  const row = (label, icon, run, isDanger = false) => ({ label: t(label), icon, run, isDanger });
  const rows = [];
  if (isAnswer && isFree) {
    rows.push(row('again.other', 'again', () => acts.againWith()));
    rows.push(row('edit.answer', 'pencil', () => acts.edit()));
  }
  if (isAnswer) rows.push(row('copy.formatted', 'copy', () => acts.copyFormatted()));
  if (isAnswer) rows.push(row('facts', 'chart', () => acts.showFacts(anchor)));
  rows.push(row('branch', 'branch', () => acts.branch()));
  rows.push(row(message.pinned_at ? 'unpin' : 'pin', 'pin', () => acts.pin()));
  if (isFree) rows.push('-', row('delete', 'trash', () => acts.remove(), true));
  openMenu(anchor, rows, t('message.more'));
}
