import { h, icon, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { loadSearch, loadUsage } from '../lib/lazy.js';
import { Part } from '../lib/part.js';
import { recall, remember } from '../lib/preferences.js';
import { pathTo } from '../lib/route.js';

const wide = matchMedia('(min-width: 1000px)');

/** The page's frame: the sidebar as a column or drawer, the bar above, transcript, composer. */
class AppShell extends Part {
  render() {
    const { app } = this;
    this.sidebar = h('app-sidebar', { app, id: 'sidebar' });
    this.scrim = h('div', { class: 'scrim', onclick: () => this.#close() });
    this.heading = h('h1', { class: 'topbar-title', dir: 'auto' });
    this.opener = iconButton('panel', t('sidebar.open'), () => this.toggleSidebar(), {
      'aria-controls': 'sidebar',
      class: 'icon-button sidebar-opener',
    });
    const fresh = iconButton('compose', t('command.new-conversation'), () =>
      app.run('new-conversation'), { class: 'icon-button topbar-new' });
    const inspector = iconButton('layers', t('command.inspector'), () => app.run('inspector'),
      { class: 'icon-button topbar-inspector' });
    const banner = h('div', { class: 'banner', role: 'status' });
    this.main = h(
      'main',
      { class: 'main' },
      h('header', { class: 'topbar' }, this.opener, this.heading, inspector, fresh),
      banner,
      h('chat-transcript', { app }),
      h('chat-composer', { app }),
    );
    const skip = h(
      'button',
      { type: 'button', class: 'skip-link', onclick: () => app.run('focus-composer') },
      t('skip'),
    );
    this.replaceChildren(skip, this.sidebar, this.scrim, this.main);
    this.classList.toggle('is-collapsed', recall('sidebar') === 'closed');

    this.watch(['search', 'usage'], (state) => this.#cover(state));
    this.watch(['drawerOpen'], () => this.#arrange());
    this.listen(wide, 'change', () => this.#arrange());
    this.listen(document, 'keydown', (event) => {
      const isTaken = document.querySelector('dialog[open], [popover="auto"]:popover-open');
      if (event.key === 'Escape' && this.#isDrawerOpen && !isTaken) this.#close();
    });
    this.#followFinger();
    this.watch(['conversation', 'conversationId', 'search', 'usage'], (state) => this.#name(state));
    this.watch(['reachable', 'trouble'], ({ reachable, trouble }) => {
      const words = reachable ? trouble && t(`trouble.${trouble}`) : t('unreachable');
      const what = reachable && h('button', {
        type: 'button',
        class: 'banner-action',
        onclick: () => app.open('settings-dialog', { section: 'privacy' }),
      }, t('trouble.what'));
      banner.replaceChildren(...(words ? [icon('alert'), h('span', {}, words), what || ''] : []));
    });
  }

  toggleSidebar() {
    const { store } = this.app;
    if (!wide.matches) return store.set({ drawerOpen: !store.state.drawerOpen });
    const isClosed = this.classList.toggle('is-collapsed');
    remember('sidebar', isClosed ? 'closed' : null);
    this.#arrange();
    if (isClosed) this.opener.focus();
  }

  showSidebar() {
    if (this.sidebar.inert) this.toggleSidebar();
  }

  /** A search and usage lie over the conversation, which is as it was when they go. */
  async #cover({ search, usage }) {
    const name = search !== null ? 'search-screen' : usage ? 'usage-screen' : null;
    for (const part of this.main.children) {
      if (part !== this.screen) part.inert = name !== null;
    }
    if (this.screen?.localName === name) return this.screen.take?.(search);
    this.screen?.remove();
    this.screen = null;
    if (!name) return;
    this.screen = h(name, { app: this.app });
    this.main.append(this.screen);
    try {
      await (name === 'search-screen' ? loadSearch() : loadUsage());
    } catch {
      this.app.toast({ text: t('error.unreachable'), tone: 'bad' });
      this.app.route.go(pathTo(this.app.store.state.projectId), { replace: true });
    }
  }

  async #followFinger() {
    if (!matchMedia('(any-pointer: coarse)').matches) return;
    const { followFinger } = await import('../lib/drawer.js');
    followFinger({
      drawer: this.sidebar,
      scrim: this.scrim,
      edge: this.main,
      isOpen: () => this.#isDrawerOpen,
      isDrawer: () => !wide.matches,
      settle: (drawerOpen) => this.app.store.set({ drawerOpen }),
      signal: this.signal,
    });
  }

  get #isDrawerOpen() {
    return this.app.store.state.drawerOpen && !wide.matches;
  }

  #close() {
    this.app.store.set({ drawerOpen: false });
    this.opener.focus();
  }

  /** What cannot be seen or is behind the drawer cannot be reached by Tab either. */
  #arrange() {
    const isOpen = this.#isDrawerOpen;
    const wasOpen = this.classList.contains('is-open');
    this.classList.toggle('is-open', isOpen);
    this.main.inert = isOpen;
    const isShown = wide.matches ? !this.classList.contains('is-collapsed') : isOpen;
    this.sidebar.inert = !isShown;
    this.opener.setAttribute('aria-expanded', String(isShown));
    if (isOpen && !wasOpen) this.sidebar.querySelector('button, a')?.focus();
  }

  #name({ conversation, conversationId, search, usage }) {
    const isShown = conversation && conversation.id === conversationId;
    const title = isShown ? conversation.title || t('untitled') : '';
    this.heading.textContent = title || (conversationId ? '' : t('new-chat'));
    if (search !== null) document.title = `${t('search')} · Sotto`;
    else if (usage) document.title = `${t('command.usage')} · Sotto`;
    else document.title = title ? `${title} · Sotto` : 'Sotto';
  }
}

customElements.define('app-shell', AppShell);
