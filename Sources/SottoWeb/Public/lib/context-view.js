import { h, icon } from './dom.js';
import { counted, explain, t } from './i18n.js';
import { openMemory } from './memory.js';
import { omissionsView } from './omissions.js';
import { RequestView } from './request-view.js';
import { number } from './usage.js';
import { windowBar } from './window-bar.js';

const atOnce = 120; // Blocks that are drawn before somebody asks for all of them.

/** What goes to the model with the next message. Drawn anew as it changes; what is open stays open. */
export class ContextView {
  #blocks = new Map();
  #isWhole = false;

  /**
   * @param {import('./app-type.js').App} app
   * @param {() => void} summarise makes a summary now
   */
  constructor(app, summarise) {
    Object.assign(this, { app, summarise });
    this.head = h('div');
    this.list = h('ol', { class: 'inspect-blocks' });
    this.more = h('button', { type: 'button', class: 'button', hidden: true, onclick: () => {
      this.#isWhole = true;
      this.#drawBlocks();
    } });
    this.left = h('div');
    this.request = new RequestView(app, t('inspect.request'));
    this.summary = h('section', { class: 'inspect-summary', hidden: true });
    this.element = h('div', { class: 'inspect-body' }, this.head, this.summary,
      h('h3', {}, t('inspect.blocks')), this.more, this.list, this.left, this.request.element);
  }

  /** @param {import('./types.js').ModelContext} context */
  show(context) {
    this.context = context;
    this.#drawHead(context);
    this.#drawSummary(context);
    this.#drawBlocks();
    this.left.replaceChildren(...[omissionsView(context.omitted)].filter(Boolean));
    this.request.show(context);
  }

  #drawHead(context) {
    const { over_by: over, policy, model, total_tokens: total, window } = context;
    const mark = JSON.stringify([over, policy, model, total, window]);
    if (this.head.dataset.mark === mark) return;
    this.head.dataset.mark = mark;
    this.head.replaceChildren(
      h('p', { class: 'inspect-model', dir: 'auto' }, this.app.models.title(model)),
      windowBar(context),
      ...(over > 0
        ? [h('p', { class: 'inspect-over' },
          icon('alert'), h('span', {}, counted('inspect.over', over)))]
        : []),
      h('p', { class: 'inspect-policy' },
        h('span', {}, policyWords(policy)),
        h('button', { type: 'button', class: 'link-button', onclick: () => openMemory(this.app) },
          t('inspect.change'))));
  }

  #drawSummary({ policy, summary, blocks }) {
    this.summary.hidden = policy.strategy !== 'summarise';
    const { running: isRunning, error } = summary;
    const mark = JSON.stringify([isRunning, error, blocks.some((one) => one.origin === 'summary')]);
    if (this.summary.hidden || this.summary.dataset.mark === mark) return;
    this.summary.dataset.mark = mark;
    const why = error && [explain(error).message, explain(error).hint].filter(Boolean).join(' ');
    this.summary.replaceChildren(
      h('button', { type: 'button', class: 'button', disabled: isRunning, onclick: this.summarise },
        t(isRunning ? 'summary.running' : 'summary.now')),
      ...(why ? [h('p', { class: 'field-wrong' }, t('summary.failed', { why }))] : []));
  }

  #drawBlocks() {
    const { blocks } = this.context;
    const keyed = blocks.map((block, place) => [block.message_id ?? `${block.origin}-${place}`, block]);
    const isShown = ([, { origin }], place) =>
      this.#isWhole || origin !== 'message' || place >= blocks.length - atOnce;
    const shown = keyed.filter(isShown);
    this.more.hidden = shown.length === keyed.length;
    this.more.textContent = counted('inspect.more', keyed.length - shown.length);
    const wanted = shown.map(([key, block]) => this.#block(key, block));
    const keys = new Set(shown.map(([key]) => key));
    for (const [key, { element }] of this.#blocks) {
      if (keys.has(key)) continue;
      element.remove();
      this.#blocks.delete(key);
    }
    wanted.forEach((element, place) => {
      if (this.list.children[place] === element) return;
      this.list.insertBefore(element, this.list.children[place] ?? null);
    });
  }

  #block(key, block) {
    const mark = JSON.stringify(block);
    const known = this.#blocks.get(key);
    if (known?.mark === mark) return known.element;
    const isOpen = Boolean(known?.element.querySelector('details').open);
    const element = known?.element ?? h('li');
    element.replaceChildren(blockView(block, isOpen));
    this.#blocks.set(key, { mark, element });
    return element;
  }
}

const policyWords = ({ strategy, rounds }) =>
  strategy === 'last_rounds'
    ? counted('inspect.policy.last_rounds', rounds)
    : t(`inspect.policy.${strategy}`);

function blockView({ origin, role, tokens, is_exact: isExact, parts }, isOpen) {
  const name = t(origin === 'message' ? `inspect.role.${role}` : `inspect.origin.${origin}`);
  const text = parts.map(words).filter(Boolean).join('\n\n');
  return h('details', { class: `inspect-block is-${origin}`, open: isOpen },
    h('summary', {},
      icon('right'),
      h('span', { class: 'inspect-origin' }, name),
      h('span', { class: 'inspect-preview', dir: 'auto' }, text.slice(0, 160).replace(/\s+/g, ' ')),
      h('span', { class: 'inspect-tokens' }, `${isExact ? '' : '≈ '}${number(tokens)}`)),
    h('div', { class: 'inspect-text', dir: 'auto' }, text || t('inspect.no-words')));
}

/** What a part says; the provider's own data says nothing. */
function words(part) {
  if (part.type === 'tool_call') return `${part.name}(${part.arguments})`;
  if (part.type === 'tool_result') return `${t('tool.result', { name: part.name })}\n${part.text}`;
  if (part.type === 'image' || part.type === 'file') return `[${part.name || t('file')}]`;
  return part.text ?? '';
}
