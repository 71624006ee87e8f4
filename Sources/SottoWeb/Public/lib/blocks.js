import { BlockWindow } from './block-window.js';
import { dressCode } from './code.js';
import { typeset } from './formulas.js';
import { growTo } from './growing.js';
import { t } from './i18n.js';
import { fold, forEachFoldedLater, putWords, unfold, unfoldInPlace } from './unfolding.js';

/** So many blocks are laid out together, apart from the others: a long answer grows at the same cost. */
const groupSize = 50;
/** Of more blocks that come at once only the last ones are there at once. */
const mostAtOnce = 2 * groupSize;
/** Of more groups than these only those near the window are there. */
const mostGroups = 20;

/**
 * Shows a list of blocks of safe HTML, one element for each; touches only those that changed.
 * @param {HTMLElement} place
 * @param {string[]} blocks
 */
export function placeBlocks(place, blocks) {
  const shown = place.blocks ?? [];
  const groups = Math.ceil(blocks.length / groupSize);
  const waiting = blocks.length - shown.length > mostAtOnce ? groups - mostAtOnce / groupSize : 0;
  place.blocks = [...blocks];
  for (let index = 0; index < blocks.length; index += 1) {
    if (shown[index] === blocks[index]) continue;
    const group = groupOf(place, index);
    if (group.children.length === 0 && index < waiting * groupSize) {
      fold(group, filling(place, group, index));
      index += groupSize - 1;
    } else {
      unfold(group);
      show(group, index, blocks[index]);
    }
  }
  while (place.children.length > groups) place.lastElementChild.remove();
  const last = place.lastElementChild;
  while (last && last.children.length > blocks.length - (groups - 1) * groupSize) last.lastElementChild.remove();
  const transcript = place.closest('chat-transcript');
  if (transcript && isVeryLong(place)) watchGroups(place, transcript);
  if (waiting > 0) fillLater(place, transcript);
}

const isVeryLong = (place) => place.children.length > mostGroups;

/** All but the last one, which still grows. */
function watchGroups(place, transcript) {
  const view = (transcript.blockWindow ??= new BlockWindow(transcript.sticky, transcript.signal));
  for (let index = 0; index < place.children.length - 1; index += 1) {
    const group = place.children[index];
    view.watch(group, filling(place, group, index * groupSize));
  }
}

/** What waits comes while nothing else is to be done; of a very long answer only its words do. */
function fillLater(place, transcript) {
  forEachFoldedLater(place, (group, index) => {
    if (!transcript) unfold(group);
    else if (!isVeryLong(place)) unfoldInPlace(group, transcript.sticky);
    else if (!group.firstChild) putWords(group, wordsOf(place.blocks, index * groupSize));
  });
}

function wordsOf(blocks, start) {
  const template = document.createElement('template');
  template.innerHTML = blocks.slice(start, start + groupSize).join('');
  return template.content.textContent;
}

function groupOf(place, index) {
  return place.children[Math.floor(index / groupSize)] ?? place.appendChild(box('blocks'));
}

/** What puts in the blocks of a group that waits. */
const filling = (place, group, start) => () => {
  const { blocks } = place;
  for (let index = start; index < Math.min(start + groupSize, blocks.length); index += 1) {
    show(group, index, blocks[index]);
  }
};

function show(group, index, html) {
  const child = group.children[index % groupSize] ?? group.appendChild(box('block'));
  growTo(child, parsed(html));
  const formulas = child.querySelectorAll('.math');
  if (formulas.length > 0) typeset(formulas);
}

const box = (name) => Object.assign(document.createElement('div'), { className: name });

/** The server's HTML with what only the page can add: words in the reader's language, and focus. */
function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  for (const box of content.querySelectorAll('.task > input')) {
    box.ariaLabel = t(box.checked ? 'task.done' : 'task.to-do');
  }
  for (const code of content.querySelectorAll('.code')) dressCode(code);
  // What scrolls by itself can be reached by the keyboard.
  for (const wide of content.querySelectorAll('.table-scroll, pre')) wide.tabIndex = 0;
  return content;
}
