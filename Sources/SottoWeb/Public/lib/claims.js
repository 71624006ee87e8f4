// What a page lets the other pages of this browser know, by locks that many may hold: they go with
// the page, however it ends.

/**
 * @param {string} name
 * @returns {() => void} lets it go
 */
export function hold(name) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  navigator.locks?.request(name, { mode: 'shared' }, () => released).catch(() => {});
  return release;
}

/** Whether any page holds it. */
export async function isHeld(name) {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}
