import { h, icon } from './dom.js';

/**
 * Opens a menu beside a button. Arrow keys walk it, Escape and a press elsewhere close it.
 * @typedef {{label: string, icon?: string, checked?: boolean, isDanger?: boolean,
 *   run: () => void}} MenuItem
 * @param {HTMLElement} anchor
 * @param {(MenuItem|'-')[]} items
 * @param {string} label the menu's name
 */
export function openMenu(anchor, items, label) {
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': label, popover: 'auto' });
  for (const item of items) menu.append(item === '-' ? h('div', { role: 'separator' }) : row(item));
  // Within the landmark of its button; the browser shows it above everything.
  (anchor.closest('app-sidebar, main') ?? document.body).append(menu);
  anchor.setAttribute('aria-expanded', 'true');
  menu.showPopover();
  place(menu, anchor.getBoundingClientRect());
  const rows = [...menu.querySelectorAll('button')];
  (rows.find((one) => one.getAttribute('aria-checked') === 'true') ?? rows[0])?.focus();

  menu.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = rows.indexOf(document.activeElement);
    if (step) rows[(at + step + rows.length) % rows.length].focus();
    else if (event.key === 'Home') rows[0].focus();
    else if (event.key === 'End') rows.at(-1).focus();
    else if (event.key === 'Tab') menu.hidePopover();
    else return;
    event.preventDefault();
  });
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    menu.remove();
    anchor.setAttribute('aria-expanded', 'false');
  });

  function row(item) {
    const isChoice = item.checked !== undefined;
    return h(
      'button',
      {
        type: 'button',
        role: isChoice ? 'menuitemradio' : 'menuitem',
        'aria-checked': isChoice ? String(item.checked) : undefined,
        class: item.isDanger ? 'menu-row is-danger' : 'menu-row',
        tabIndex: -1,
        onclick: () => {
          menu.hidePopover();
          anchor.focus();
          item.run();
        },
      },
      item.icon && icon(item.icon),
      h('span', { class: 'menu-label', dir: 'auto' }, item.label),
      item.checked && icon('check'),
    );
  }
}

/** Below the button, or above it where there is no room; always inside the window. */
export function place(menu, anchor) {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(8, Math.min(anchor.left, innerWidth - width - 8));
  const below = anchor.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, anchor.top - height - 4) : below;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
