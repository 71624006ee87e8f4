import { loadMoreWords, t } from './i18n.js';

const longest = 5000; // Milliseconds for the worker to answer.

/**
 * Asks the worker for what another app shared, and the person what to do with it.
 * @param {import('./app-type.js').App} app
 * @param {string} token from the address
 */
export async function openShare(app, token) {
  const shared = await taken(token).catch(() => null);
  if (shared && (shared.text || shared.files.length > 0)) return app.open('share-dialog', { shared });
  await loadMoreWords().catch(() => {});
  app.toast({ text: t('share.missed'), tone: 'bad' });
}

function taken(token) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ share: token }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, longest, null);
  });
}
