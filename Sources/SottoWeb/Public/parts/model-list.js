import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import { matching } from '../lib/model-search.js';
import { Part } from '../lib/part.js';

/** The models to choose from, by provider, with a search. */
class ModelList extends Part {
  #active = -1;
  #onpick = null;

  render() {
    this.field = h('input', {
      type: 'search',
      role: 'combobox',
      autocomplete: 'off',
      'aria-label': t('model.search'),
      'aria-expanded': 'true',
      'aria-controls': 'model-options',
      placeholder: t('model.search'),
      oninput: () => this.#list(),
    });
    this.options = h('div', { role: 'listbox', id: 'model-options', 'aria-label': t('models') });
    this.empty = h('p', { class: 'picker-empty', role: 'status' });
    this.panel = h(
      'div',
      { class: 'picker', popover: 'auto', role: 'dialog', 'aria-label': t('model.choose') },
      h('div', { class: 'picker-search' }, icon('search'), this.field),
      h('div', { class: 'picker-options' }, this.options, this.empty),
    );
    this.replaceChildren(this.panel);
    const isComposing = watchComposition(this.field);
    this.field.addEventListener('keydown', (event) => !isComposing(event) && this.#key(event));
    this.panel.addEventListener('toggle', (event) => {
      if (event.newState === 'closed') this.#onpick = null;
    });
    this.watch(['models'], () => {
      if (this.panel.matches(':popover-open')) this.#list();
    });
  }

  /**
   * @param {HTMLElement} anchor the button that it belongs to
   * @param {(id: string) => void} [onpick] instead of choosing for the next turns
   */
  open(anchor, onpick) {
    this.field.value = '';
    this.panel.showPopover();
    this.#onpick = onpick ?? null;
    this.#place(anchor.getBoundingClientRect());
    this.#list();
    this.field.focus();
  }

  #place(anchor) {
    const isPhone = innerWidth < 600;
    this.panel.classList.toggle('is-sheet', isPhone);
    this.panel.style.left = isPhone ? '' : `${Math.min(anchor.left, innerWidth - 340)}px`;
    this.panel.style.bottom = isPhone ? '' : `${innerHeight - anchor.top + 8}px`;
    this.panel.style.maxHeight = isPhone ? '' : `${Math.min(440, anchor.top - 16)}px`;
  }

  #list() {
    const models = matching(this.app.store.state.models ?? [], this.field.value);
    const next = this.#onpick ? null : this.app.models.next;
    const groups = new Map();
    for (const model of models) {
      groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
    }
    this.shown = [...groups.values()].flat();
    let index = 0;
    this.options.replaceChildren(...[...groups].map(([provider, members]) => h(
      'div',
      { role: 'group', 'aria-label': provider },
      h('div', { class: 'picker-provider', 'aria-hidden': 'true' }, provider),
      ...members.map((model) => this.#option(model, index++, model.id === next)),
    )));
    this.empty.textContent = this.shown.length ? '' : this.#emptyWords();
    const current = this.shown.findIndex((model) => model.id === next);
    this.#activate(Math.max(current, this.shown.length ? 0 : -1));
  }

  #emptyWords() {
    return this.field.value ? t('model.no-match') : t('model.nothing');
  }

  #option(model, index, isChosen) {
    return h(
      'div',
      {
        role: 'option',
        id: `model-option-${index}`,
        class: 'picker-option',
        'aria-selected': String(isChosen),
        onclick: () => this.#pick(model),
      },
      h('span', { class: 'picker-name', dir: 'auto' }, model.display_name ?? model.name),
      model.bundled ? h('span', { class: 'tag' }, t('model.tiny'))
        : model.local && h('span', { class: 'tag' }, t('model.local')),
      isChosen && icon('check'),
    );
  }

  #activate(index) {
    this.#active = index;
    const options = this.options.querySelectorAll('[role="option"]');
    options.forEach((option, at) => option.classList.toggle('is-active', at === index));
    options[index]?.scrollIntoView({ block: 'nearest' });
    if (index < 0) this.field.removeAttribute('aria-activedescendant');
    else this.field.setAttribute('aria-activedescendant', `model-option-${index}`);
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = this.shown;
    if (step && length) this.#activate((this.#active + step + length) % length);
    else if (event.key === 'Enter' && length) this.#pick(this.shown[this.#active]);
    else return;
    event.preventDefault();
  }

  #pick(model) {
    const onpick = this.#onpick;
    this.panel.hidePopover();
    if (onpick) return onpick(model.id);
    this.app.models.choose(model.id);
    this.app.run('focus-composer');
  }
}

customElements.define('model-list', ModelList);
