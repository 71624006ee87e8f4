import { isDropped, isSafe, styleOf, texOf } from './clipboard-html.js';

const names = {
  strong: ['b', 'strong'],
  em: ['i', 'em', 'cite', 'dfn', 'var'],
  strike: ['s', 'del', 'strike'],
  code: ['code', 'kbd', 'samp', 'tt'],
};
const signs = { strong: '**', em: '*', strike: '~~' };

/**
 * The Markdown of words in a row.
 * @param {Iterable<Node>} nodes
 * @param {{isHeading?: boolean, isCell?: boolean}} [place] a heading is strong as it is; a cell has
 *   one line
 */
export function inline(nodes, { isHeading = false, isCell = false } = {}) {
  const runs = [];
  for (const node of nodes) collect(node, {}, runs);
  if (isHeading) for (const run of runs) run.marks = { ...run.marks, strong: undefined };
  let text = written(tidied(runs));
  if (isHeading || isCell) text = text.replace(/\s*\n\s*/g, ' ');
  return isCell ? text.replace(/(?<!\\)\|/g, '\\|') : text.replace(/^(?=#{1,6}\s|>)/gm, '\\');
}

/**
 * A run is a piece of text with its marks; `isRaw`: Markdown already, which is not escaped.
 * @typedef {{text: string, isRaw?: boolean, marks: Record<string, any>}} Run
 */
function collect(node, marks, runs) {
  if (node.nodeType === Node.TEXT_NODE) {
    runs.push({ text: node.data.replace(/[ \t\n\r\f\u00a0]+/g, ' '), marks });
    return;
  }
  if (isDropped(node)) return;
  const raw = (text) => runs.push({ text, isRaw: true, marks });
  const name = node.localName;
  if (name === 'br') return raw('\n');
  if (name === 'img') return raw(picture(node));
  if (name === 'math') return raw(texOf(node));
  if (name === 'input') return raw(node.type === 'checkbox' ? `[${node.hasAttribute('checked') ? 'x' : ' '}] ` : '');
  if (names.code.includes(name)) return raw(code(node.textContent), marks);
  const inner = marksOf(node, name, marks);
  const isApart = /^(?:p|div|li|tr|td|th|h[1-6]|section|figcaption|dt|dd)$/.test(name);
  if (isApart) runs.push({ text: ' ', marks: {} });
  for (const child of node.childNodes) collect(child, inner, runs);
  if (isApart) runs.push({ text: ' ', marks: {} });
}

function marksOf(node, name, marks) {
  const style = styleOf(node);
  const inner = { ...marks };
  for (const mark of ['strong', 'em', 'strike']) if (names[mark].includes(name)) inner[mark] = true;
  if (style['font-weight']) inner.strong = /^(?:bold|bolder|[6-9]00)$/.test(style['font-weight']) || undefined;
  if (style['font-style']) inner.em = /italic|oblique/.test(style['font-style']) || undefined;
  if (/line-through/.test(style['text-decoration'] ?? style['text-decoration-line'])) inner.strike = true;
  const href = name === 'a' ? node.getAttribute('href')?.trim() : null;
  if (href && isSafe(href) && !inner.href) inner.href = href;
  return inner;
}

function picture(node) {
  const source = node.getAttribute('src')?.trim() ?? '';
  const alt = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  const isDot = [node.getAttribute('width'), node.getAttribute('height')].some((size) => size && parseInt(size, 10) < 3);
  if (isDot || !/^https?:/i.test(source)) return isDot ? '' : escaped(alt);
  return `![${alt.replace(/[[\]]/g, '\\$&')}](${target(source)})`;
}

/** Between as many backticks as it has none of. */
function code(source) {
  const text = source.replace(/\s+/g, ' ').trim();
  if (text === '') return '';
  const most = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(most + 1);
  return /^`|`$/.test(text) ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Spaces collapsed across the runs and outside the marks; runs with the same marks as one. */
function tidied(runs) {
  const pieces = runs.flatMap(({ text, isRaw, marks }) =>
    isRaw ? [{ text, isRaw, marks }] : text.split(/( )/).filter(Boolean).map((piece) => ({ text: piece, marks })));
  const kept = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = kept.at(-1);
    const isSpace = piece.text === ' ';
    if (isSpace && (!last || /\s$/.test(last.text))) continue;
    if (piece.text === '\n' && last?.text === ' ') kept.pop();
    kept.push(piece);
  }
  while (/^\s$/.test(kept[0]?.text)) kept.shift();
  while (/^\s$/.test(kept.at(-1)?.text)) kept.pop();
  kept.forEach((piece, index) => {
    if (!/^\s$/.test(piece.text)) return;
    const before = kept[index - 1].marks;
    const after = kept.slice(index).find(({ text }) => !/^\s$/.test(text)).marks;
    piece.marks = Object.fromEntries(Object.entries(before).filter(([mark, value]) => after[mark] === value));
  });
  return kept.reduce((joined, piece) => {
    const last = joined.at(-1);
    if (last && !last.isRaw && !piece.isRaw && same(last.marks, piece.marks)) last.text += piece.text;
    else joined.push({ ...piece });
    return joined;
  }, []);
}

const order = ['href', 'strong', 'em', 'strike'];
const same = (one, other) => order.every((mark) => one[mark] === other[mark]);

/** Opens and closes the marks in turn; what is open stays so while it is wanted. */
function written(runs) {
  let text = '';
  let open = [];
  const close = (count) => {
    for (const { mark, value, at } of open.splice(count).reverse()) {
      if (mark !== 'href') text += signs[mark];
      else if (isAddress(text.slice(at + 1), value)) text = text.slice(0, at) + value;
      else text += `](${target(value)})`;
    }
  };
  for (const run of runs) {
    const { marks } = run;
    const over = open.findIndex(({ mark, value }) => marks[mark] !== value);
    if (over >= 0) close(over);
    const wanted = order.filter((mark) => marks[mark] && !open.some((entry) => entry.mark === mark));
    let words = run.isRaw ? run.text : escaped(run.text);
    if (wanted.length > 0 && words.startsWith(' ')) {
      text += ' '; // A mark that is followed by a space opens nothing.
      words = words.slice(1);
    }
    for (const mark of wanted) {
      open.push({ mark, value: marks[mark], at: text.length });
      text += mark === 'href' ? '[' : signs[mark];
    }
    text += words;
  }
  close(0);
  return text;
}

/** Whether a link's words are its address. */
function isAddress(words, address) {
  const plain = (one) => one.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '').replaceAll('\\', '');
  return plain(words) === plain(address) && /^https?:/i.test(address);
}

function target(address) {
  const opened = address.split('(').length === address.split(')').length;
  const safe = address.replace(/[\s<>]/g, (sign) => encodeURIComponent(sign));
  return opened ? safe : safe.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Only what would be read as form: people read these words too. */
function escaped(text) {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/(?<=\S)\*|\*(?=\S)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~~')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\](?=[([:])/g, '\\]');
}
