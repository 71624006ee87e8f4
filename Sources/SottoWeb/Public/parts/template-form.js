import { h } from '../lib/dom.js';
import { t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { behaviourFields, behaviourSection, readBehaviours } from '../lib/project-behaviours.js';
import { Part } from '../lib/part.js';

/**
 * Makes a template of one's own, a copy of `template`, or changes it. Dispatches `back` when done.
 * @property {Record<string, any>|undefined} template
 * @property {boolean} isCopy
 */
class TemplateForm extends Part {
  render() {
    const template = this.template ?? {};
    const input = (value, properties = {}) => h('input', {
      type: 'text', value: value ?? '', autocomplete: 'off', dir: 'auto', ...properties });
    const area = (value, rows) => h('textarea', { rows, value: value ?? '', dir: 'auto' });
    this.fields = {
      name: field(t('templates.name'), input(template.name, { maxLength: 200 })),
      description: field(t('templates.description'), input(template.description)),
      system_prompt: field(t('templates.prompt'), area(template.system_prompt, 9),
        t('templates.prompt.hint')),
      opening_message: field(t('templates.opening'), area(template.opening_message, 3),
        t('templates.opening.hint')),
    };
    this.behaviours = behaviourFields(template.behaviours);
    this.trouble = h('p', { class: 'field-wrong', role: 'alert' });
    const title = this.#isChange ? 'templates.edit.title' : 'templates.new';
    this.replaceChildren(h('form', { noValidate: true, onsubmit: (event) => this.#save(event) },
      h('h3', {}, t(title)),
      ...Object.values(this.fields).map((one) => one.element),
      behaviourSection(this.behaviours), this.trouble,
      h('div', { class: 'form-actions' },
        h('button', { type: 'submit', class: 'button is-primary' }, t('save')),
        h('button', { type: 'button', class: 'button', onclick: () => this.#leave() },
          t('cancel')))));
    this.fields.name.control.focus();
  }

  get #isChange() {
    return this.template && !this.isCopy;
  }

  async #save(event) {
    event.preventDefault();
    const body = textsOf(this.fields);
    const { name } = this.fields;
    if (!name.complain(body.name ? '' : t('templates.name.missing'))) return name.control.focus();
    const { values, wrong } = readBehaviours(textsOf(this.behaviours));
    const { replies } = this.behaviours;
    if (!replies.complain(wrong.replies ? t(wrong.replies) : '')) {
      replies.control.closest('details').open = true;
      return replies.control.focus();
    }
    Object.assign(body, values);
    const { template = {} } = this;
    body.variables = variablesOf(body, template.variables ?? []);
    try {
      if (this.#isChange) {
        await this.app.api.patch(`templates/${template.id}`, body);
      } else {
        const { model, settings } = template;
        await this.app.api.post('templates', {
          ...body, ...(model ? { model } : {}), ...(settings ? { settings } : {}) });
      }
      this.#leave();
    } catch (error) {
      this.trouble.textContent = wordsFor(error);
    }
  }

  #leave() {
    this.dispatchEvent(new Event('back'));
  }
}

const textsOf = (fields) => Object.fromEntries(
  Object.entries(fields).map(([name, { control }]) => [name, control.value.trim()]));

/** What the texts ask for, in their order; what is known of one already stays. */
function variablesOf({ system_prompt: prompt, opening_message: opening }, known) {
  // Four braces stand for two in the text.
  const found = `${prompt}\n${opening}`.replaceAll('{{{{', '').matchAll(/\{\{\s*([\w-]+)\s*\}\}/g);
  const names = new Set([...found].map((match) => match[1]));
  return [...names].map((name) => known.find((one) => one.name === name) ?? { name });
}

customElements.define('template-form', TemplateForm);
