const again = 20_000; // Milliseconds, while the history is being looked through.

/**
 * Says over the whole page when the history can only be read or is damaged; `trouble` in the store.
 * Looks now and whenever the server is back.
 * @param {import('./app-type.js').App} app
 */
export function watchHealth(app) {
  const change = ({ reachable }) => {
    if (reachable) look(app).catch(() => {}); // The next time the server is back it looks again.
  };
  app.store.watch(['reachable'], change, new AbortController().signal);
}

async function look(app) {
  const { read_only: readOnly, integrity } = await app.api.get('status');
  const trouble = readOnly ? 'readonly' : integrity.result === 'damaged' ? 'damaged' : null;
  app.store.set({ trouble });
  if (integrity.result === 'unchecked') setTimeout(() => look(app).catch(() => {}), again);
}
