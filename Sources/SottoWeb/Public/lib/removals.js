import { t } from './i18n.js';

/** Deletes a project and offers to undo it. */
export async function removeProject(app, project) {
  try {
    await app.projects.remove(project.id);
    offerUndo(app, project.name, () => app.projects.restore(project.id));
  } catch (error) {
    app.fail(error);
  }
}

/** Deletes a conversation and offers to undo it. */
export async function removeConversation(app, conversation) {
  const wasOpen = app.store.state.conversationId === conversation.id;
  try {
    await app.conversations.remove(conversation.id);
    const title = conversation.title || t('untitled');
    offerUndo(app, title, () => app.conversations.restore(conversation.id, wasOpen));
  } catch (error) {
    app.fail(error);
    app.conversations.load().catch(() => {}); // The failure above is what is worth saying.
  }
}

function offerUndo(app, name, undo) {
  app.toast({
    text: t('deleted', { name }),
    action: t('undo'),
    onaction: () => undo().catch(app.fail),
  });
}
