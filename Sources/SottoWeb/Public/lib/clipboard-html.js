/** What is in the HTML of office programs and web pages and is nothing to read. */
const clutter = [
  'script', 'style', 'meta', 'link', 'title', 'template', 'noscript', 'iframe', 'object', 'embed',
  'canvas', 'svg', 'video', 'audio', 'button', 'select', 'textarea', 'colgroup', '[hidden]',
  '[aria-hidden="true"]', '.sr-only', '.visually-hidden', '.mw-editsection', 'sup.reference',
  '.lineno', '.linenos', '.line-numbers', '.gutter', '.Apple-interchange-newline',
].join(',');

/**
 * A document that loads and runs nothing. Its styles and handlers are taken out, those of its
 * elements into `data-style` and so on: the page's policy refuses them aloud, even there.
 * @param {string} html
 */
export function parsed(html) {
  const quiet = html
    .replace(/<(?:style)\b[^]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
      tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, '$1data-$2'));
  return new DOMParser().parseFromString(quiet, 'text/html').body;
}

/** @returns {Record<string, string>} the declarations of an element, as they are written */
export function styleOf(element) {
  const written = element.dataset?.style ?? '';
  return Object.fromEntries(written.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim().toLowerCase()];
  }));
}

/** Whether a node has nothing to read. */
export function isDropped(node) {
  if (node.nodeType === Node.TEXT_NODE) return false;
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(clutter)) return true;
  const style = styleOf(node);
  return style.display === 'none' || style.visibility === 'hidden' || style['mso-hide'] === 'all'
    || style['mso-list'] === 'ignore';
}

export const isSafe = (address) => /^(?:https?:\/\/|mailto:)/i.test(address);

/** Whether it is what code editors copy: lines in colours. */
export function isOfEditor(body) {
  const all = [...body.children].filter((child) => !isDropped(child));
  const [only] = all;
  if (all.length !== 1 || body.querySelector('code, [class*="language-"], [class*="highlight"]')) return false;
  const style = styleOf(only);
  const isOfLines = /^pre/.test(style['white-space'] ?? '') || only.localName === 'pre';
  return isOfLines && /mono|consol|courier|menlo|code/.test(style['font-family'] ?? style.font ?? '');
}

/**
 * Where a paragraph stands in a list of Word, which has no list elements.
 * @returns {{level: number, isOrdered: boolean}|null}
 */
export function wordItem(node) {
  const level = /level(\d+)/.exec(node.dataset ? (styleOf(node)['mso-list'] ?? '') : '')?.[1];
  if (!level) return null;
  const sign = [...node.querySelectorAll('[data-style]')].find((one) => styleOf(one)['mso-list'] === 'ignore');
  return { level: Number(level), isOrdered: /^\s*\(?\w{1,4}[.)]/.test(sign?.textContent ?? '') };
}

/** The language of a code block, as highlighters name it. */
export function languageOf(pre) {
  const near = [pre.querySelector('code'), pre, pre.parentElement, pre.parentElement?.parentElement];
  for (const element of near.filter(Boolean)) {
    const named = element.dataset.lang ?? element.dataset.language
      ?? /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([\w+#.-]+)/.exec(element.className)?.[1];
    if (named) return named.toLowerCase().replace(/[^\w+#.-]/g, '');
  }
  return '';
}

/** A formula's source, which KaTeX, MathJax and Wikipedia leave beside it. */
export function texOf(math) {
  const source = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent
    ?? math.getAttribute('alttext');
  if (!source) return math.textContent.replace(/\s+/g, ' ');
  const tex = source.trim().replace(/^\{\\displaystyle\s*(.*)\}$/s, '$1');
  return math.getAttribute('display') === 'block' ? `$$${tex}$$` : `$${tex}$`;
}
