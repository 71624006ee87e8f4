import { fields, isOnHere, replyText, setReplies, speed, speeds, turn } from '../lib/behaviours.js';
import { choices, group } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { allowNotifications, canNotify } from '../lib/notifications.js';
import { Part } from '../lib/part.js';
import { remember } from '../lib/preferences.js';
import { number } from '../lib/usage.js';

/** What happens by itself around an answer; kept in this browser. */
class BehavioursSettings extends Part {
  render() {
    this.replaceChildren(
      group(t('behaviours'),
        this.#overruled(),
        this.#behaviour('copy'),
        ...('speechSynthesis' in globalThis ? [this.#behaviour('read'), this.#speed()] : []),
        ...(canNotify() ? [this.#notify()] : [])),
      group(t('replies'), this.#behaviour('replies'), this.#replies()),
    );
  }

  /** Where the open project has its own say, a press here would seem to do nothing. */
  #overruled() {
    const { project } = this.app.store;
    const { behaviours = {} } = project ?? {};
    const isOwn = [...Object.values(fields), 'replies'].some((name) => (behaviours[name] ?? null) !== null);
    return isOwn && h('p', { class: 'field-hint' }, t('behaviours.overruled', { name: project.name }));
  }

  #behaviour(name, onchange = (on) => turn(name, on)) {
    const hint = h('p', { class: 'field-hint', id: `behaviour-${name}` }, t(`behaviour.${name}.hint`));
    const box = h('input', {
      type: 'checkbox',
      checked: isOnHere(name),
      'aria-describedby': hint.id,
      onchange: () => onchange(box.checked, box, hint),
    });
    return h('div', { class: 'behaviour' }, h('label', { class: 'check' }, box, t(`behaviour.${name}`)), hint);
  }

  #speed() {
    const names = Object.fromEntries(speeds.map((one) => [`${one}×`, `${number(one)}×`]));
    return choices('speed', t('read.speed'), names, `${speed()}×`, (value) =>
      remember('reading-speed', value === '1×' ? null : value.slice(0, -1)));
  }

  /** The browser asks for permission only when one wants it. */
  #notify() {
    return this.#behaviour('notify', async (wanted, box, hint) => {
      const isAllowed = wanted && (await allowNotifications());
      box.checked = isAllowed;
      turn('notify', isAllowed);
      hint.textContent = t(wanted && !isAllowed ? 'notify.blocked' : 'behaviour.notify.hint');
    });
  }

  #replies() {
    const lines = h('textarea', {
      rows: 5, dir: 'auto', maxLength: 4000, value: replyText(), oninput: () => setReplies(lines.value),
    });
    return field(t('replies.list'), lines, t('replies.list.hint')).element;
  }
}

customElements.define('behaviours-settings', BehavioursSettings);
