// The browser may refuse storage (private windows, full disk). The page works without it.

/** @param {string} name @returns {string|null} */
export function recall(name) {
  try {
    return localStorage.getItem(`sotto.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string|null} value `null` and the empty text forget it */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`sotto.${name}`, value);
    else localStorage.removeItem(`sotto.${name}`);
  } catch {
    // See above.
  }
}

/** The accents on offer; `tokens.css` has their colours. */
export const accents = ['teal', 'blue', 'violet', 'rose', 'amber', 'graphite'];

/** Puts theme and accent on the document, as `early.js` did before the first paint. */
export function applyAppearance() {
  const theme = recall('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const root = document.documentElement;
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : dark ? 'dark' : 'light';
  root.dataset.accent = recall('accent') ?? 'teal';
}
