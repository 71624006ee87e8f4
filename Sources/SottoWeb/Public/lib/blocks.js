import { dressCode } from './code.js';

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
  });
  while (place.children.length > blocks.length) place.lastElementChild.remove();
  place.blocks = [...blocks];
}

/** A template's document is inert: nothing loads or runs before it has been looked over. */
function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  for (const link of content.querySelectorAll('a[href]')) {
    if (link.getAttribute('href').startsWith('#')) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const picture of content.querySelectorAll('img')) picture.replaceWith(pictureLink(picture));
  for (const table of content.querySelectorAll('table')) wrapTable(table);
  for (const code of content.querySelectorAll('pre')) dressCode(code);
  for (const element of content.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th')) {
    element.dir = 'auto';
  }
  return content;
}

/** Pictures of other places are never loaded; one may follow the link. */
function pictureLink(picture) {
  const source = picture.getAttribute('src') ?? '';
  const link = document.createElement('a');
  link.textContent = picture.alt || source;
  if (/^https?:/.test(source)) {
    Object.assign(link, { href: source, target: '_blank', rel: 'noopener noreferrer' });
  }
  return link;
}

/** A wide table scrolls by itself, also by keyboard. */
function wrapTable(table) {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}
