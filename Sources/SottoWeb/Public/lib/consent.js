/**
 * Asks whether text may go to a host that none has gone to yet; the server remembers a yes.
 * @param {import('./app-type.js').App} app
 * @param {{host?: string, provider?: string}} place where it would go, as the server says
 * @param {{text?: string, attachments?: object[]}} message what would be sent
 * @returns {Promise<boolean>}
 */
export async function agrees(app, { host, provider }, { text, attachments = [] }) {
  if (!host) return false; // A server that does not say where cannot be agreed to.
  const count = attachments.length;
  const dialog = await app.open('consent-dialog', { host, provider, isNew: Boolean(text), count });
  if (!(await dialog?.choice)) return false;
  await app.api.post('egress/hosts', { host, provider });
  return true;
}
