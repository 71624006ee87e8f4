import { t } from './i18n.js';

const recent = 10; // Conversations that can be read without the server, also when they were not opened.

/**
 * Starts the worker that keeps the page and the recent history, and says when it is of a new version.
 * @param {import('./app-type.js').App} app
 */
export async function startWorker(app) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener('message', ({ data: { version } }) => {
    if (!version || import.meta.url.includes(`/~${version}/`)) return;
    app.toast({ text: t('updated'), action: t('reload'), onaction: () => location.reload() });
  });
  const registration = await workers.register('/sw.js');
  if (!registration) return; // Something in the browser keeps pages from having one.
  // A server that was away may be a new one.
  let wasReachable = true;
  app.store.watch(['reachable', 'conversations'], ({ reachable, conversations }) => {
    if (reachable && !wasReachable) registration.update().catch(() => {}); // It went away again.
    wasReachable = reachable;
    if (reachable && conversations) keep(workers.controller, conversations);
  }, new AbortController().signal);
}

function keep(worker, conversations) {
  const newest = conversations.slice(0, recent).filter((one) => !one.running_turn_id);
  worker?.postMessage({ recent: newest.map(({ id, updated_at }) => ({ id, updated_at })) });
}
