import { t } from './i18n.js';
import { blocksOf } from './live-message.js';

/** @typedef {{block: number, length: number}} Spoken so many characters from the start of a block on */

/**
 * The sentences of an answer that are complete and were not spoken yet. Blocks that were spoken are
 * not looked at again: a long answer has thousands.
 * @param {import('./types.js').Message} message
 * @param {Spoken} from
 * @param {boolean} isLast whether nothing follows: then the rest is a sentence too
 * @returns {{words: string, spoken: Spoken}}
 */
export function sentencesOf(message, from, isLast) {
  const blocks = message.parts.filter((part) => part.type === 'text').flatMap(blocksOf);
  const texts = blocks.slice(from.block).map(spokenWords);
  const rest = texts.join('\n').slice(from.length);
  const ends = [...rest.matchAll(/[.!?…]["”’)]*\s|[。！？][”’」）]*|\n/g)];
  const last = ends.at(-1);
  const length = isLast ? rest.length : last ? last.index + last[0].length : 0;
  let { block, length: done } = from;
  done += length;
  // The line break after a block is spoken with it.
  while (texts.length > 1 && done > texts[0].length) {
    done -= texts.shift().length + 1;
    block += 1;
  }
  return { words: rest.slice(0, length).trim(), spoken: { block, length: done } };
}

const signs = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A block's words; code is named, not read out. Parsing thousands of blocks would hold up the page. */
function spokenWords(html) {
  return html
    .replace(/<pre\b[^]*?<\/pre>/g, () => t('announce.code'))
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => signs[name])
    .trim();
}
