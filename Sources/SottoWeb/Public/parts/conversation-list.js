import { h, icon, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import { openMenu } from '../lib/menu.js';
import { Part } from '../lib/part.js';
import { removeConversation } from '../lib/removals.js';
import { pathTo } from '../lib/route.js';
import { ageGroup, fullTime } from '../lib/time.js';

/** The project's conversations, newest first; more come as one scrolls down. */
class ConversationList extends Part {
  #renaming = null;

  render() {
    this.list = h('div', { class: 'conversations' });
    const end = h('div', { class: 'conversations-end' });
    this.replaceChildren(this.list, end);
    this.watch(['conversations', 'conversationId', 'projectId'], (state) => this.#show(state));
    const more = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        this.app.conversations.loadMore().catch(this.app.fail);
      }
    }, { root: this, rootMargin: '200px' });
    more.observe(end);
    this.signal.addEventListener('abort', () => more.disconnect());
  }

  #show({ conversations, conversationId }) {
    if (!conversations || this.#renaming) return;
    if (conversations.length === 0) {
      this.list.replaceChildren(h('p', { class: 'conversations-empty' }, t('conversations.empty')));
      return;
    }
    const focused = this.contains(document.activeElement) && document.activeElement.dataset.id;
    const groups = grouped(conversations);
    this.list.replaceChildren(
      ...[...groups].flatMap(([age, members], index) => [
        h('h2', { class: 'age', id: `age-${index}` }, age),
        h(
          'ul',
          { 'aria-labelledby': `age-${index}` },
          ...members.map((one) => this.#row(one, one.id === conversationId)),
        ),
      ]),
    );
    if (focused) this.list.querySelector(`[data-id="${focused}"]`)?.focus();
  }

  #row(conversation, isOpen) {
    const title = conversation.title || t('untitled');
    const link = h(
      'a',
      {
        class: 'conversation',
        href: pathTo(conversation.project_id, conversation.id),
        title: fullTime(conversation.updated_at),
        'aria-current': isOpen ? 'page' : undefined,
      },
      h('span', { class: 'conversation-title', dir: 'auto' }, title),
      conversation.running_turn_id &&
        h('span', { class: 'running', title: t('running') },
          h('span', { class: 'visually-hidden' }, t('running'))),
    );
    link.dataset.id = conversation.id;
    const row = h('li', { class: 'conversation-row' }, link);
    const open = () => this.#menu(more, conversation, row);
    const more = iconButton('more', t('conversation.more', { title }), open, {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      class: 'icon-button conversation-more',
    });
    row.append(more);
    return row;
  }

  #menu(anchor, conversation, row) {
    openMenu(
      anchor,
      [
        { label: t('rename'), icon: 'pencil', run: () => this.#rename(conversation, row) },
        {
          label: t('delete'),
          icon: 'trash',
          isDanger: true,
          run: () => removeConversation(this.app, conversation),
        },
      ],
      t('conversation.more', { title: conversation.title || t('untitled') }),
    );
  }

  #rename(conversation, row) {
    const field = h('input', {
      class: 'rename',
      value: conversation.title,
      maxLength: 200,
      dir: 'auto',
      'aria-label': t('rename.label'),
    });
    const isComposing = watchComposition(field);
    this.#renaming = field;
    row.replaceChildren(field);
    field.focus();
    field.select();
    const finish = (isKept) => {
      if (this.#renaming !== field) return;
      this.#renaming = null;
      const title = field.value.trim();
      if (isKept && title && title !== conversation.title) {
        this.app.conversations.rename(conversation.id, title).catch(this.app.fail);
      }
      this.#show(this.app.store.state);
      this.list.querySelector(`[data-id="${conversation.id}"]`)?.focus();
    };
    field.addEventListener('keydown', (event) => {
      if (isComposing(event)) return;
      if (event.key === 'Enter') finish(true);
      if (event.key !== 'Escape') return;
      finish(false);
      event.stopPropagation(); // The drawer stays open.
    });
    field.addEventListener('blur', () => finish(true));
  }
}

function grouped(conversations) {
  const groups = new Map();
  for (const one of conversations) {
    const age = ageGroup(one.updated_at);
    groups.set(age, [...(groups.get(age) ?? []), one]);
  }
  return groups;
}

customElements.define('conversation-list', ConversationList);
