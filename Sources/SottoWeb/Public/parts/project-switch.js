import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { openMenu } from '../lib/menu.js';
import { Part } from '../lib/part.js';
import { removeProject } from '../lib/removals.js';
import { pathTo } from '../lib/route.js';

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

  open() {
    const { app } = this;
    const { projects, projectId } = app.store.state;
    if (!projects) return;
    const choices = projects.map((project) => ({
      label: project.name,
      icon: 'folder',
      checked: project.id === projectId,
      run: () => app.route.go(pathTo(project.id)),
    }));
    const { project } = app.store;
    const own = project
      ? [{ label: t('project.edit'), icon: 'pencil', run: () => app.run('edit-project') }]
      : [];
    const removal =
      project && projects.length > 1
        ? [{ label: t('project.delete'), icon: 'trash', isDanger: true,
            run: () => removeProject(app, project) }]
        : [];
    const fresh = {
      label: t('project.new'),
      icon: 'plus',
      run: () => app.open('project-dialog'),
    };
    openMenu(this.button, [...choices, '-', fresh, ...own, ...removal], t('projects'));
  }
}

customElements.define('project-switch', ProjectSwitch);
