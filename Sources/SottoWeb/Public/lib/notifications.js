import { t } from './i18n.js';
import { pathTo } from './route.js';

/** Whether this browser has notifications; on other machines pages have them only over https. */
export const canNotify = () => 'Notification' in globalThis && isSecureContext;

/** @returns {Promise<boolean>} whether they are allowed, asking if nobody was asked */
export async function allowNotifications() {
  return (await Notification.requestPermission()) === 'granted';
}

let isOffered = false;

/**
 * Where a project wants them and nobody was asked in this browser: offers to ask, once a page.
 * @param {import('./app-type.js').App} app
 */
export function offerNotifications(app) {
  if (isOffered || !canNotify() || Notification.permission !== 'default') return;
  isOffered = true;
  app.toast({
    text: t('notify.offer'), action: t('notify.allow'), onaction: () => allowNotifications().catch(app.fail),
  });
}

/**
 * Says in the system's own way how an answer ended; a press on it shows the conversation.
 * @param {import('./app-type.js').App} app
 * @param {{id: string, project_id: string, title: string}} conversation the answer's
 * @param {string} status of the answer
 */
export async function notify(app, conversation, status) {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const title = conversation.title || t('untitled');
  const path = pathTo(conversation.project_id, conversation.id);
  // One for each conversation: a newer one takes the place of the one before.
  const options = { body: t(`notify.${status}`), tag: conversation.id, icon: '/favicon.svg', data: { path } };
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
