import { h, icon, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

/** Projects, the chosen one's conversations, and the way to the settings. */
class AppSidebar extends Part {
  render() {
    const { app } = this;
    this.setAttribute('role', 'navigation');
    this.setAttribute('aria-label', t('sidebar.name'));
    const brand = h(
      'div',
      { class: 'brand' },
      icon('mark'),
      h('span', { class: 'brand-name' }, 'Sotto'),
      iconButton('panel', t('sidebar.close'), () => app.run('toggle-sidebar')),
    );
    const fresh = h(
      'button',
      { type: 'button', class: 'row new-chat', onclick: () => app.run('new-conversation') },
      icon('compose'),
      t('new-chat'),
    );
    const archiveName = h('span', {});
    const archive = h(
      'button',
      { type: 'button', class: 'row archive-toggle', onclick: () => this.#toggleArchive() },
      icon('archive'),
      archiveName,
    );
    this.watch(['listsArchived'], ({ listsArchived }) => {
      archiveName.textContent = t(listsArchived ? 'archived.back' : 'archived');
    });
    const search = h(
      'button',
      { type: 'button', class: 'row search-button', onclick: () => app.run('search') },
      icon('search'),
      t('search'),
    );
    const foot = h(
      'div',
      { class: 'sidebar-foot' },
      h(
        'button',
        { type: 'button', class: 'row', onclick: () => app.run('settings') },
        icon('settings'),
        t('settings'),
      ),
      iconButton('chart', t('command.usage'), () => app.run('usage')),
      iconButton('keyboard', t('command.keys'), () => app.run('keys')),
    );
    this.replaceChildren(
      brand,
      search,
      h('project-switch', { app }),
      fresh,
      h('conversation-list', { app }),
      archive,
      foot,
    );
  }

  #toggleArchive() {
    const { conversations, store, fail } = this.app;
    conversations.list(!store.state.listsArchived).catch(fail);
  }
}

customElements.define('app-sidebar', AppSidebar);
