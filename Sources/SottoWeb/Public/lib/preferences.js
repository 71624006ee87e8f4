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

/** What is remembered under names that begin so. */
export function names(prefix) {
  try {
    const start = `sotto.${prefix}`;
    const all = Object.keys(localStorage).filter((name) => name.startsWith(start));
    return all.map((name) => name.slice('sotto.'.length));
  } catch {
    return [];
  }
}

/** What stays when all texts are deleted; the rest may hold words of a conversation. */
const harmless = /^(theme|accent|own-\w+|size|font|code|enter|language|sidebar|wrap|reading-speed|behaviour-\w+)$/;

/** Forgets drafts, texts that were not sent, and choices that name a conversation. */
export function forgetTexts() {
  for (const name of names('')) if (!harmless.test(name)) remember(name, null);
}

/** The accents on offer; `tokens.css` has their colours. */
export const accents = ['teal', 'blue', 'violet', 'rose', 'amber', 'graphite'];

/** Puts theme, accent and type on the document, as `early.js` did before the first paint. */
export const applyAppearance = () => globalThis.applyAppearance();
