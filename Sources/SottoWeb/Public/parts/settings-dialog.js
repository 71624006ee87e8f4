import './appearance-settings.js';
import './behaviours-settings.js';
import './data-settings.js';
import './privacy-settings.js';
import './provider-list.js';
import { group } from '../lib/choices.js';
import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { keyList } from '../lib/key-list.js';
import { Modal } from '../lib/modal.js';

const sections = {
  providers: 'key',
  appearance: 'settings',
  behaviours: 'tool',
  privacy: 'alert',
  data: 'folder',
  shortcuts: 'keyboard',
  about: 'thought',
};

/**
 * Everything that can be set, in sections; the address names the one that is shown. `adding` begins
 * at a new provider.
 */
class SettingsDialog extends Modal {
  adding = false;
  /** @type {string} */
  section = 'providers';

  render() {
    this.links = Object.entries(sections).map(([name, picture]) => {
      const link = h('a', { class: 'settings-link', href: `#settings/${name}` },
        icon(picture), t(`settings.${name}`));
      link.addEventListener('click', (event) => {
        event.preventDefault();
        this.#turnTo(name);
      });
      return link;
    });
    // What scrolls can be reached by the keyboard.
    this.place = h('div', { class: 'dialog-body settings-place', tabIndex: 0 });
    this.show(t('settings'), h('div', { class: 'settings-frame' },
      h('nav', { class: 'settings-nav', 'aria-label': t('settings.sections') }, ...this.links),
      this.place));
    this.dialog.addEventListener('close', () =>
      history.replaceState(history.state, '', location.pathname));
    this.#turnTo(this.section in sections ? this.section : 'providers');
  }

  #turnTo(section) {
    history.replaceState(history.state, '', `#settings/${section}`);
    for (const link of this.links) {
      const isHere = link.hash === `#settings/${section}`;
      if (isHere) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
      if (isHere) link.scrollIntoView({ block: 'nearest', inline: 'center' });
    }
    this.place.replaceChildren(...this.#content(section));
    this.place.scrollTop = 0;
  }

  #content(section) {
    const { app } = this;
    if (section === 'providers') {
      return [group(t('providers'), h('provider-list', { app, adding: this.adding }))];
    }
    if (section === 'shortcuts') return [group(t('command.keys'), keyList(app))];
    if (section === 'about') return [this.#about()];
    return [h(`${section}-settings`, { app })];
  }

  #about() {
    const place = group(t('about'));
    this.app.api.get('about').then(({ version, local_model: local }) => place.append(
      h('p', {}, t('about.version', { version })),
      h('p', { class: 'field-hint' }, t('about.words')),
      local?.note ? h('p', { class: 'field-hint' }, local.note) : '',
      h('p', {}, h('a', { class: 'link', href: '/notices.txt', target: '_blank' },
        t('about.notices'))),
    ), this.app.fail);
    return place;
  }
}

customElements.define('settings-dialog', SettingsDialog);
