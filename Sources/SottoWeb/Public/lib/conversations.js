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
    const { listsArchived } = this.#state;
    const answer = await this.api.get(`${this.#listOf(project)}limit=${limit}`);
    const isOther = this.#state.projectId !== project || this.#state.listsArchived !== listsArchived;
    if (isOther) return;
    this.#known = project;
    this.#show(answer.conversations, answer.next);
  }

  async loadMore() {
    const { projectId: project, nextPage, conversations } = this.#state;
    if (!nextPage || this.#loading) return;
    this.#loading = true;
    try {
      const query = `limit=${pageSize}&before=${encodeURIComponent(nextPage)}`;
      const answer = await this.api.get(`${this.#listOf(project)}${query}`);
      if (this.#state.nextPage !== nextPage) return; // Another list is shown by now.
      const known = new Set(conversations.map((one) => one.id));
      const more = answer.conversations.filter((one) => !known.has(one.id));
      this.#show([...conversations, ...more], answer.next);
    } finally {
      this.#loading = false;
    }
  }

  #listOf(project) {
    const which = this.#state.listsArchived ? 'archived=true&' : '';
    return `projects/${project}/conversations?${which}`;
  }

  /** Lists what is archived, or what is not. */
  async list(listsArchived) {
    this.store.set({ listsArchived, conversations: null, nextPage: null });
    await this.load();
  }

  #show(conversations, nextPage) {
    const { conversationId, conversation } = this.#state;
    const open = conversations.find((one) => one.id === conversationId) ?? conversation;
    this.store.set({ conversations, nextPage, conversation: open });
  }

  /**
   * Reads the open conversation again where the list does not have it.
   * @returns {Promise<boolean>} `false`: it is not there any more, and its project is shown
   */
  async follow() {
    const { conversationId: id, conversations, projectId } = this.#state;
    if (!id || conversations?.some((one) => one.id === id)) return true;
    try {
      const conversation = await this.api.get(`conversations/${id}`);
      if (this.#state.conversationId !== id) return true;
      this.store.set({ conversation });
      const path = pathTo(conversation.project_id, id);
      if (conversation.project_id !== projectId) this.route.go(path, { replace: true });
      return true;
    } catch (error) {
      if (error.status !== 404) throw error;
      if (this.#state.conversationId !== id) return true;
      this.route.go(pathTo(projectId), { replace: true });
      return false;
    }
  }

  /**
   * Renames, archives or moves one.
   * @param {string} id
   * @param {{title?: string, archived?: boolean, project_id?: string, version?: number}} changes
   */
  async change(id, changes) {
    const conversation = await this.api.patch(`conversations/${id}`, changes);
    if (this.#state.conversationId === id) this.store.set({ conversation });
    await this.load();
    await this.follow();
  }

  /** Copies the path up to a message, and shows the copy. */
  async branch(id, messageId) {
    const body = { message_id: messageId };
    const { id: copy, project_id: project } = await this.api.post(`conversations/${id}/branch`, body);
    if (this.#state.listsArchived) this.store.set({ listsArchived: false });
    await this.load();
    this.route.go(pathTo(project, copy));
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
