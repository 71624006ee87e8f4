import { ApiError } from './api.js';

/**
 * Saves a change of what may have been changed elsewhere meanwhile. When it was, both are shown and
 * the person chooses.
 * @param {import('./app-type.js').App} app
 * @param {number} version the one that the change began with
 * @param {(version: number) => Promise<void>} save
 * @param {{mine: string, theirs: (current: any) => string}} texts
 * @returns {Promise<boolean>} whether all is settled; `false`: the person goes on writing
 */
export async function settleConflict(app, version, save, { mine, theirs }) {
  let known = version;
  while (true) {
    try {
      await save(known);
      return true;
    } catch (error) {
      const current = error instanceof ApiError && error.failure.current;
      if (error.code !== 'version_conflict' || !current) throw error;
      const choice = await chosen(app, mine, theirs(current));
      if (choice === 'theirs') return true;
      if (choice !== 'mine') return false;
      known = current.version;
    }
  }
}

/**
 * Shows two versions of a text.
 * @returns {Promise<'mine'|'theirs'|null>} which one the person keeps
 */
export async function chosen(app, mine, theirs) {
  const dialog = await app.open('conflict-dialog', { mine, theirs });
  return dialog?.choice ?? null;
}
