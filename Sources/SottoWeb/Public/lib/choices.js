import { h } from './dom.js';

/**
 * One of a few, as buttons beside each other that are radio buttons.
 * @param {string} name
 * @param {string} label
 * @param {Record<string, string>} options the words of each value
 * @param {string} current
 * @param {(value: string) => void} onchoose
 */
export function choices(name, label, options, current, onchoose) {
  const option = ([value, words]) => {
    const radio = h('input', {
      type: 'radio',
      name,
      value,
      checked: value === current,
      onchange: () => onchoose(value),
    });
    const choice = h('label', { class: 'choice' }, radio, h('span', {}, words));
    choice.dataset[name] = value;
    return choice;
  };
  return h('fieldset', { class: `choices choices-${name}` },
    h('legend', {}, label), ...Object.entries(options).map(option));
}

/** A named part of a section of the settings. */
export const group = (title, ...children) =>
  h('section', { class: 'settings-section' }, h('h3', {}, title), ...children);

/** A select element. @param {[string, string][]} options value and words */
export const select = (options, current, onchange) => h('select', { onchange },
  ...options.map(([value, words]) => new Option(words, value, false, value === current)));
