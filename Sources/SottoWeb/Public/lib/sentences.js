import { t } from './i18n.js';
import { blocksOf } from './live-message.js';

/**
 * The sentences of an answer that are complete and were not spoken yet.
 * @param {import('./types.js').Message} message
 * @param {number} from how many characters were spoken
 * @param {boolean} isLast whether nothing follows: then the rest is a sentence too
 * @returns {{words: string, end: number}}
 */
export function sentencesOf(message, from, isLast) {
  const text = message.parts
    .filter((part) => part.type === 'text')
    .flatMap(blocksOf)
    .map(spoken)
    .join('\n');
  const rest = text.slice(from);
  if (isLast) return { words: rest.trim(), end: text.length };
  const ends = [...rest.matchAll(/[.!?…]["”’)]*\s|[。！？][”’」）]*|\n/g)];
  const last = ends.at(-1);
  if (!last) return { words: '', end: from };
  const length = last.index + last[0].length;
  return { words: rest.slice(0, length).trim(), end: from + length };
}

/** A block's words; code is named, not read out. */
function spoken(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const code of template.content.querySelectorAll('pre')) code.replaceWith(t('announce.code'));
  return template.content.textContent.trim();
}
