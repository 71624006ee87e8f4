/**
 * Makes an element. Properties that start with `on` are listeners, those with a dash or named
 * `role` are attributes, the rest are set on the element; `undefined` and `false` are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child || child === 0));
  return element;
}

const svg = 'http://www.w3.org/2000/svg';

/**
 * A picture from the symbols in `index.html`. It is decoration: the control around it has the name.
 * @param {string} name
 */
export function icon(name) {
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('class', `icon icon-${name}`);
  picture.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svg, 'use');
  use.setAttribute('href', `#${name}`);
  picture.append(use);
  return picture;
}

/**
 * A button of an icon only, with its name for screen readers and as a tooltip.
 * @param {string} name
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [properties]
 */
export function iconButton(name, label, onclick, properties = {}) {
  return h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      title: label,
      'aria-label': label,
      onclick,
      ...properties,
    },
    icon(name),
  );
}

/**
 * Whether keys go into a text at the moment, so that a single letter is not a shortcut.
 * @param {EventTarget|null} target
 */
export function isTyping(target) {
  return target instanceof Element && Boolean(target.closest('input, textarea, select'));
}
