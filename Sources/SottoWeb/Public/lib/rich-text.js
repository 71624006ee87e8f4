import { isDropped, isOfEditor, languageOf, parsed, styleOf, wordItem } from './clipboard-html.js';
import { inline } from './rich-inline.js';

const longest = 2_000_000; // Characters of HTML; more is pasted as plain text.

const blockNames = [
  'address', 'article', 'aside', 'blockquote', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset',
  'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main',
  'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table', 'ul',
];
const blockSelector = blockNames.join(',');

/**
 * The HTML of a clipboard as Markdown. Nothing of it is run or loaded.
 * @param {string} html
 * @param {string} text what the clipboard has as plain text
 * @returns {string|null} null when it says no more than the plain text does
 */
export function markdownOf(html, text) {
  if (html.length > longest) return null;
  const body = parsed(html);
  if (isOfEditor(body)) return null;
  const markdown = joined(blocksIn(body));
  return words(markdown) === words(text) ? null : markdown;
}

const words = (text) => text.replace(/\\(?=[!-/:-@[-`{-~])/g, '').replace(/\s+/g, ' ').trim();

/**
 * @typedef {{text: string, kind?: 'line'|'list'}} Block
 * A line is a `div` with words only, as mail programs write each line; lists stand close below the
 * words of their item.
 */
function joined(blocks, isItem = false) {
  let text = '';
  let last = null;
  for (const block of blocks) {
    const isClose = last?.text && ((last.kind === 'line' && block.kind === 'line') || (isItem && block.kind === 'list'));
    if (block.text) text += `${text && (isClose ? '\n' : '\n\n')}${block.text}`;
    last = block;
  }
  return text;
}

/** @returns {Block[]} */
function blocksIn(parent) {
  const blocks = [];
  let loose = [];
  let items = [];
  const flush = () => {
    const text = inline(loose);
    if (text) blocks.push({ text });
    loose = [];
  };
  const flushItems = () => {
    if (items.length > 0) blocks.push({ text: wordList(items), kind: 'list' });
    items = [];
  };
  for (const child of parent.childNodes) {
    if (isDropped(child)) continue;
    if (!isBlock(child)) {
      if (child.textContent.trim()) flushItems();
      loose.push(child);
      continue;
    }
    flush();
    const item = wordItem(child);
    if (item) items.push({ ...item, text: inline(child.childNodes) });
    else {
      flushItems();
      blocks.push(...blocksOf(child));
    }
  }
  flush();
  flushItems();
  return blocks;
}

/** A link is one with all that is in it. */
function isBlock(node) {
  if (node.nodeType !== Node.ELEMENT_NODE || node.localName === 'a') return false;
  return blockNames.includes(node.localName) || node.querySelector(blockSelector) !== null;
}

function blocksOf(element) {
  const name = element.localName;
  const heading = /^h([1-6])$/.exec(name);
  if (heading) {
    const text = inline(element.childNodes, { isHeading: true });
    return text ? [{ text: `${'#'.repeat(Number(heading[1]))} ${text}` }] : [];
  }
  switch (name) {
    case 'pre':
      return fence(element);
    case 'blockquote':
      return [{ text: joined(blocksIn(element)).replace(/^(?=(.?))/gm, (_, next) => (next ? '> ' : '>')) }];
    case 'ul':
    case 'ol':
      return [{ text: list(element), kind: 'list' }];
    case 'li':
      return [{ text: item(element, '- '), kind: 'list' }];
    case 'table':
      return table(element);
    case 'hr':
      return [{ text: '---' }];
    case 'div': {
      const hasBlocks = [...element.children].some(isBlock);
      return hasBlocks ? blocksIn(element) : [{ text: inline(element.childNodes), kind: 'line' }];
    }
    default:
      return blocksIn(element);
  }
}

function fence(pre) {
  const copy = pre.cloneNode(true);
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n');
  for (const child of [...copy.querySelectorAll('*')]) if (isDropped(child)) child.remove();
  const code = copy.textContent.replaceAll('\u00a0', ' ').replace(/^\n|\s+$/g, '');
  if (code === '') return [];
  const most = Math.max(2, ...[...code.matchAll(/^\s*(`+)/gm)].map(([, run]) => run.length));
  const ticks = '`'.repeat(most + 1);
  return [{ text: `${ticks}${languageOf(pre)}\n${code}\n${ticks}` }];
}

/** A list directly in a list, as Google Docs writes it, belongs to the item before. */
function list(element) {
  const items = [];
  let number = Number(element.getAttribute('start') ?? 1);
  for (const child of element.children) {
    if (isDropped(child)) continue;
    if (['ul', 'ol'].includes(child.localName)) {
      const nested = indented(list(child), items.length > 0 ? items.at(-1).width : 0);
      if (items.length > 0) items.at(-1).text += `\n${nested}`;
      else items.push({ text: nested, width: 0 });
      continue;
    }
    const marker = element.localName === 'ol' ? `${number}. ` : '- ';
    number += 1;
    items.push({ text: item(child, marker), width: marker.length });
  }
  return items.map(({ text }) => text).join('\n');
}

function item(element, marker) {
  const content = joined(blocksIn(element), true);
  return `${marker}${indented(content, marker.length).trimStart()}`.trimEnd();
}

const indented = (text, width) => text.replace(/^(?=.)/gm, ' '.repeat(width));

/** @param {{level: number, isOrdered: boolean, text: string}[]} items */
function wordList(items) {
  const open = []; // For each level: how wide what is before it is, and how many items it has had.
  return items.map(({ level, isOrdered, text }) => {
    open.length = Math.min(open.length, level);
    while (open.length < level) open.push({ width: 0, count: 0 });
    const here = open[level - 1];
    here.count += 1;
    const marker = isOrdered ? `${here.count}. ` : '- ';
    here.width = marker.length;
    const before = open.slice(0, level - 1).reduce((sum, { width }) => sum + width, 0);
    return ' '.repeat(before) + marker + text.replaceAll('\n', ' ');
  }).join('\n');
}

/** A table that only lays things out is what is in it. */
function table(element) {
  const rows = [...element.rows].filter((row) => !isDropped(row));
  const cells = rows.map((row) => [...row.cells].filter((cell) => !isDropped(cell)));
  const columns = Math.max(0, ...cells.map((row) => row.reduce((sum, cell) => sum + cell.colSpan, 0)));
  const isLayout = columns < 2 || element.querySelector('table, pre') || element.getAttribute('role') === 'presentation';
  if (isLayout) return cells.flat().flatMap(blocksIn);
  const lines = cells.map((row) => {
    const texts = row.flatMap((cell) => [inline([cell], { isCell: true }), ...Array(cell.colSpan - 1).fill('')]);
    return `| ${[...texts, ...Array(columns - texts.length).fill('')].join(' | ')} |`;
  });
  const rule = Array.from({ length: columns }, (_, column) => ruleOf(cells.at(-1)[column]));
  const caption = element.caption ? inline(element.caption.childNodes) : '';
  return [{ text: caption }, { text: [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n') }];
}

function ruleOf(cell) {
  const side = cell && (styleOf(cell)['text-align'] ?? cell.getAttribute('align'));
  return { right: '---:', center: ':---:' }[side] ?? '---';
}
