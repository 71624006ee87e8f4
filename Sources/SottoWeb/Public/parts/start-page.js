import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

const examples = ['explain', 'write', 'plan', 'compare'];

/** What one sees before the first message: who will answer, and a way to begin. */
class StartPage extends Part {
  render() {
    const fields = ['models', 'problems', 'projects', 'projectId', 'modelChoice', 'conversations'];
    this.watch(fields, (state) => this.#show(state));
  }

  #show({ models, problems, conversations }) {
    if (!models) return this.replaceChildren();
    const isBare = models.length === 0;
    const isTiny = !isBare && models.every((model) => model.bundled);
    const { project } = this.app.store;
    const greeting = t(conversations?.length === 0 ? 'start.first' : 'start.title');
    this.replaceChildren(
      h('div', { class: 'start-mark' }, icon('mark')),
      h('h2', { class: 'start-title' }, isBare ? t('start.bare') : greeting),
      this.#words(isBare, isTiny),
      ...(isBare ? problems.map(problem) : []),
      ...(isBare || isTiny ? [this.#offer()] : []),
      ...(isBare ? [] : [this.#examples()]),
      h('p', { class: 'start-project', dir: 'auto' }, project?.description),
    );
  }

  #words(isBare, isTiny) {
    if (isBare) return h('p', { class: 'start-words' }, t('start.bare.words'));
    const id = this.app.models.next;
    const model = this.app.models.find(id);
    const name = this.app.models.title(id);
    const words = isTiny
      ? t('start.tiny', { name })
      : t('start.model', { name, provider: model?.provider ?? id?.split('/')[0] ?? '' });
    return h('p', { class: 'start-words' }, words);
  }

  #offer() {
    return h(
      'button',
      {
        type: 'button',
        class: 'button is-primary start-offer',
        onclick: () => this.app.open('settings-dialog', { adding: true }),
      },
      icon('key'),
      t('provider.add'),
    );
  }

  #examples() {
    const example = (name) => h(
      'button',
      {
        type: 'button',
        class: 'example',
        onclick: () => document.querySelector('chat-composer')?.suggest(t(`example.${name}.text`)),
      },
      h('span', { class: 'example-name' }, t(`example.${name}`)),
      h('span', { class: 'example-text' }, t(`example.${name}.text`)),
    );
    return h('div', { class: 'examples', role: 'group', 'aria-label': t('examples') },
      ...examples.map(example));
  }
}

function problem({ provider, message, hint }) {
  const words = [`${provider}: ${message}`, hint].filter(Boolean).join(' ');
  return h('p', { class: 'start-problem' }, icon('alert'), h('span', {}, words));
}

customElements.define('start-page', StartPage);
