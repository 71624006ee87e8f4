import { hearChanges } from './changes.js';
import { Reloads } from './reloads.js';

/**
 * Follows what changes on the server for as long as the page lives: what is shown is read again, and
 * what ends elsewhere is told.
 * @param {import('./app-type.js').App} app
 */
export function hear(app) {
  const reloads = new Reloads(app);
  let elsewhere;
  /** Only where notifications are allowed other conversations can be told of. */
  const announce = async (hint) => {
    if (globalThis.Notification?.permission !== 'granted') return;
    elsewhere ??= import('./elsewhere.js').then(({ Elsewhere }) => new Elsewhere(app), () => (elsewhere = null));
    (await elsewhere)?.take(hint);
  };
  announce({});
  hearChanges(
    (hint) => {
      reloads.take(hint);
      announce(hint);
    },
    (reachable) => reloads.gap(reachable),
    () => reloads.catchUp(),
    new AbortController().signal,
  );
}
