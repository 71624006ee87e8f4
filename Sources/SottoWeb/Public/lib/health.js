const again = 20_000; // Milliseconds, while the history is being looked through.

/**
 * Says over the whole page when the history can only be read or is damaged; `trouble` in the store.
 * @param {import('./app-type.js').App} app
 */
export async function watchHealth(app) {
  const { read_only: readOnly, integrity } = await app.api.get('status');
  const trouble = readOnly ? 'readonly' : integrity.result === 'damaged' ? 'damaged' : null;
  app.store.set({ trouble });
  if (integrity.result === 'unchecked') setTimeout(() => watchHealth(app).catch(() => {}), again);
}
