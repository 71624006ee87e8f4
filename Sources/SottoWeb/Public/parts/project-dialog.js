import { h } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { field, Modal } from '../lib/modal.js';
import { behaviourFields, behaviourSection, readBehaviours } from '../lib/project-behaviours.js';
import { contextFields, readContext } from '../lib/project-context.js';
import { readProject } from '../lib/project-form.js';
import { saveProject } from '../lib/project-merge.js';
import { removeProject } from '../lib/removals.js';

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Makes a project, or changes the one in `project`. */
class ProjectDialog extends Modal {
  /** @type {import('../lib/types.js').Project|undefined} */
  project;
  /** `memory` turns to what the model remembers, `behaviours` to what happens by itself. */
  section = '';

  render() {
    const project = this.project ?? {};
    const input = (properties) => h('input', { type: 'text', autocomplete: 'off', ...properties });
    this.fields = {
      name: field(t('project.name'), input({
        value: project.name ?? '', maxLength: 200, dir: 'auto', autofocus: true }), undefined),
      description: field(t('project.description'), input({
        value: project.description ?? '', dir: 'auto' }), t('project.description.hint')),
      system_prompt: field(t('project.prompt'), h('textarea', {
        rows: 5, value: project.system_prompt ?? '', dir: 'auto' }), t('project.prompt.hint')),
      model: field(t('project.model'), this.#models(project.model, this.#standard()),
        t('project.model.hint')),
      temperature: field(t('project.temperature'), input({
        value: project.temperature ?? '', inputMode: 'decimal', placeholder: t('project.auto') }),
      t('project.temperature.hint')),
      max_output_tokens: field(t('project.limit'), input({
        value: project.max_output_tokens ?? '',
        inputMode: 'numeric',
        placeholder: t('project.auto') }), t('project.limit.hint')),
      reasoning_effort: field(t('project.effort'), this.#efforts(project.reasoning_effort),
        t('project.effort.hint')),
      fallback_model: field(t('project.fallback'),
        this.#models(project.fallback_model, t('project.fallback.none')), t('project.fallback.hint')),
      cache_days: field(t('project.cache'), input({
        value: daysOf(project.answer_cache), inputMode: 'decimal', placeholder: t('project.cache.off') }),
      t('project.cache.hint')),
    };
    const all = Object.values(this.fields).map((one) => one.element);
    const memory = contextFields(project, (...list) => this.#models(...list));
    const behaviours = behaviourFields(project.behaviours);
    Object.assign(this.fields, memory, behaviours);
    const { reasoning_effort: effort, fallback_model: fallback, answer_cache: cache } = project;
    const hasMore = Boolean(effort || fallback || cache);
    this.trouble = h('p', { class: 'field-wrong', role: 'alert' });
    const form = h(
      'form',
      { class: 'dialog-form', noValidate: true, onsubmit: (event) => this.#save(event) },
      h('div', { class: 'dialog-body' }, ...all.slice(0, 4),
        h('div', { class: 'field-pair' }, ...all.slice(4, 6)),
        h('details', { class: 'form-more', open: hasMore }, h('summary', {}, t('project.more')),
          ...all.slice(6)),
        h('details', { class: 'form-more', open: this.section === 'memory' },
          h('summary', {}, t('memory')),
          ...Object.values(memory).map((one) => one.element)),
        behaviourSection(behaviours, this.section === 'behaviours'),
        this.trouble),
      h('footer', { class: 'dialog-foot' }, ...this.#removal(),
        h('button', { type: 'button', class: 'button', onclick: () => this.close() }, t('cancel')),
        h('button', { type: 'submit', class: 'button is-primary' },
          t(this.project ? 'save' : 'create'))),
    );
    this.show(t(this.project ? 'project.edit.title' : 'project.new.title'), form);
    const first = { memory: memory.strategy, behaviours: behaviours.behaviour_copy }[this.section];
    first?.control.focus();
    first?.element.scrollIntoView();
  }

  #standard() {
    const title = this.app.models.title(this.app.store.state.defaultModel);
    return title ? t('project.model.default', { name: title }) : t('project.model.auto');
  }

  #efforts(current) {
    return h('select', {},
      new Option(t('project.auto'), ''),
      ...efforts.map((name) => new Option(t(`effort.${name}`), name, false, name === current)));
  }

  /** All models, after a first entry that stands for none of them. */
  #models(current, none) {
    const groups = new Map();
    const models = this.app.store.state.models ?? [];
    const isUnknown = current && !models.some((model) => model.id === current);
    for (const { id, provider, name, display_name: shown } of models) {
      const option = new Option(shown ?? name, id, false, id === current);
      groups.set(provider, [...(groups.get(provider) ?? []), option]);
    }
    return h('select', {},
      new Option(none, ''),
      isUnknown && new Option(current, current, false, true),
      ...[...groups].map(([label, options]) => h('optgroup', { label }, ...options)));
  }

  #removal() {
    if (!this.project || this.app.store.state.projects.length < 2) return [];
    const remove = () => {
      this.close();
      removeProject(this.app, this.project);
    };
    return [h('button', { type: 'button', class: 'button is-danger', onclick: remove },
      t('project.delete'))];
  }

  async #save(event) {
    event.preventDefault();
    const texts = Object.fromEntries(
      Object.entries(this.fields).map(([name, { control }]) => [name, control.value]),
    );
    const plain = readProject(texts, this.project);
    const memory = readContext(texts);
    const behaviours = readBehaviours(texts);
    const values = { ...plain.values, ...memory.values, ...behaviours.values };
    const wrong = { ...plain.wrong, ...memory.wrong, ...behaviours.wrong };
    for (const [name, one] of Object.entries(this.fields)) {
      one.complain(wrong[name] ? t(wrong[name]) : '');
    }
    const first = Object.keys(wrong)[0];
    if (first) return this.#turnTo(this.fields[first].control);
    try {
      if (!(await this.#isErasingWanted(values.retention_days))) return;
      if (!this.project) await this.app.projects.create(values);
      else if (!(await saveProject(this.app, this.project, values))) return;
      this.close();
    } catch (error) {
      this.trouble.textContent = wordsFor(error);
    }
  }

  /** What would be erased at once is said first, and done at the second press. */
  async #isErasingWanted(days) {
    const isKnown = [this.project?.retention_days, this.confirmed].includes(days);
    if (!this.project || !days || isKnown) return true;
    const path = `projects/${this.project.id}/retention?days=${days}`;
    const { conversations, backups } = await this.app.api.get(path);
    if (conversations === 0) return true;
    this.confirmed = days;
    this.trouble.textContent = [
      counted('memory.retention.erases', conversations),
      ...(backups.length > 0 ? [t('memory.retention.backups')] : []),
    ].join(' ');
    return false;
  }

  /** Also to a field that is folded away. */
  #turnTo(control) {
    const folded = control.closest('details');
    if (folded) folded.open = true;
    control.focus();
  }
}

/** How long answers are kept, in days; empty when they are not. */
function daysOf(cache) {
  return cache ? Number((cache.lifetime_seconds / (24 * 3600)).toFixed(3)) : '';
}

customElements.define('project-dialog', ProjectDialog);
