import { asset } from './address.js';
import { recall } from './preferences.js';

/** @type {Record<string, string>} */
let words = {};
let language = 'en';
/** The parts of the words that are loaded beyond those of the first screen. */
const loaded = new Set();

/** The languages on offer, named in their own words. */
export const languages = { en: 'English', zh: '简体中文' };

/** Loads the chosen language, or the browser's: the words of the first screen. */
export async function loadLanguage() {
  const wanted = recall('language') ?? navigator.language;
  language = wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  words = (await import(asset(`/locales/${language}.js`))).default;
  document.documentElement.lang = locale();
  for (const part of loaded) await loadWords(part);
}

/** Loads a part of the words that the first screen does not need: `more`, `settings` or `usage`. */
export async function loadWords(part) {
  const more = (await import(asset(`/locales/${language}-${part}.js`))).default;
  words = { ...words, ...more };
  loaded.add(part);
}

export const loadMoreWords = () => loadWords('more');

/** The language's tag, for `lang` and `Intl`. */
export const locale = () => (language === 'zh' ? 'zh-CN' : 'en');

/**
 * The words for a key, with `{name}` replaced.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Whether there are words for a key. */
export const knows = (key) => key in words;

/** The words for a number of things: the key with `.one` or `.other`. */
export function counted(key, count, values = {}) {
  const form = new Intl.PluralRules(locale()).select(count) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}`, { ...values, count: new Intl.NumberFormat(locale()).format(count) });
}

/**
 * A failure in plain words: ours where its code is known, else the server's, as a sentence.
 * @param {import('./types.js').Failure} failure
 * @returns {{message: string, hint?: string}}
 */
export function explain({ code, message, hint }) {
  if (knows(`error.${code}`)) return { message: t(`error.${code}`) };
  if (!message) return { message: t('error.unexpected') };
  return { message: sentence(message), hint: hint && sentence(hint) };
}

/** Whatever was thrown, in one line of plain words. */
export function wordsFor(error) {
  const { message, hint } = explain(error?.failure ?? { code: 'unexpected', message: '' });
  return [message, hint].filter(Boolean).join(' ');
}

/** The server's words are also for terminals: without a capital and a full stop. */
function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?。！？…]$/.test(text) ? text : `${text}.`;
}
