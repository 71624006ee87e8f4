import { filled } from './speech-signs.js';

// Formulas as one says them. What is beyond saying, such as a matrix, is only named.

const longest = 160; // Characters of words; nobody can follow more by ear.
const longestSource = 400;

/** Commands that are words of the vocabulary; the rest are the letters and functions that have names. */
const operators = {
  times: 'times', cdot: 'times', ast: 'times', div: 'divided', pm: 'plus-minus', mp: 'plus-minus',
  leq: 'at-most', le: 'at-most', geq: 'at-least', ge: 'at-least', neq: 'not-equal', ne: 'not-equal',
  approx: 'about', sim: 'about', equiv: 'equals', to: 'to', rightarrow: 'to', longrightarrow: 'to',
  mapsto: 'to', implies: 'follows', Rightarrow: 'follows', iff: 'if-only-if', Leftrightarrow: 'if-only-if',
  in: 'in', notin: 'not-in', subset: 'subset', subseteq: 'subset', cup: 'union', cap: 'intersection',
  infty: 'infinity', sum: 'sum', prod: 'product', int: 'integral', iint: 'integral', oint: 'integral',
  lim: 'limit', partial: 'partial', nabla: 'nabla', forall: 'for-all', exists: 'exists', neg: 'not',
  land: 'and', wedge: 'and', lor: 'or', vee: 'or', ldots: 'and-so-on', cdots: 'and-so-on', dots: 'and-so-on',
  emptyset: 'empty-set', circ: 'degrees', mid: 'given',
};
const signs = {
  '+': 'plus', '-': 'minus', '−': 'minus', '=': 'equals', '<': 'less', '>': 'greater', '*': 'times',
  '/': 'divided', '!': 'factorial', '×': 'times', '÷': 'divided', '±': 'plus-minus', '≤': 'at-most',
  '≥': 'at-least', '≠': 'not-equal', '≈': 'about', '∞': 'infinity', '→': 'to', '∈': 'in',
};
/** What only says how the formula looks. */
const looks = new Set(['left', 'right', 'big', 'Big', 'bigg', 'Bigg', 'bigl', 'bigr', 'displaystyle', 'textstyle',
  'limits', 'nolimits', 'quad', 'qquad', 'mathrm', 'mathbf', 'mathit', 'mathsf', 'mathcal', 'mathbb', 'mathfrak',
  'text', 'textbf', 'textrm', 'operatorname', 'boldsymbol', 'boxed', 'cancel', 'color', 'tag', 'hat', 'bar', 'vec',
  'dot', 'tilde', 'overline', 'underline', 'widehat', 'mathop']);

/**
 * @param {string} source a formula with its delimiters
 * @param {Record<string, string>} words the vocabulary of a language
 * @returns {string}
 */
export function formulaWords(source, words) {
  const formula = source.replace(/^(?:\$\$|\$|\\\(|\\\[)|(?:\$\$|\$|\\\)|\\\])$/g, '').trim();
  if (formula.length > longestSource || /\\(?:begin|matrix|cases|\\)/.test(formula)) return words.formula;
  const spoken = new FormulaReader(formula, words).read().replace(/\s+/g, ' ').trim();
  return spoken.length > longest || /[\\{}^_]/.test(spoken) ? words.formula : spoken;
}

const pieces = new RegExp([
  String.raw`\\(?:text|textbf|textrm|mathrm|operatorname)\s*\{[^{}]*\}`, // Words as they are.
  String.raw`\\[A-Za-z]+|\\.`,
  String.raw`\d+(?:[.,]\d+)*|\p{Script=Han}+|\S`,
].join('|'), 'gu');

class FormulaReader {
  #at = 0;

  constructor(source, words) {
    this.tokens = source.match(pieces) ?? [];
    this.words = words;
  }

  /** Everything up to a closing brace, or the end. */
  read() {
    const said = [];
    while (this.#at < this.tokens.length && this.tokens[this.#at] !== '}') said.push(this.#next());
    return said.join(' ');
  }

  #say(name, values = {}) {
    return filled(this.words[`math.${name}`], values);
  }

  #next() {
    const token = this.tokens[this.#at++];
    if (token === '{') return this.#group();
    if (token === '^') return this.#power(this.#argument());
    if (token === '_') return this.#below();
    if (token.endsWith('}')) return token.slice(token.indexOf('{') + 1, -1);
    if (token.startsWith('\\')) return this.#command(token.slice(1));
    if (signs[token]) return this.#say(signs[token]);
    return /[\p{L}\p{N}.,'′%]/u.test(token) ? token : '';
  }

  #group() {
    const said = this.read();
    this.#at += 1;
    return said;
  }

  #argument() {
    if (this.#at >= this.tokens.length) return '';
    return this.#next();
  }

  #optional() {
    if (this.tokens[this.#at] !== '[') return '';
    const end = this.tokens.indexOf(']', this.#at);
    const inside = end < 0 ? [] : this.tokens.slice(this.#at + 1, end);
    if (end >= 0) this.#at = end + 1;
    return inside.join(' ');
  }

  #command(name) {
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac') {
      const above = this.#argument();
      return this.#say('fraction', { above, below: this.#argument() });
    }
    if (name === 'binom') {
      const above = this.#argument();
      return this.#say('choose', { above, below: this.#argument() });
    }
    if (name === 'sqrt') {
      const degree = this.#optional();
      const of = this.#argument();
      return degree && degree !== '2' ? this.#say('nth-root', { degree, of }) : this.#say('root', { of });
    }
    if (['sum', 'prod', 'int', 'lim'].includes(name)) return this.#bounded(operators[name]);
    if (looks.has(name) || !/^[A-Za-z]/.test(name)) return name === '%' ? name : '';
    return operators[name] ? this.#say(operators[name]) : name;
  }

  /** A sum, product or integral with what it goes from and to. */
  #bounded(name) {
    let [from, to] = ['', ''];
    while (['_', '^', '\\limits'].includes(this.tokens[this.#at])) {
      const mark = this.tokens[this.#at++];
      if (mark === '_') from = this.#argument();
      if (mark === '^') to = this.#argument();
    }
    if (from && to) return this.#say('from-to', { what: this.#say(name), from, to });
    return from ? this.#say('over', { what: this.#say(name), from }) : this.#say(name);
  }

  #power(exponent) {
    if (exponent === '2') return this.#say('squared');
    if (exponent === '3') return this.#say('cubed');
    if (exponent === this.#say('degrees')) return exponent;
    if (/^['′]+$/.test(exponent)) return exponent;
    return this.#say('power', { exponent });
  }

  #below() {
    return this.#say('below', { index: this.#argument() });
  }
}
