import './template-form.js';
import './template-use.js';
import { select } from '../lib/choices.js';
import { h, icon } from '../lib/dom.js';
import { languages, locale, t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';

/** One's own templates and the library: to look for one, read it, use it, and change one's own. */
class TemplateDialog extends Modal {
  render() {
    this.place = h('div', { class: 'dialog-body' });
    this.show(t('templates'), this.place);
    this.#begin();
  }

  async #begin() {
    this.search = h('input', {
      type: 'search', class: 'template-search', 'aria-label': t('templates.search'),
      placeholder: t('templates.search'), oninput: () => this.#list() });
    const here = locale() === 'en' ? 'en' : 'zh';
    this.language = select(
      [...Object.entries(languages), ['', t('templates.language.all')]], here, () => this.#load());
    this.language.setAttribute('aria-label', t('templates.language'));
    const fresh = h('button', {
      type: 'button', class: 'button', onclick: () => this.#edit() },
    icon('plus'), t('templates.new'));
    this.list = h('div');
    this.place.replaceChildren(
      h('div', { class: 'template-tools' }, this.search, this.language, fresh), this.list);
    this.search.focus();
    await this.#load();
  }

  async #load() {
    const language = this.language.value;
    try {
      const { templates } = await this.app.api.get(`templates${language && `?language=${language}`}`);
      this.templates = templates;
      this.#list();
    } catch (error) {
      this.app.fail(error);
    }
  }

  #list() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ name, description }) => {
      const text = `${name} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = (this.templates ?? []).filter(fits);
    const part = (title, all) => all.length > 0 && h('section', { class: 'settings-section' },
      h('h3', {}, title),
      h('ul', { class: 'template-list' }, ...all.map((one) => h('li', {}, this.#card(one)))));
    const parts = [
      part(t('templates.own'), found.filter((one) => !one.built_in)),
      part(t('templates.library'), found.filter((one) => one.built_in)),
    ].filter(Boolean);
    this.list.replaceChildren(...(parts.length > 0
      ? parts
      : [h('p', { class: 'field-hint', role: 'status' }, t('templates.none'))]));
  }

  #card(template) {
    return h('button', {
      type: 'button', class: 'template-card', lang: template.language ?? '',
      onclick: () => this.#open(template) },
    h('span', { class: 'template-name', dir: 'auto' }, template.name),
    h('span', { class: 'field-hint', dir: 'auto' }, template.description));
  }

  #open(template) {
    this.place.replaceChildren(h('template-use', {
      app: this.app,
      template,
      onback: () => this.#begin(),
      onmade: () => this.close(),
      onedit: () => this.#edit(template),
      onduplicate: () => this.#edit(
        { ...template, name: t('templates.copy.name', { name: template.name }) }, true),
      onremove: () => this.#remove(template),
    }));
  }

  /** A new one without `template`, or a copy of it. */
  #edit(template, isCopy = false) {
    this.place.replaceChildren(h('template-form', {
      app: this.app, template, isCopy, onback: () => this.#begin() }));
  }

  async #remove({ id, name }) {
    try {
      await this.app.api.delete(`templates/${id}`);
      await this.#begin();
      this.list.before(this.#undo(id, name));
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Inside the dialog: what is outside of an open one cannot be pressed. */
  #undo(id, name) {
    const restore = () => this.app.api.post(`templates/${id}/restore`)
      .then(() => this.#begin(), this.app.fail);
    return h('p', { class: 'template-undo', role: 'status' },
      h('span', { dir: 'auto' }, t('deleted', { name })),
      h('button', { type: 'button', class: 'button', onclick: restore }, t('undo')));
  }
}

customElements.define('template-dialog', TemplateDialog);
