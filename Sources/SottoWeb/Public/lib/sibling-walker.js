import { h, iconButton } from './dom.js';
import { t } from './i18n.js';

/** The way through the versions of a message, as ‹ 2/3 ›; also by the arrow keys when focused. */
export class SiblingWalker {
  #siblings = null;
  #isStill = false;

  /** @param {(id: string, step: number) => void} onwalk */
  constructor(onwalk) {
    this.onwalk = onwalk;
    this.back = iconButton('left', '', () => this.#walk(-1));
    this.forth = iconButton('right', '', () => this.#walk(1));
    this.count = h('span', { class: 'sibling-count', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'siblings', role: 'group' }, this.back, this.count, this.forth);
    this.element.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.#walk(step);
    });
  }

  /**
   * @param {import('./types.js').Siblings|undefined} siblings
   * @param {boolean} isStill while an answer is written
   */
  update(siblings, isStill) {
    this.#siblings = siblings;
    this.#isStill = isStill;
    this.element.hidden = !siblings || siblings.count < 2;
    if (this.element.hidden) return;
    const place = { index: siblings.index, count: siblings.count };
    this.count.textContent = `${place.index}/${place.count}`;
    this.element.setAttribute('aria-label', t('version', place));
    for (const [button, name, id] of [
      [this.back, 'version.previous', siblings.previous_id],
      [this.forth, 'version.next', siblings.next_id],
    ]) {
      button.title = t(name);
      button.setAttribute('aria-label', `${t(name)}, ${t('version', place)}`);
      button.disabled = isStill || !id;
    }
  }

  /** The button of the direction that was walked, or the other one at the end. */
  focus(step) {
    const wanted = step < 0 ? this.back : this.forth;
    (wanted.disabled ? (step < 0 ? this.forth : this.back) : wanted).focus();
  }

  #walk(step) {
    const id = step < 0 ? this.#siblings?.previous_id : this.#siblings?.next_id;
    if (id && !this.#isStill) this.onwalk(id, step);
  }
}
