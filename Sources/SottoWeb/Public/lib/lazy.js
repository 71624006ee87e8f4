import { asset } from './address.js';
import { loadMoreWords, loadWords } from './i18n.js';

/**
 * Loads what the first screen does not need: modules, their style sheets, and the words.
 * @param {string[]} modules paths from the root
 * @param {string[]} [styles] paths from the root
 */
export function load(modules, styles = []) {
  const loading = [...modules.map((path) => import(asset(path))), ...styles.map(loadStyle)];
  return Promise.all([...loading, loadMoreWords()]);
}

const sheets = new Map();

/** Without its style a part is plain but works, so nobody waits for one in vain. */
export function loadStyle(path) {
  if (!sheets.has(path)) sheets.set(path, new Promise((resolve) => {
    const href = asset(path);
    const early = document.querySelector(`link[rel="stylesheet"][href="${href}"]`);
    if (early?.sheet) return resolve();
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  }));
  return sheets.get(path);
}

/** What follows, shows and speaks messages. */
export function loadMessages() {
  globalThis.expectMessages?.();
  return load(
    ['/lib/thread.js', '/parts/chat-message.js', '/parts/live-announcer.js', '/parts/answer-behaviours.js'],
    ['/styles/message.css', '/styles/prose.css'],
  );
}

/** What shows a summary in the conversation. */
export const loadSummary = () => load(['/parts/chat-summary.js'], ['/styles/context.css']);

/** The dialogs whose words and style are those of the settings. */
const large = ['settings-dialog', 'template-dialog'];

/** @param {string} name the element's */
export async function loadDialog(name) {
  const isLarge = large.includes(name);
  const styles = ['/styles/dialogs.css', ...(isLarge ? ['/styles/settings.css'] : [])];
  await Promise.all([load([`/parts/${name}.js`], styles), isLarge && loadWords('settings')]);
}

export const loadSearch = () =>
  load(['/parts/search-screen.js'], ['/styles/dialogs.css', '/styles/search.css']);

/** The screen of what requests took. It is in the page already, so its words come before it. */
export async function loadUsage() {
  await Promise.all([loadWords('usage'), loadMoreWords(), loadStyle('/styles/usage.css')]);
  await load(['/parts/usage-screen.js']);
}

/** What there is to know of one answer. */
export async function loadFacts() {
  const [[facts]] = await Promise.all([load(['/lib/answer-facts.js'], ['/styles/usage.css']), loadWords('usage')]);
  return facts;
}

export const loadPalette = () =>
  load(['/parts/command-palette.js'], ['/styles/dialogs.css', '/styles/picker.css', '/styles/palette.css']);
