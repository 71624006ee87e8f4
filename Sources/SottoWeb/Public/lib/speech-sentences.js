/** Some voices stop in the middle of what is longer. */
const longest = 220;
/** After these a full stop ends no sentence. */
const short = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|vs|etc|e\.g|i\.e|cf|fig|approx|z\.\s?b|bzw|ca|nr|sr|sra|mme)\.\s*$/i;
/** Characters; the browser's segmenter takes time for the square of them. */
const mostAtOnce = 4000;
const longestShort = 12; // Characters, with what is around it.

/**
 * A line in sentences, each short enough to be spoken at once.
 * @param {string} line
 * @returns {string[]}
 */
export function sentencesOf(line) {
  const found = [];
  let rest = line;
  while (rest.length > mostAtOnce) {
    const cut = Math.max(rest.lastIndexOf('. ', mostAtOnce) + 2, rest.lastIndexOf('。', mostAtOnce) + 1);
    const end = cut > 2 ? cut : wholeCharacters(rest.slice(0, mostAtOnce));
    found.push(...segmented(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return [...found, ...segmented(rest)].map((one) => one.trim()).filter(Boolean).flatMap(shortened);
}

function segmented(line) {
  const found = [];
  let begin = 0;
  for (const { index } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(line)) {
    if (short.test(line.slice(Math.max(0, index - longestShort), index))) continue;
    found.push(line.slice(begin, index));
    begin = index;
  }
  return [...found, line.slice(begin)];
}

/** Cut where one would breathe: at a comma, else between words, else anywhere. */
function shortened(sentence) {
  const pieces = [];
  let rest = sentence;
  while (rest.length > longest) {
    const head = rest.slice(0, longest);
    const pause = Math.max(...[...head.matchAll(/[,;:](?=\s)|[，；：、—]/g)].map(({ index }) => index + 1), 0);
    const cut = pause > longest / 4 ? pause : head.lastIndexOf(' ') + 1 || wholeCharacters(head);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest ? [...pieces, rest] : pieces;
}

/** The length without the first half of a character. */
const wholeCharacters = (text) => (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length);
