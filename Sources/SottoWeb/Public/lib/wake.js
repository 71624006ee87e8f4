const nap = 30_000; // Milliseconds out of sight in which a telephone may have stopped the page.

/**
 * Calls back when the page may have slept, or the network came or went: what waits need not
 * wait on, and a connection may be dead without a word.
 * @param {() => void} onwake
 * @param {AbortSignal} signal
 */
export function onWake(onwake, signal) {
  for (const type of ['online', 'offline']) addEventListener(type, onwake, { signal });
  document.addEventListener('resume', onwake, { signal });
  addEventListener('pageshow', (event) => event.persisted && onwake(), { signal });
  let hiddenAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > nap) onwake();
  }, { signal });
}
