import { isOn, long } from './behaviours.js';
import { hold, isHeld } from './claims.js';
import { loadMoreWords } from './i18n.js';
import { notify } from './notifications.js';

const words = { finished: 'complete', failed: 'failed', interrupted: 'interrupted' };
/** More turns than ever run at once. */
const mostKnown = 500;
const inFront = 'sotto-in-front';
const showing = (id) => `sotto-shows-${id}`;

/**
 * Announces long answers that end in conversations which no page shows, while none is in front. Of
 * the open one `answer-behaviours` knows more.
 */
export class Elsewhere {
  /** When each turn was first known to run, by its id. */
  #since = new Map();

  /** @param {import('./app-type.js').App} app */
  constructor(app) {
    this.app = app;
    const signal = new AbortController().signal;
    let leaveFront = () => {};
    const look = () => {
      leaveFront();
      leaveFront = document.hidden ? () => {} : hold(inFront);
    };
    document.addEventListener('visibilitychange', look);
    look();
    let leaveShown = () => {};
    app.store.watch(['conversationId'], ({ conversationId: id }) => {
      leaveShown();
      leaveShown = id ? hold(showing(id)) : () => {};
    }, signal);
    app.store.watch(['conversations'], ({ conversations }) => {
      for (const { running_turn_id: turn } of conversations ?? []) if (turn) this.#note(turn);
    }, signal);
  }

  /** @param {{kind: string, conversation_id?: string, turn_id?: string}} hint of the server */
  async take({ kind, conversation_id: id, turn_id: turn }) {
    if (kind !== 'turn' || !turn || !this.#isWantedAnywhere) return;
    try {
      await this.#look(id, turn);
    } catch {
      // It is only not announced.
    }
  }

  /** A hint says that a turn began or ended, not which. */
  async #look(id, turn) {
    const { status } = await this.app.api.get(`turns/${turn}`);
    if (status === 'running') return this.#note(turn);
    const since = this.#since.get(turn);
    this.#since.set(turn, Infinity); // More may be heard of it, and an old list may come late.
    const isLong = since !== undefined && Date.now() - since >= long;
    if (!isLong || !document.hidden || !words[status] || id === this.app.store.state.conversationId) return;
    if ((await isHeld(inFront)) || (await isHeld(showing(id)))) return;
    const [conversation] = await Promise.all([this.app.api.get(`conversations/${id}`), loadMoreWords()]);
    const project = this.app.store.projectOf(conversation.project_id);
    if (isOn('notify', project)) await notify(this.app, conversation, words[status]);
  }

  #note(turn) {
    if (this.#since.has(turn)) return;
    this.#since.set(turn, Date.now());
    if (this.#since.size > mostKnown) this.#since.delete(this.#since.keys().next().value);
  }

  get #isWantedAnywhere() {
    return [null, ...(this.app.store.state.projects ?? [])].some((project) => isOn('notify', project));
  }
}
