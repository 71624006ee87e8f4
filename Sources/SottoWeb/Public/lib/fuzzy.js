/**
 * How well a query fits a name; 0 when it does not. Its letters have to come in order; those that
 * begin a word or follow each other count more, and the words of a query may come in any order.
 * @param {string} query
 * @param {string} name
 */
export function fit(query, name) {
  const text = plain(name);
  const words = plain(query).split(/\s+/).filter(Boolean);
  let total = 1;
  for (const word of words) {
    const points = fitOfWord(word, text);
    if (points === 0) return 0;
    total += points;
  }
  return total - text.length / 1000;
}

function fitOfWord(word, text) {
  const at = text.indexOf(word);
  if (at >= 0) return 20 + word.length * (isStart(text, at) ? 4 : 2);
  let points = 0;
  let last = -1;
  for (const letter of word) {
    const place = text.indexOf(letter, last + 1);
    if (place < 0) return 0;
    if (isStart(text, place)) points += 3;
    else if (place === last + 1) points += 2;
    last = place;
  }
  // Letters strewn over a long text are chance.
  return points >= word.length ? points : 0;
}

const isStart = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);

/** Without case, accents and full width. */
const plain = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
