import { t } from './i18n.js';
import { pathTo } from './route.js';

/** Whether this browser has notifications; on other machines pages have them only over https. */
export const canNotify = () => 'Notification' in globalThis && isSecureContext;

/** @returns {Promise<boolean>} whether they are allowed, asking if nobody was asked */
export async function allowNotifications() {
  return (await Notification.requestPermission()) === 'granted';
}

/**
 * Says in the system's own way how an answer ended; a press on it shows the conversation.
 * @param {import('./app-type.js').App} app
 * @param {string} status of the answer
 */
export async function notify(app, status) {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const { conversation, conversationId, projectId } = app.store.state;
  const title = conversation?.title || t('untitled');
  const path = pathTo(projectId, conversationId);
  // One for each conversation: a newer one takes the place of the one before.
  const options = { body: t(`notify.${status}`), tag: conversationId, icon: '/favicon.svg', data: { path } };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      notification.close();
      focus();
      app.route.go(path);
      app.run('focus-composer');
    });
  } catch {
    // On phones only the service worker may; it knows the way from `data`.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options).catch(() => {});
  }
}
