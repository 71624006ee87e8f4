import { t } from './i18n.js';

const settle = 120; // Milliseconds: several hints of one act are one reload.
const longestPause = 20_000;

/** Reloads what is shown of the things that changed. */
export class Reloads {
  #waiting = new Map();
  #wasReachable = true;

  /** @param {import('./app-type.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whatever changed: everything shown is read again. */
  takeAll() {
    for (const kind of ['projects', 'providers', 'conversations', 'messages']) this.take({ kind });
  }

  /** What was read before anybody listened may be old already. */
  catchUp() {
    for (const kind of ['projects', 'conversations', 'messages']) this.take({ kind });
  }

  /**
   * @param {{kind: string, project_id?: string, conversation_id?: string, turn_id?: string}} hint
   */
  take(hint) {
    if (hint.kind === 'anything') return this.takeAll();
    const { app } = this;
    const { projectId } = app.store.state;
    const isHere = !hint.project_id || hint.project_id === projectId;
    if (hint.kind === 'projects') this.#soon('projects', () => app.projects.load());
    if (hint.kind === 'providers') this.#soon('models', () => app.models.load());
    if (['conversations', 'turn', 'title'].includes(hint.kind) && isHere) {
      this.#soon('conversations', () => this.#conversations());
    }
    const thread = app.threads.current;
    const isShown = !hint.conversation_id || hint.conversation_id === thread?.id;
    const isFollowed = hint.turn_id && hint.turn_id === thread?.turn?.id;
    if (['messages', 'turn'].includes(hint.kind) && thread && isShown && !isFollowed) {
      this.#soon('thread', () => app.threads.current?.refresh());
    }
  }

  /** The stream of hints broke or is back; what came in between is unknown. */
  gap(reachable) {
    this.app.store.set({ reachable });
    if (reachable && !this.#wasReachable) this.takeAll();
    this.#wasReachable = reachable;
  }

  /** The list, and the open conversation, which another tab may have moved or deleted. */
  async #conversations() {
    const { conversations, toast } = this.app;
    await conversations.load();
    if (!(await conversations.follow())) toast({ text: t('missing'), tone: 'bad' });
  }

  #soon(name, load, pause = settle) {
    clearTimeout(this.#waiting.get(name));
    const timer = setTimeout(async () => {
      try {
        await load();
      } catch {
        // No hint may come again: it is tried a few times, unless one has come meanwhile.
        const isLatest = this.#waiting.get(name) === timer;
        if (isLatest && pause < longestPause) this.#soon(name, load, pause * 4);
      }
    }, pause);
    this.#waiting.set(name, timer);
  }
}
