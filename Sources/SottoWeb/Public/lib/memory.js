/**
 * Opens the project's dialog where it says what of a conversation goes to the model.
 * @param {import('./app-type.js').App} app
 */
export const openMemory = (app) =>
  app.open('project-dialog', { project: app.store.project, section: 'memory' });
