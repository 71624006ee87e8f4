/** The page's copy of what the server has, and who wants to know when a field of it changes. */
export class Store {
  #watchers = new Set();

  /** @param {import('./types.js').State} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {Partial<import('./types.js').State>} patch */
  set(patch) {
    const changed = Object.keys(patch).filter((field) => this.state[field] !== patch[field]);
    if (changed.length === 0) return;
    Object.assign(this.state, patch);
    for (const watcher of [...this.#watchers]) {
      if (watcher.fields.some((field) => changed.includes(field))) watcher.change(this.state);
    }
  }

  /**
   * Calls `change` now and at every change of one of the fields, until the signal is aborted.
   * @param {string[]} fields
   * @param {(state: import('./types.js').State) => void} change
   * @param {AbortSignal} signal
   */
  watch(fields, change, signal) {
    const watcher = { fields, change };
    this.#watchers.add(watcher);
    signal.addEventListener('abort', () => this.#watchers.delete(watcher), { once: true });
    change(this.state);
  }

  get project() {
    return this.projectOf(this.state.projectId);
  }

  /** @param {string|null} id */
  projectOf(id) {
    return this.state.projects?.find((project) => project.id === id) ?? null;
  }
}
