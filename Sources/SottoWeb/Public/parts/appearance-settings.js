import './font-settings.js';
import { choices, group } from '../lib/choices.js';
import { keyNames } from '../lib/commands.js';
import { h } from '../lib/dom.js';
import { languages, loadLanguage, t } from '../lib/i18n.js';
import { accentOf } from '../lib/own-accent.js';
import { Part } from '../lib/part.js';
import { accents, applyAppearance, recall, remember } from '../lib/preferences.js';

/** Theme, accent, type, language, and what Enter does; kept in this browser. */
class AppearanceSettings extends Part {
  render() {
    this.replaceChildren(
      group(t('appearance'),
        this.#themes(),
        this.#accents(),
        h('font-settings')),
      group(t('language'), this.#languages()),
      group(t('composer.label'), this.#enter()),
    );
  }

  #themes() {
    const all = ['system', 'light', 'dark', 'contrast'];
    const names = Object.fromEntries(all.map((theme) => [theme, t(`theme.${theme}`)]));
    return choices('theme', t('theme'), names, recall('theme') ?? 'system', (theme) => {
      remember('theme', theme === 'system' ? null : theme);
      applyAppearance();
    });
  }

  #accents() {
    const names = Object.fromEntries(accents.map((accent) => [accent, t(`accent.${accent}`)]));
    names.own = t('accent.own');
    const current = recall('accent') ?? 'teal';
    const picker = h('input', {
      type: 'color', class: 'colour', 'aria-label': t('accent.own.pick'),
      value: recall('own-accent') ?? '#0f766e', oninput: () => this.#own(picker.value) });
    this.remark = h('p', { class: 'field-hint', role: 'status' });
    this.own = h('div', { class: 'own-accent', hidden: current !== 'own' }, picker, this.remark);
    const all = choices('accent', t('accent'), names, current, (accent) => {
      remember('accent', accent);
      this.own.hidden = accent !== 'own';
      if (accent === 'own') this.#own(picker.value);
      applyAppearance();
    });
    all.append(this.own);
    return all;
  }

  #own(colour) {
    remember('own-accent', colour);
    const made = { light: accentOf(colour, 'light'), dark: accentOf(colour, 'dark') };
    for (const [theme, { colours }] of Object.entries(made)) remember(`own-${theme}`, colours);
    const { adjusted } = made[document.documentElement.dataset.theme];
    this.remark.textContent = adjusted ? t('accent.own.adjusted') : '';
    applyAppearance();
  }

  #languages() {
    const names = { system: t('language.system'), ...languages };
    const current = recall('language') ?? 'system';
    return choices('language', t('language'), names, current, async (language) => {
      remember('language', language === 'system' ? null : language);
      await loadLanguage();
      this.app.remount();
      const dialog = await this.app.open('settings-dialog', { section: 'appearance' });
      dialog?.querySelector('[name="language"]:checked')?.focus();
    });
  }

  #enter() {
    const names = {
      send: t('enter.send'),
      break: t('enter.break', { keys: keyNames('mod+Enter').join('+') }),
    };
    return choices('enter', t('enter'), names, recall('enter') ?? 'send', (value) =>
      remember('enter', value === 'send' ? null : value));
  }
}

customElements.define('appearance-settings', AppearanceSettings);
