import { h, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { load } from '../lib/lazy.js';
import { Part } from '../lib/part.js';
import { pathTo } from '../lib/route.js';
import { ageGroup, fullTime } from '../lib/time.js';

/** The project's conversations, newest first; more come as one scrolls down. */
class ConversationList extends Part {
  #isRenaming = false;

  render() {
    this.list = h('div', { class: 'conversations' });
    this.end = h('div', { class: 'conversations-end' });
    this.replaceChildren(this.list, this.end);
    this.listen(this.list, 'pointerover', () => globalThis.expectMessages?.());
    this.more = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        this.app.conversations.loadMore().catch(this.app.fail);
      }
    }, { root: this, rootMargin: '200px' });
    this.more.observe(this.end);
    this.signal.addEventListener('abort', () => this.more.disconnect());
    const fields = ['conversations', 'conversationId', 'projectId', 'listsArchived'];
    this.watch(fields, (state) => this.#show(state));
  }

  #show({ conversations, conversationId, listsArchived }) {
    if (!conversations || this.#isRenaming) return;
    if (conversations.length === 0) {
      const words = t(listsArchived ? 'archived.empty' : 'conversations.empty');
      this.list.replaceChildren(h('p', { class: 'conversations-empty' }, words));
      return;
    }
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const { id } = focused?.closest('li')?.querySelector('a')?.dataset ?? {};
    const groups = listsArchived ? [[t('archived'), conversations]] : grouped(conversations);
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
    // It is told of changes only, and the end may be in view again before it saw that it had left.
    this.more.unobserve(this.end);
    this.more.observe(this.end);
    if (!focused) return;
    const row = this.#rowOf({ id });
    const isMore = focused.classList.contains('conversation-more');
    (row?.querySelector(isMore ? '.conversation-more' : 'a') ?? this.list.querySelector('a')).focus();
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
    const open = () => this.#menu(conversation);
    const more = iconButton('more', t('conversation.more', { title }), open, {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      class: 'icon-button conversation-more',
    });
    row.append(more);
    return row;
  }

  /** The list is drawn anew whenever something changes, so a row is looked up when it is needed. */
  #rowOf({ id }) {
    return this.list.querySelector(`[data-id="${id}"]`)?.closest('li');
  }

  /** Opens what can be done with a conversation; those far down are not in the list yet. */
  openMenu(conversation) {
    if (conversation) this.#menu(conversation);
  }

  async #menu(conversation) {
    const [{ openConversationMenu }] = await load(['/lib/conversation-menu.js']);
    openConversationMenu(this.app, conversation, {
      row: () => this.#rowOf(conversation),
      began: () => (this.#isRenaming = true),
      ended: () => {
        this.#isRenaming = false;
        this.#show(this.app.store.state);
        this.#rowOf(conversation)?.querySelector('a').focus();
      },
    });
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
