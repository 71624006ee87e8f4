import { pathTo } from './route.js';

const pageSize = 30;

/** What can be done with conversations, and the shown project's list of them in the store. */
export class Conversations {
  #loading = false;
  #known = '';

  /** @param {import('./store.js').Store} store @param {import('./api.js').Api} api */
  constructor(store, api, route) {
    Object.assign(this, { store, api, route });
  }

  get #state() {
    return this.store.state;
  }

  /** Reads the newest again, as many as are shown. */
  async load() {
    const project = this.#state.projectId;
    if (!project) return;
    const shown = this.#known === project ? (this.#state.conversations?.length ?? 0) : 0;
    const limit = Math.max(pageSize, Math.min(shown, 200));
    const answer = await this.api.get(`projects/${project}/conversations?limit=${limit}`);
    if (this.#state.projectId !== project) return;
    this.#known = project;
    this.#show(answer.conversations, answer.next);
  }

  async loadMore() {
    const { projectId: project, nextPage, conversations } = this.#state;
    if (!nextPage || this.#loading) return;
    this.#loading = true;
    try {
      const query = `limit=${pageSize}&before=${encodeURIComponent(nextPage)}`;
      const answer = await this.api.get(`projects/${project}/conversations?${query}`);
      if (this.#state.projectId !== project) return;
      const known = new Set(conversations.map((one) => one.id));
      const more = answer.conversations.filter((one) => !known.has(one.id));
      this.#show([...conversations, ...more], answer.next);
    } finally {
      this.#loading = false;
    }
  }

  #show(conversations, nextPage) {
    const { conversationId, conversation } = this.#state;
    const open = conversations.find((one) => one.id === conversationId) ?? conversation;
    this.store.set({ conversations, nextPage, conversation: open });
  }

  async rename(id, title) {
    const conversation = await this.api.patch(`conversations/${id}`, { title });
    if (this.#state.conversationId === id) this.store.set({ conversation });
    await this.load();
  }

  async remove(id) {
    await this.api.delete(`conversations/${id}`);
    const { conversations, conversationId, projectId } = this.#state;
    this.store.set({ conversations: conversations?.filter((one) => one.id !== id) ?? null });
    if (conversationId === id) this.route.go(pathTo(projectId), { replace: true });
  }

  /** Undoes a deletion; shows the conversation again if it was shown. */
  async restore(id, wasOpen) {
    await this.api.post(`conversations/${id}/restore`);
    await this.load();
    if (wasOpen) this.route.go(pathTo(this.#state.projectId, id));
  }
}
