import { dressCode } from './code.js';
import { typeset } from './formulas.js';
import { t } from './i18n.js';

/**
 * Shows a list of blocks of safe HTML, one child for each; touches only those that changed.
 * @param {HTMLElement} place
 * @param {string[]} blocks
 */
export function placeBlocks(place, blocks) {
  const shown = (place.blocks ??= []);
  blocks.forEach((html, index) => {
    if (shown[index] === html) return;
    const child = place.children[index] ?? place.appendChild(document.createElement('div'));
    child.className = 'block';
    child.replaceChildren(parsed(html));
    const formulas = child.querySelectorAll('.math');
    if (formulas.length > 0) typeset(formulas);
  });
  while (place.children.length > blocks.length) place.lastElementChild.remove();
  place.blocks = [...blocks];
}

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
