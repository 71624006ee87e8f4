import { formulaWords } from './speech-formula.js';
import { languageOf } from './speech-language.js';
import { sentencesOf } from './speech-sentences.js';
import { codeWords, filled, markWords, plainText, tidy } from './speech-signs.js';

const mostRows = 20; // Of a table; nobody keeps more in mind by ear.
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, hr, section, .code, .table-scroll';
const names = {
  cpp: 'C++', csharp: 'C sharp', css: 'CSS', html: 'HTML', js: 'JavaScript', javascript: 'JavaScript', json: 'JSON',
  jsx: 'JavaScript', py: 'Python', sh: 'shell', sql: 'SQL', ts: 'TypeScript', typescript: 'TypeScript', xml: 'XML',
  yaml: 'YAML',
};

/**
 * A block of an answer as it is read aloud, sentence by sentence.
 * @param {string} html one block of safe HTML
 * @param {Record<string, Record<string, string>>} vocabularies by language; English is there
 * @param {string} latin the language of Latin letters that do not tell themselves
 * @returns {{text: string, language: string}[]}
 */
export function speechOf(html, vocabularies, latin = 'en') {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  const ofBlock = languageOf(wordsIn(content), latin);
  const words = vocabularies[ofBlock] ?? vocabularies.en;
  return lines(content, words)
    .flatMap((line) => line.split('\n'))
    .map(tidy)
    .flatMap(sentencesOf)
    .map((text) => ({ text, language: languageOf(text, ofBlock) }));
}

/** Whether the beginning of a growing block can be read before it is whole. */
export const growsBySentences = (html) => !/^\s*<(?:div|section)\b/.test(html);

/** What tells a block's language: not its code and formulas. */
function wordsIn(content) {
  const copy = content.cloneNode(true);
  for (const other of copy.querySelectorAll('code, pre, .math')) other.remove();
  return copy.textContent;
}

/** What an element says, a line for each of its blocks and lines. */
function lines(element, words) {
  const found = [];
  let run = '';
  const end = () => {
    if (run.trim()) found.push(run);
    run = '';
  };
  for (const child of element.childNodes) {
    if (!child.matches?.(blocks)) {
      run += inline(child, words);
      continue;
    }
    end();
    found.push(...block(child, words));
  }
  end();
  return found;
}

function block(element, words) {
  if (element.matches('.code')) return [codeBlock(element, words)];
  if (element.matches('.table-scroll')) return table(element, words);
  if (element.matches('ul')) return [...element.children].flatMap((item) => lines(item, words));
  if (element.matches('section')) return numbered(element.querySelector('ol'), words, 'footnote');
  if (element.matches('ol')) return numbered(element, words, 'item');
  return lines(element, words);
}

function numbered(list, words, name) {
  return [...list.children].flatMap((item, index) => {
    const [first = '', ...rest] = lines(item, words);
    return [filled(words[name], { number: list.start + index, text: first.trim() }), ...rest];
  });
}

function codeBlock(element, words) {
  const { language } = element.dataset;
  const count = element.querySelector('code').textContent.trimEnd().split('\n').length;
  const kind = language === 'mermaid' ? words.diagram : words.code;
  const named = language && !['text', 'plaintext', 'txt', 'mermaid'].includes(language);
  const size = filled(words[count === 1 ? 'lines.one' : 'lines.other'], { count });
  const facts = [kind, named && (names[language] ?? language), size];
  return facts.filter(Boolean).join(words.comma) + words.stop;
}

/** Each row by its first cell, and the others with the names of their columns. */
function table(element, words) {
  const [head, ...rows] = [...element.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => tidy(markWords(lines(cell, words).join(' '), words))));
  const columns = head.filter(Boolean).join(words.comma);
  const said = rows.slice(0, mostRows).map((cells) => cells
    .map((cell, index) => (cell && index > 0 && head[index] ? `${head[index]} ${cell}` : cell))
    .filter(Boolean).join(words.comma) + words.stop);
  const left = rows.length - said.length;
  if (left > 0) said.push(filled(words['rows.more'], { count: left }));
  return [filled(words.table, { columns }), ...said];
}

function inline(node, words) {
  // Some spaces hold the digits of a number together.
  if (node.nodeType === Node.TEXT_NODE) return plainText(node.textContent.replace(/[\t\r\n ]+/g, ' '), words);
  if (node.nodeType !== Node.ELEMENT_NODE) return '';
  if (node.matches('br')) return '\n';
  if (node.matches('input')) return words[node.checked ? 'done' : 'to-do'];
  if (node.matches('.footnote-ref')) return '';
  if (node.matches('.math')) return ` ${formulaWords(node.textContent, words)} `;
  if (node.matches('code')) return ` ${codeWords(node.textContent, words)} `;
  const said = [...node.childNodes].map((child) => inline(child, words)).join('');
  return node.matches('.image-link') ? filled(words.picture, { text: said }) : said;
}
