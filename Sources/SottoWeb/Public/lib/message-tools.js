import { h, icon, iconButton } from './dom.js';
import { t } from './i18n.js';
import { load } from './lazy.js';
import { SiblingWalker } from './sibling-walker.js';
import { fullTime } from './time.js';
import { usageWords } from './usage.js';

/** The row below a message: what can be done with it, and what there is to know of it. */
export class MessageTools {
  isReading = false;

  /** @param {import('./message-acts.js').MessageActs} acts */
  constructor(acts) {
    this.acts = acts;
    const { message } = acts;
    const isUser = message.role === 'user';
    const copyName = isUser ? t('copy.message') : t('copy.markdown');
    this.copy = iconButton('copy', copyName, () => acts.copy());
    this.edit = iconButton('pencil', t('edit.message'), () => acts.edit(), { hidden: !isUser });
    this.again = iconButton('again', t('again'), () => acts.again(), { hidden: isUser });
    this.speak = iconButton('speak', t('read'), () => acts.readAloud(), {
      class: 'icon-button speak-button', hidden: isUser || !('speechSynthesis' in globalThis),
    });
    this.seen = iconButton('layers', t('inspect.open-sent'), () => acts.inspect());
    this.more = iconButton('more', t('message.more'), () => this.#menu(), {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    });
    this.walker = new SiblingWalker((id, step) => acts.walk(id, step));
    this.pinned = h('span', { class: 'pinned', hidden: true }, icon('pin'), t('pinned'));
    this.usage = h('button', { type: 'button', class: 'usage-button', title: t('facts'), 'aria-haspopup': 'dialog',
      'aria-expanded': 'false', onclick: () => acts.showFacts(this.usage) });
    this.edited = h('span');
    this.element = h(
      'footer',
      { class: 'message-tools' },
      this.walker.element,
      this.copy,
      this.edit,
      this.again,
      this.speak,
      this.seen,
      this.more,
      h('div', { class: 'message-facts' },
        this.pinned, this.usage, this.edited, h('time', {}, fullTime(message.created_at))),
    );
  }

  /** @param {boolean} isRunning whether this message is being written */
  update(isRunning) {
    const { message, thread } = this.acts;
    const isBusy = Boolean(thread.turn);
    this.element.hidden = isRunning;
    this.element.classList.toggle('is-running', isRunning);
    this.usage.textContent = usageWords(message.usage);
    this.edited.textContent = message.edited_at ? t('edited') : '';
    this.pinned.hidden = !message.pinned_at;
    this.element.classList.toggle('is-kept', Boolean(message.pinned_at));
    this.walker.update(message.siblings, isBusy);
    this.edit.disabled = isBusy || !this.acts.canResend;
    this.again.disabled = isBusy;
    this.#showReading();
    this.seen.hidden = message.role === 'user' || !message.turn_id;
    this.more.disabled = message.id.startsWith('new-');
  }

  /** The row of an answer that is being read stays in sight, also while that is being written. */
  #showReading() {
    const { isBeingRead } = this.acts;
    if (isBeingRead) this.element.hidden = false;
    if (this.isReading === isBeingRead) return;
    this.isReading = isBeingRead;
    const name = t(isBeingRead ? 'read.stop' : 'read');
    this.speak.replaceChildren(icon(isBeingRead ? 'mute' : 'speak'));
    this.speak.title = name;
    this.speak.setAttribute('aria-label', name);
    this.element.classList.toggle('is-reading', isBeingRead);
  }

  /** Where the focus goes when the editor closes. */
  focusEdit() {
    (this.edit.hidden ? this.more : this.edit).focus();
  }

  async #menu() {
    const [{ openMessageMenu }] = await load(['/lib/message-menu.js']);
    openMessageMenu(this.acts, this.more);
  }
}
