import { commandFor } from '../lib/commands.js';
import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import {
  foundConversations, grouped, loadNames, paletteItems, searchItem, used,
} from '../lib/palette-items.js';
import { Part } from '../lib/part.js';

const settle = 150; // Milliseconds before other projects' conversations are looked for.

/** Every command, conversation, project and model by its name. */
class CommandPalette extends Part {
  /** What was typed before it was there, and whether Enter was pressed after it; no class fields,
   * since they are set before the class is loaded.
   * @property {string} text @property {boolean} picks */
  #shown = [];
  #active = 0;
  #locales = [];
  #found = { query: '', items: [] };
  #timer;
  #giveUp = new AbortController();

  render() {
    this.field = h('input', {
      type: 'text',
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: false,
      'aria-label': t('palette.label'),
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
      'aria-controls': 'palette-options',
      placeholder: t('palette.label'),
      value: this.text ?? '',
      oninput: () => this.#typed(),
    });
    this.options = h('div', { class: 'picker-options', role: 'listbox', id: 'palette-options',
      'aria-label': t('palette.label') });
    this.dialog = h(
      'dialog',
      { class: 'palette', 'aria-label': t('command.palette') },
      h('div', { class: 'picker-search' }, icon('search'), this.field),
      this.options,
    );
    this.replaceChildren(this.dialog);
    const isComposing = watchComposition(this.field);
    this.field.addEventListener('keydown', (event) => !isComposing(event) && this.#key(event));
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.dialog.addEventListener('close', () => this.remove());
    this.signal.addEventListener('abort', () => this.#stop());
    this.dialog.showModal();
    this.watch(['conversations', 'projects', 'models'], () => this.#list(true));
    loadNames().then((locales) => {
      this.#locales = locales;
      this.#list(true);
    }).catch(() => {}); // Without them only what is loaded is found by its name.
    if (this.text) this.#typed();
    if (this.picks) this.#pick(this.#shown[this.#active]);
  }

  get #query() {
    return this.field.value.trim();
  }

  #typed() {
    this.#list(false);
    this.#stop();
    if (this.#query) this.#timer = setTimeout(() => this.#find(this.#query), settle);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#giveUp.abort();
    this.#giveUp = new AbortController();
  }

  async #find(query) {
    const { signal } = this.#giveUp;
    // What cannot be found on the server now is found by the search itself.
    const items = await foundConversations(this.app, query, signal).catch(() => []);
    if (signal.aborted) return;
    this.#found = { query, items };
    this.#list(true);
  }

  /** @param {boolean} keeps whether what is chosen stays so */
  #list(keeps) {
    const query = this.#query;
    const chosen = keeps ? this.#shown[this.#active]?.id : null;
    const groups = grouped(paletteItems(this.app, this.#locales), query);
    if (query) {
      this.#addFound(groups);
      groups.push({ group: 'search', items: [searchItem(this.app, query)] });
    }
    this.#shown = groups.flatMap(({ items }) => items);
    let index = 0;
    this.options.replaceChildren(...groups.map(({ group, items }) => h(
      'div',
      { role: 'group', 'aria-label': t(group) },
      h('div', { class: 'picker-provider', 'aria-hidden': 'true' }, t(group)),
      ...items.map((item) => this.#option(item, index++)),
    )));
    this.#activate(Math.max(0, this.#shown.findIndex(({ id }) => id === chosen)));
  }

  /** After what the page knows itself, so that nothing moves under the reader. */
  #addFound(groups) {
    if (this.#found.query !== this.#query) return;
    const known = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)));
    const items = this.#found.items.filter(({ id }) => !known.has(id));
    const group = groups.find((one) => one.group === 'palette.conversations');
    if (group) group.items.push(...items);
    else if (items.length) groups.push({ group: 'palette.conversations', items });
  }

  #option(item, index) {
    return h(
      'div',
      {
        role: 'option',
        id: `palette-option-${index}`,
        class: 'picker-option',
        'aria-selected': 'false',
        onclick: () => this.#pick(item),
      },
      icon(item.icon),
      h('span', { class: 'picker-name', dir: 'auto' }, item.label),
      item.note && h('span', { class: 'palette-note', dir: 'auto' }, item.note),
      item.keys && h('span', { class: 'palette-keys' }, ...item.keys.map((key) => h('kbd', {}, key))),
    );
  }

  #activate(index) {
    this.#active = index;
    this.options.querySelectorAll('[role="option"]').forEach((option, at) => {
      option.classList.toggle('is-active', at === index);
      option.setAttribute('aria-selected', String(at === index));
      // The first one shows the name of its group too.
      if (at === index) (at ? option : option.parentElement.firstChild).scrollIntoView({ block: 'nearest' });
    });
    if (this.#shown.length) this.field.setAttribute('aria-activedescendant', `palette-option-${index}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = this.#shown;
    if (step && length) this.#activate((this.#active + step + length) % length);
    else if (event.key === 'Enter' && length) this.#pick(this.#shown[this.#active]);
    else if (commandFor(this.app.commands, event, true)?.id === 'palette') this.dialog.close();
    else return;
    event.preventDefault();
  }

  #pick(item) {
    this.dialog.close();
    this.remove();
    used(item);
    item.run();
  }
}

customElements.define('command-palette', CommandPalette);
