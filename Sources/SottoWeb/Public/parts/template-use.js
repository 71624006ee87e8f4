import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { t, wordsFor } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { pathTo } from '../lib/route.js';

/**
 * A template to read, with what it asks for. Dispatches `back`, `made`, `edit`, `duplicate` and
 * `remove`.
 * @property {Record<string, any>} template
 */
class TemplateUse extends Part {
  render() {
    const { template } = this;
    const say = (type) => () => this.dispatchEvent(new Event(type));
    const button = (words, onclick, kind = '') =>
      h('button', { type: 'button', class: `button ${kind}`, onclick }, words);
    this.name = field(t('templates.project'), h('input', {
      type: 'text', value: template.name, maxLength: 200, autocomplete: 'off', dir: 'auto' }));
    this.values = template.variables.map((variable) => ({ variable, ...valueField(variable) }));
    this.trouble = h('p', { class: 'field-wrong', role: 'alert' });
    const own = template.built_in
      ? []
      : [button(t('templates.edit'), say('edit')), button(t('delete'), say('remove'), 'is-danger')];
    this.replaceChildren(
      h('div', { class: 'template-back' }, button(t('templates.back'), say('back'))),
      h('section', { class: 'settings-section', lang: template.language ?? '' },
        h('h3', { dir: 'auto' }, template.name),
        h('p', { class: 'field-hint', dir: 'auto' }, template.description),
        text(t('templates.prompt'), template.system_prompt),
        text(t('templates.opening'), template.opening_message)),
      h('form', { noValidate: true, onsubmit: (event) => this.#use(event) },
        ...this.values.map((one) => one.element), this.name.element, this.trouble,
        h('div', { class: 'form-actions' },
          h('button', { type: 'submit', class: 'button is-primary' }, t('templates.use')),
          button(t('templates.duplicate'), say('duplicate')), ...own)),
    );
    (this.values[0]?.control ?? this.name.control).focus();
  }

  async #use(event) {
    event.preventDefault();
    const wrong = this.values.filter(({ control, complain }) =>
      !complain(control.value.trim() ? '' : t('templates.value.missing')));
    if (wrong.length > 0) return wrong[0].control.focus();
    const values = Object.fromEntries(
      this.values.map(({ variable, control }) => [variable.name, control.value.trim()]));
    const name = this.name.control.value.trim() || undefined;
    const { app } = this;
    try {
      const project = await app.api.post(`templates/${this.template.id}/project`, { name, values });
      await app.projects.load();
      this.dispatchEvent(new Event('made'));
      app.route.go(pathTo(project.id));
      app.toast({ text: t('templates.made', { name: project.name }) });
    } catch (error) {
      this.trouble.textContent = wordsFor(error);
    }
  }
}

function valueField({ name, label, default: standard, choices }) {
  const control = choices?.length > 0
    ? select(choices.map((choice) => [choice, choice]), standard ?? choices[0])
    : h('input', { type: 'text', value: standard ?? '', autocomplete: 'off', dir: 'auto' });
  return field(label || name, control);
}

const text = (label, words) => words && h('div', {},
  h('div', { class: 'template-text', tabIndex: 0, role: 'group', 'aria-label': label, dir: 'auto' },
    words));

customElements.define('template-use', TemplateUse);
