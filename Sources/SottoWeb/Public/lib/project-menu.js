import { t } from './i18n.js';
import { openMenu } from './menu.js';
import { removeProject } from './removals.js';
import { pathTo } from './route.js';

/**
 * The projects to choose from, and what can be done with the open one.
 * @param {import('./app-type.js').App} app
 * @param {HTMLElement} anchor
 */
export function openProjectMenu(app, anchor) {
  const { projects, projectId } = app.store.state;
  if (!projects) return;
  const choices = projects.map((project) => ({
    label: project.name,
    icon: 'folder',
    checked: project.id === projectId,
    run: () => app.route.go(pathTo(project.id)),
  }));
  const acts = [
    { label: t('project.new'), icon: 'plus', run: () => app.open('project-dialog') },
    { label: t('project.template'), icon: 'file', run: () => app.run('templates') },
  ];
  const { project } = app.store;
  if (project) {
    acts.push({ label: t('project.edit'), icon: 'pencil', run: () => app.run('edit-project') });
  }
  if (project && projects.length > 1) {
    const run = () => removeProject(app, project);
    acts.push({ label: t('project.delete'), icon: 'trash', isDanger: true, run });
  }
  openMenu(anchor, [...choices, '-', ...acts], t('projects'));
}
