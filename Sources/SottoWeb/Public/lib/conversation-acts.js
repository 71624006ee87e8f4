import { settleConflict } from './conflicts.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { openMenu } from './menu.js';

/**
 * What a person can do with a conversation, beside deleting it.
 * @typedef {import('./app-type.js').App} App
 * @typedef {import('./types.js').Conversation} Conversation
 */

/** @param {App} app @param {Conversation} conversation as it was when the name was begun */
export async function rename(app, { id, version }, title) {
  try {
    const save = (known) => app.conversations.change(id, { title, version: known });
    await settleConflict(app, version, save, { mine: title, theirs: (current) => current.title });
  } catch (error) {
    app.fail(error);
  }
  app.conversations.load().catch(() => {}); // The failure above is what is worth saying.
}

/** @param {App} app @param {Conversation} conversation @param {boolean} archived */
export async function archive(app, { id, title }, archived) {
  try {
    await app.conversations.change(id, { archived });
    app.toast({
      text: t(archived ? 'archived.done' : 'unarchived.done', { title: title || t('untitled') }),
      action: t('undo'),
      onaction: () => app.conversations.change(id, { archived: !archived }).catch(app.fail),
    });
  } catch (error) {
    app.fail(error);
  }
}

/** Copies all of a conversation's shown path. @param {App} app @param {Conversation} conversation */
export async function branchFrom(app, { id }) {
  try {
    const { messages } = await app.api.get(`conversations/${id}/messages?limit=1`);
    if (messages.length > 0) await app.conversations.branch(id, messages[0].id);
    else app.toast({ text: t('branch.empty') });
  } catch (error) {
    app.fail(error);
  }
}

/** The formats to have it in. */
export function openExports(app, { id }, anchor) {
  const rows = ['markdown', 'html', 'json', 'zip'].map((format) => ({
    label: t(`export.${format}`),
    icon: 'file',
    run: () => download(`/api/v1/export?conversation=${id}&format=${format}`),
  }));
  openMenu(anchor, rows, t('export'));
}

/** The projects to move it to. */
export function openProjects(app, conversation, anchor) {
  const others = app.store.state.projects.filter(({ id }) => id !== conversation.project_id);
  const rows = others.map((project) => ({
    label: project.name,
    icon: 'folder',
    run: () => move(app, conversation, project),
  }));
  openMenu(anchor, rows, t('move.to'));
}

async function move(app, { id, title, project_id: from }, project) {
  try {
    await app.conversations.change(id, { project_id: project.id });
    app.toast({
      text: t('moved', { title: title || t('untitled'), name: project.name }),
      action: t('undo'),
      onaction: () => app.conversations.change(id, { project_id: from }).catch(app.fail),
    });
  } catch (error) {
    app.fail(error);
  }
}

/** The server names the file. */
function download(href) {
  const link = h('a', { href, download: '', hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}
