import { recall, remember } from './preferences.js';

/** Which models and providers there are, and which model answers next. */
export class Models {
  /** @param {import('./store.js').Store} store @param {import('./api.js').Api} api */
  constructor(store, api) {
    Object.assign(this, { store, api });
  }

  async load() {
    const [models, providers] = await Promise.all([
      this.api.get('models'),
      this.api.get('providers'),
    ]);
    this.store.set({
      models: models.models,
      defaultModel: models.default,
      problems: models.problems ?? [],
      providers: providers.providers,
      presets: providers.presets ?? [],
    });
  }

  /** The model chosen for the shown conversation's next turns, if any. */
  get chosen() {
    const id = recall(this.#choiceName());
    return id && this.#find(id) ? id : null;
  }

  /** The model that will answer: the chosen one, the project's, or the server's default. */
  get next() {
    return this.chosen ?? this.store.project?.model ?? this.store.state.defaultModel;
  }

  choose(id) {
    remember(this.#choiceName(), id);
    this.store.set({ modelChoice: this.store.state.modelChoice + 1 });
  }

  /** A conversation that began with a choice keeps it. */
  adopt(conversationId, projectId) {
    const choice = recall(`model.new.${projectId}`);
    remember(`model.${conversationId}`, choice);
    remember(`model.new.${projectId}`, null);
  }

  /** A model's own name, without its provider. */
  title(id) {
    const model = this.#find(id);
    if (model) return model.display_name ?? model.name;
    return id ? id.slice(id.indexOf('/') + 1) : '';
  }

  /** @returns {import('./types.js').Model|undefined} */
  find(id) {
    return this.#find(id);
  }

  async addProvider(fields) {
    await this.api.post('providers', fields);
    await this.load();
  }

  testProvider(fields) {
    return this.api.post('providers/test', fields);
  }

  async removeProvider(name) {
    await this.api.delete(`providers/${encodeURIComponent(name)}`);
    await this.load();
  }

  /** Where keys are kept, and whether they are locked. */
  keyStore() {
    return this.api.get('keys');
  }

  /** Opens the sealed keys, or begins to seal them when `isNew`. */
  async openKeys(passphrase, isNew) {
    await this.api.post(isNew ? 'keys/passphrase' : 'keys/unlock', { passphrase });
  }

  #find(id) {
    return this.store.state.models?.find((model) => model.id === id);
  }

  #choiceName() {
    const { conversationId, projectId } = this.store.state;
    return `model.${conversationId ?? `new.${projectId}`}`;
  }
}
