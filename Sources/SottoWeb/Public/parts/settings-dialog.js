import './provider-list.js';
import { h } from '../lib/dom.js';
import { languages, loadLanguage, t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';
import { accents, applyAppearance, recall, remember } from '../lib/preferences.js';

/** Language and appearance, providers, and what this is. `adding` begins at a new provider. */
class SettingsDialog extends Modal {
  adding = false;

  render() {
    const { app } = this;
    const about = h('div', { class: 'about' });
    this.show(
      t('settings'),
      h(
        'div',
        { class: 'dialog-body' },
        section(t('providers'), h('provider-list', { app, adding: this.adding })),
        section(t('appearance'), this.#themes(), this.#accents()),
        section(t('language'), this.#languages()),
        section(t('about'), about),
      ),
    );
    this.#about(about);
  }

  #themes() {
    const names = { system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') };
    return choices('theme', t('theme'), names, recall('theme') ?? 'system', (theme) => {
      remember('theme', theme === 'system' ? null : theme);
      applyAppearance();
    });
  }

  #accents() {
    const names = Object.fromEntries(accents.map((accent) => [accent, t(`accent.${accent}`)]));
    return choices('accent', t('accent'), names, recall('accent') ?? 'teal', (accent) => {
      remember('accent', accent);
      applyAppearance();
    });
  }

  #languages() {
    const names = { system: t('language.system'), ...languages };
    const current = recall('language') ?? 'system';
    return choices('language', t('language'), names, current, async (language) => {
      remember('language', language === 'system' ? null : language);
      await loadLanguage();
      this.app.remount();
      const dialog = await this.app.open('settings-dialog');
      dialog?.querySelector('[name="language"]:checked')?.focus();
    });
  }

  async #about(place) {
    try {
      const { version, local_model: local } = await this.app.api.get('about');
      place.replaceChildren(
        h('p', {}, t('about.version', { version })),
        h('p', { class: 'field-hint' }, t('about.words')),
        local?.note ? h('p', { class: 'field-hint' }, local.note) : '',
      );
    } catch (error) {
      this.app.fail(error);
    }
  }
}

function section(title, ...children) {
  return h('section', { class: 'settings-section' }, h('h3', {}, title), ...children);
}

/** One of a few, as buttons beside each other that are radio buttons. */
function choices(name, label, options, current, onchoose) {
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

customElements.define('settings-dialog', SettingsDialog);
