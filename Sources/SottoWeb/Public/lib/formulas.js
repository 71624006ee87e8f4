import { loadStyle } from './lazy.js';
import { loadScript } from './scripts.js';

let katex;
let loading;
/** What was typeset lately, by its source: the last block of a growing answer is placed often. */
const known = new Map();
const mostKnown = 500;

/**
 * Typesets formulas; the library comes with the first one. One that it cannot read stays as it was
 * written.
 * @param {Iterable<Element>} formulas elements whose text is a formula with its delimiters
 */
export async function typeset(formulas) {
  if (!katex) {
    loading ??= Promise.all([
      loadScript('/vendor/katex/katex.min.js', 'katex'),
      loadStyle('/vendor/katex/katex.min.css'),
    ]);
    [katex] = await loading;
    if (!katex) return;
  }
  for (const formula of formulas) show(formula);
}

function show(formula) {
  const source = formula.textContent;
  if (!known.has(source)) {
    if (known.size >= mostKnown) known.clear();
    known.set(source, made(source));
  }
  const typeset = known.get(source);
  if (typeset) formula.replaceWith(typeset.cloneNode(true));
}

/** @returns {Element|null} the formula typeset; null when the library cannot read it */
function made(source) {
  const formula = document.createElement('span');
  const isSingle = source[0] === '$' && source[1] !== '$';
  const displayMode = source.startsWith('$$') || source.startsWith('\\[');
  const content = isSingle ? source.slice(1, -1) : source.slice(2, -2);
  const options = { displayMode, maxSize: 20, maxExpand: 500, strict: 'ignore' };
  try {
    withStylesAllowed(() => katex.render(content, formula, options));
  } catch {
    return null;
  }
  formula.className = displayMode ? 'math math-display' : 'math';
  return formula;
}

/** The page's policy refuses style attributes, of which KaTeX sets a few; styles it does not. */
function withStylesAllowed(work) {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style') this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  try {
    work();
  } finally {
    Element.prototype.setAttribute = setAttribute;
  }
}
