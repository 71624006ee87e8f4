import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { keepPlace, restorePlace, takePlace } from '../lib/place.js';
import { Stickiness } from '../lib/stickiness.js';

/** The messages of the open conversation, or the page to start one. */
class ChatTranscript extends Part {
  /** @type {import('../lib/block-window.js').BlockWindow|undefined} once an answer is that long */
  blockWindow;
  #elements = new Map();
  #dirty = new Set();
  #frame = 0;
  #attached = new AbortController();

  render() {
    const { app } = this;
    this.top = h('div', { class: 'transcript-top' });
    this.list = h('div', { class: 'transcript-list' });
    this.bottom = h('div', { class: 'transcript-bottom' });
    this.scroller = h(
      'div',
      { class: 'transcript-scroller', role: 'region', 'aria-label': t('transcript'), tabIndex: 0 },
      this.top,
      this.list,
      h('chat-outbox', { app }),
      this.bottom,
    );
    const jumpText = h('span', {}, t('jump'));
    this.jump = h(
      'button',
      { type: 'button', class: 'jump', hidden: true, onclick: () => this.scrollToEnd() },
      icon('down'),
      jumpText,
    );
    this.replaceChildren(this.scroller, this.jump);
    this.sticky = new Stickiness(this.scroller, this.list, ({ isAtEnd, hasNews }) => {
      this.jump.hidden = isAtEnd || !this.thread;
      this.jump.classList.toggle('has-news', hasNews);
      jumpText.textContent = hasNews ? t('jump.news') : t('jump');
    }, this.signal);
    this.blockWindow = undefined;

    const older = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.#loadOlder();
    }, { root: this.scroller, rootMargin: '600px' });
    older.observe(this.top);
    const newer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.#loadNewer();
    }, { root: this.scroller, rootMargin: '600px' });
    newer.observe(this.bottom);
    this.signal.addEventListener('abort', () => {
      older.disconnect();
      newer.disconnect();
      this.#attached.abort();
      cancelAnimationFrame(this.#frame);
    });
    this.listen(window, 'pagehide', () => keepPlace(this));
    this.watch(['reading'], () => this.#turned());
    this.listen(app.threads, 'open', () => this.#attach(app.threads.current));
    this.#attach(app.threads.current);
  }

  async scrollToEnd() {
    if (this.thread?.hasNewer) await this.thread.loadEnd().catch(this.app.fail);
    this.sticky.toEnd();
    this.app.run('focus-composer');
  }

  /** What can be done with the last answer, once it is written. */
  actsOfLast() {
    const last = this.thread?.messages.findLast((message) => message.role === 'assistant');
    return last === this.thread?.turn?.message ? null : this.#elements.get(last?.key)?.acts;
  }

  /** Reads the last answer aloud, also one that is being written; stops what is being read. */
  readAloud() {
    const { messages = [] } = this.thread ?? {};
    const { reading } = this.app.store.state;
    const wanted = messages.find(({ key }) => key === reading)
      ?? messages.findLast(({ role }) => role === 'assistant');
    this.#elements.get(wanted?.key)?.acts.readAloud();
  }

  /** Opens the last message of the person to be changed. */
  editLastQuestion() {
    const last = this.thread?.messages.findLast((message) => message.role === 'user');
    const { acts } = this.#elements.get(last?.key) ?? {};
    if (acts?.canResend) acts.edit();
  }

  /** @returns {HTMLElement|undefined} the element of a message that is shown */
  viewOf(id) {
    const message = this.thread?.messages.find((one) => one.id === id);
    return this.#elements.get(message?.key);
  }

  /**
   * Shows a message at a height of the window.
   * @returns {HTMLElement|undefined} its element, if it is there
   */
  hold(id, top) {
    const view = this.viewOf(id);
    if (!view) return undefined;
    view.update();
    for (const element of this.#elements.values()) element.unfold?.();
    this.blockWindow?.lookAgain();
    this.sticky.hold(view, top);
    return view;
  }

  #attach(thread) {
    this.#attached.abort();
    this.#attached = new AbortController();
    this.thread = thread;
    this.#elements.clear();
    this.#dirty.clear();
    this.classList.toggle('is-start', !thread);
    this.list.replaceChildren(...(thread ? [] : [h('start-page', { app: this.app })]));
    this.sticky.toEnd();
    if (!thread) return;
    const { signal } = this.#attached;
    this.replies = h('quick-replies', { app: this.app, thread });
    thread.addEventListener('messages', () => this.#arrange(), { signal });
    thread.addEventListener('place', ({ detail }) => this.#goTo(detail), { signal });
    thread.addEventListener('turn', () => this.#turned(), { signal });
    thread.addEventListener('message', ({ detail }) => this.#touch(detail), { signal });
    this.place = takePlace(thread.id);
    if (thread.loaded) this.#arrange();
    else this.list.append(h('p', { class: 'loading' }, t('loading')));
  }

  /** Makes the children follow the messages; an element stays with its message. */
  #arrange() {
    const { messages } = this.thread;
    this.sticky.goesOn = this.thread.hasNewer;
    this.list.querySelector('.loading')?.remove();
    const first = this.list.firstChild;
    const grewAtTop = first && first !== this.#elements.get(messages[0]?.key);
    const wanted = messages.flatMap((message) => [
      this.#element(message),
      ...this.#summariesAfter(message),
    ]);
    if (!this.thread.hasNewer) wanted.push(this.replies);
    const keep = new Set(wanted);
    this.sticky.keepingPlace(grewAtTop, () => {
      for (const child of [...this.list.children]) if (!keep.has(child)) child.remove();
      wanted.forEach((element, index) => {
        if (this.list.children[index] === element) return;
        this.list.insertBefore(element, this.list.children[index] ?? null);
      });
    });
    const keys = new Set([...messages, ...this.thread.summaries].map((one) => one.key ?? one.id));
    for (const key of this.#elements.keys()) if (!keys.has(key)) this.#elements.delete(key);
    for (const message of messages) this.#touch(message);
    if (messages.at(-1)?.status === 'waiting' && this.thread.turn?.id === null) this.sticky.toEnd();
    this.sticky.settle();
    if (this.place) this.#returnTo(this.place);
    else if (this.thread.hasMore) this.#loadOlderIfSeen();
    if (this.thread.hasNewer) this.#loadNewerIfSeen();
  }

  /** After a reload the reader is where they were. */
  async #returnTo(place) {
    this.place = null;
    const { thread } = this;
    // Who was at the end is there again, whatever has come since.
    const isThere = place.isAtEnd || (await thread.reach(place.id).catch(() => false));
    if (isThere && this.thread === thread) restorePlace(this, place);
  }

  /** Brings a message into the middle and marks it, until it is left. */
  #goTo(message) {
    const element = this.#elements.get(message?.key);
    if (!element) return;
    const show = () => {
      this.sticky.leaveEnd();
      element.scrollIntoView({ block: element.offsetHeight > this.scroller.clientHeight ? 'start' : 'center' });
    };
    show();
    element.tabIndex = -1;
    element.classList.add('is-found');
    element.focus({ preventScroll: true });
    element.addEventListener('blur', () => {
      element.classList.remove('is-found');
      element.removeAttribute('tabindex');
    }, { once: true });
    requestAnimationFrame(show); // Once its parts and those above have their heights.
  }

  #element(message) {
    let element = this.#elements.get(message.key);
    if (!element) {
      element = h('chat-message', { app: this.app, thread: this.thread, message });
      this.#elements.set(message.key, element);
    }
    element.message = message;
    return element;
  }

  /** A summary stands for the messages down to its parent, and is shown below that. */
  #summariesAfter({ id }) {
    const { summaries } = this.thread;
    return summaries.filter((one) => one.parent_id === id).map((summary) => {
      let element = this.#elements.get(summary.id);
      if (!element) {
        element = h('chat-summary', { app: this.app, thread: this.thread });
        this.#elements.set(summary.id, element);
      }
      Object.assign(element, { summary, isSent: summary === summaries.at(-1) });
      element.update?.();
      return element;
    });
  }

  /** What can be done with any message depends on whether one is being answered. */
  #turned() {
    for (const message of this.thread?.messages ?? []) this.#touch(message);
  }

  /** However many events come, a message is drawn once a frame. */
  #touch(message) {
    this.#dirty.add(message.key);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const key of this.#dirty) this.#elements.get(key)?.update();
      this.#dirty.clear();
    });
  }

  #loadOlderIfSeen() {
    if (this.scroller.scrollTop < 600 && this.list.offsetHeight > 0) this.#loadOlder();
  }

  #loadNewerIfSeen() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < 600) this.#loadNewer();
  }

  #loadNewer() {
    if (this.thread?.loaded) this.thread.loadNewer().catch(this.app.fail);
  }

  #loadOlder() {
    if (this.thread?.loaded) this.thread.loadOlder().catch(this.app.fail);
  }
}

customElements.define('chat-transcript', ChatTranscript);
