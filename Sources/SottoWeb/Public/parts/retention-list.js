import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

const offered = [30, 90, 365, 1095]; // Days.

/** How long each project keeps its conversations. What would go at once is said before. */
class RetentionList extends Part {
  render() {
    this.list = h('ul', { class: 'lines' });
    this.result = h('div', { role: 'status' });
    this.replaceChildren(
      h('p', { class: 'field-hint' }, t('retention.hint')), this.list, this.result);
    this.watch(['projects'], ({ projects }) => {
      this.list.replaceChildren(...(projects ?? []).map((project) => this.#row(project)));
    });
  }

  #row(project) {
    const current = project.retention_days ?? 0;
    const days = [0, ...offered];
    if (!days.includes(current)) days.push(current);
    const words = (value) => (value ? counted('retention.days', value) : t('retention.forever'));
    const control = select(days.map((value) => [String(value), words(value)]), String(current),
      () => this.#choose(project, control, current));
    control.setAttribute('aria-label', `${t('retention')}: ${project.name}`);
    return h('li', {}, h('span', { dir: 'auto' }, project.name), control);
  }

  async #choose(project, control, before) {
    const days = Number(control.value);
    this.result.replaceChildren();
    try {
      const { conversations } = days
        ? await this.app.api.get(`projects/${project.id}/retention?days=${days}`)
        : { conversations: 0 };
      if (conversations === 0) return await this.#save(project, days);
      this.#confirm(project, days, conversations, () => (control.value = String(before)));
    } catch (error) {
      control.value = String(before);
      this.#say(wordsFor(error), 'is-bad');
    }
  }

  #confirm(project, days, count, undo) {
    const cancel = () => {
      undo();
      this.result.replaceChildren();
    };
    const go = () => this.#save(project, days).catch((error) => {
      undo();
      this.#say(wordsFor(error), 'is-bad');
    });
    const button = (kind, words, onclick) =>
      h('button', { type: 'button', class: `button ${kind}`, onclick }, words);
    this.result.replaceChildren(h('div', { class: 'notice' },
      h('p', {}, counted('retention.confirm', count)),
      h('div', { class: 'form-actions' },
        button('is-danger', t('retention.go'), go), button('', t('cancel'), cancel))));
    this.result.querySelector('button').focus();
  }

  async #save(project, days) {
    await this.app.projects.change(project.id, { retention_days: days || null });
    this.#say(t('retention.saved'), 'is-good');
  }

  #say(words, tone) {
    this.result.replaceChildren(h('p', { class: `form-result ${tone}` }, words));
  }
}

customElements.define('retention-list', RetentionList);
