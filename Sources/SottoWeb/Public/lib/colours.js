import { loadScript } from './scripts.js';

/** More than this is not coloured: it would hold up the page. */
const longest = 60_000;

let library;

/**
 * Colours code in its language; the library comes with the first one. What it does not know stays as
 * it is.
 * @param {Element} code an element of the class `language-…`, or without one
 */
export async function colour(code) {
  const name = /\blanguage-(\S+)/.exec(code.className)?.[1];
  if (!name || code.textContent.length > longest) return;
  library ??= await loadScript('/vendor/highlight/highlight.min.js', 'hljs');
  // Its version says on the console that it is an old one.
  library?.configure({ hideUpgradeWarningAcceptNoSupportOrSecurityUpdates: true });
  if (!library?.getLanguage(name)) return;
  // What it answers is escaped text in spans of a class each.
  code.innerHTML = library.highlight(name, code.textContent, true).value;
}
