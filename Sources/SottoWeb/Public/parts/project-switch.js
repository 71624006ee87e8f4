import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { load } from '../lib/lazy.js';
import { Part } from '../lib/part.js';

/** The open project's name; its menu has the others. */
class ProjectSwitch extends Part {
  render() {
    this.name = h('span', { class: 'project-name', dir: 'auto' });
    this.button = h(
      'button',
      {
        type: 'button',
        class: 'row project-button',
        'aria-haspopup': 'menu',
        'aria-expanded': 'false',
        onclick: () => this.open(),
      },
      icon('folder'),
      this.name,
      icon('updown'),
    );
    this.replaceChildren(this.button);
    this.watch(['projects', 'projectId'], () => {
      const { project } = this.app.store;
      this.name.textContent = project?.name ?? '…';
      this.button.setAttribute('aria-label', t('project.switch', { name: project?.name ?? '' }));
    });
  }

  async open() {
    const [{ openProjectMenu }] = await load(['/lib/project-menu.js']);
    openProjectMenu(this.app, this.button);
  }
}

customElements.define('project-switch', ProjectSwitch);
