// Text without what only the eye reads.

const picture = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)`;
/** With its colour and what is joined to it. */
const further = String.raw`\p{Emoji_Modifier}|\uFE0F|\u200D(?:\p{Emoji_Presentation}|\p{Extended_Pictographic})|[\u{E0020}-\u{E007F}]`;
const emoji = new RegExp(`${picture}(?:${further})*`, 'gu');
const invisible = /[\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g;
const longestCode = 80;

/** Words with values in their places. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** Whether there is anything to say. */
const hasWords = (text) => /[\p{L}\p{N}]/u.test(text);

/**
 * Signs as words, and none that only structure a text for the eye.
 * @param {string} text
 * @param {Record<string, string>} words the vocabulary of a language
 */
export function plainText(text, words) {
  return text
    .replace(invisible, '')
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#)]+)[^\s)]{0,2000}?(?=[.,;:!?]{0,3}(?:[\s)]|$))/g, '$1')
    .replace(/(\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d)\s?[–—]\s?(?=\d)/g, `$1 ${words['sign.to']} `)
    .replace(/(\d)\s?[×*]\s?(?=\d)/g, `$1 ${words['math.times']} `)
    .replace(/(^|\s)[~≈]\s?(?=[\d$€£¥])/g, `$1${words['math.about']} `)
    .replace(/\[\d+\]/g, '')
    .replace(/(?<![A-Za-z0-9])<[a-z][a-z0-9-]*(?:\s[^<>]*)?>|<\/[a-z][a-z0-9-]*>/g, ' ')
    .replace(/\b([CF])#(?!\w)/g, '$1 sharp')
    .replace(/(?<![A-Za-z0-9])#(\d+)/g, (whole, number) => filled(words['sign.number'], { number }))
    .replace(/(?<=[\p{L}\p{N})])\^(\d+)/gu, (whole, exponent) => ` ${filled(words['math.power'], { exponent })}`)
    .replace(/\s?(?:-->|->|→|⟶)\s?/g, ` ${words['sign.to']} `)
    .replace(/\s?(?:=>|⇒)\s?/g, ` ${words['math.follows']} `)
    .replace(/\s(?:—|––?|--)\s/g, ', ')
    .replace(/(?<=\s)[<>=](?=\s)|[≤≥≠÷±∞−]/g, (sign) => ` ${words[`math.${named[sign]}`]} `)
    .replace(/\s&\s/g, ` ${words['sign.&']} `)
    .replace(/[*_`~|<>{}\\^#]+|[•▪◦■□●○]/g, ' ');
}
const named = {
  '≤': 'at-most', '≥': 'at-least', '≠': 'not-equal', '÷': 'divided', '±': 'plus-minus', '∞': 'infinity',
  '−': 'minus', '<': 'less', '>': 'greater', '=': 'equals',
};

/** Without pictures between the words, and with one space where there were several. */
export function tidy(line) {
  const text = line.replace(emoji, ' ').replace(/\uFE0F|\u20E3/g, '');
  // A picture that stands alone is what was said; voices know their names.
  return (hasWords(text) ? text : line)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ (?=[,.!?;:，。！？；：、)])/g, '')
    .replace(/(?<=[\p{Script=Han}，。！？；：、]) (?=[\p{Script=Han}，。！？；：、])/gu, '')
    .trim();
}

/** A name or an expression in the middle of a text; signs alone by their names. */
export function codeWords(code, words) {
  if (code.length > longestCode) return words['code.inline'];
  const text = code
    .replace(/(?<=\s)={1,3}(?=\s)/g, words['math.equals'])
    .replace(/[`_*(){}[\]<>;|\\"'$@]+/g, ' ')
    .trim();
  if (hasWords(text)) return text;
  return [...code.trim()].map((sign) => words[`sign.${sign}`] ?? sign).join(' ');
}

/** A cell of a table may be a mark alone. */
export function markWords(text, words) {
  if (/^\s*[✓✔✅☑]\uFE0F?\s*$/u.test(text)) return words.yes;
  if (/^\s*[✗✘❌✖]\uFE0F?\s*$/u.test(text)) return words.no;
  return /^\s*[-–—]+\s*$/.test(text) ? '' : text;
}
