import { pathTo } from './route.js';

/** What can be done with projects, and the list of them in the store. */
export class Projects {
  /** @param {import('./store.js').Store} store @param {import('./api.js').Api} api */
  constructor(store, api, route) {
    Object.assign(this, { store, api, route });
  }

  /** @returns {Promise<string|null>} the project that was open last */
  async load() {
    const answer = await this.api.get('projects');
    this.store.set({ projects: answer.projects });
    return answer.active_project_id ?? answer.projects[0]?.id ?? null;
  }

  async activate(id) {
    await this.api.post(`projects/${id}/activate`, {}, { keepalive: true });
  }

  async create(fields) {
    const project = await this.api.post('projects', fields);
    await this.load();
    this.route.go(pathTo(project.id));
  }

  async change(id, fields) {
    await this.api.patch(`projects/${id}`, fields);
    await this.load();
  }

  /** Deletes a project and shows the next one. */
  async remove(id) {
    await this.api.delete(`projects/${id}`);
    const next = await this.load();
    if (next && this.store.state.projectId === id) this.route.go(pathTo(next), { replace: true });
  }

  async restore(id) {
    await this.api.post(`projects/${id}/restore`);
    await this.load();
    this.route.go(pathTo(id));
  }
}
