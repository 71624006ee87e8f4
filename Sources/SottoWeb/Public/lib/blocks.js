import { dressCode } from './code.js';
import { typeset } from './formulas.js';
import { t } from './i18n.js';
import { fold, unfold, unfoldLater } from './unfolding.js';

/** So many blocks are laid out together, apart from the others: a long answer grows at the same cost. */
const groupSize = 50;
/** Of more blocks that come at once only the last ones are there at once. */
const mostAtOnce = 2 * groupSize;

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
      const start = index;
      fold(group, () => fill(group, place.blocks, start));
      index += groupSize - 1;
    } else {
      unfold(group);
      show(group, index, blocks[index]);
    }
  }
  while (place.children.length > groups) place.lastElementChild.remove();
  const last = place.lastElementChild;
  while (last && last.children.length > blocks.length - (groups - 1) * groupSize) last.lastElementChild.remove();
  if (waiting > 0) unfoldLater(place);
}

function groupOf(place, index) {
  return place.children[Math.floor(index / groupSize)] ?? place.appendChild(box('blocks'));
}

/** Puts in the blocks of a group that waited. */
function fill(group, blocks, start) {
  for (let index = start; index < Math.min(start + groupSize, blocks.length); index += 1) {
    show(group, index, blocks[index]);
  }
}

function show(group, index, html) {
  const child = group.children[index % groupSize] ?? group.appendChild(box('block'));
  child.replaceChildren(parsed(html));
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
