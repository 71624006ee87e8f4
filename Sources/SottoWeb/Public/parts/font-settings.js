import { choices } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { familyName, hasFont } from '../lib/fonts.js';
import { t } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { applyAppearance, recall, remember } from '../lib/preferences.js';

/** How large the text is, and in which fonts it and code are set. */
class FontSettings extends Part {
  render() {
    this.replaceChildren(
      this.#choice('size', t('font.size'), ['small', 'normal', 'large', 'larger'], 'font.size', 'normal'),
      ...this.#family('font', t('font.family'), ['system', 'serif', 'sans', 'mono', 'own']),
      ...this.#family('code', t('font.code'), ['system', 'own']),
    );
  }

  #choice(name, label, values, words, standard, onchoose = () => {}) {
    const names = Object.fromEntries(values.map((value) => [value, t(`${words}.${value}`)]));
    return choices(name, label, names, recall(name) ?? standard, (value) => {
      remember(name, value === standard ? null : value);
      onchoose(value);
      applyAppearance();
    });
  }

  /** One of ours, or any that this machine has, by its name. */
  #family(kind, label, values) {
    const input = h('input', {
      type: 'text', autocomplete: 'off', spellcheck: false, maxLength: 100, dir: 'auto',
      value: recall(`own-${kind}`) ?? '' });
    const own = field(t(`font.own.${kind}`), input, t('font.own.hint'));
    own.element.hidden = recall(kind) !== 'own';
    const turn = () => {
      const family = familyName(input.value);
      remember(`own-${kind}`, family);
      applyAppearance();
      own.complain(family && !hasFont(family) ? t('font.own.missing') : '');
    };
    // The field's own listener clears what it says with each key, so this one comes after it.
    input.addEventListener('input', turn);
    const choose = (value) => {
      own.element.hidden = value !== 'own';
      if (value === 'own') turn();
    };
    return [this.#choice(kind, label, values, 'font.family', 'system', choose), own.element];
  }
}

customElements.define('font-settings', FontSettings);
