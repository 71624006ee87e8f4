const sameMoment = 100; // Milliseconds; WebKit's two events are made within a few.
const samePress = 500;

/**
 * What is composed without candidates, Hangul and Vietnamese: there is nothing that Enter could
 * choose, so it ends the syllable and is meant as well.
 */
const withoutCandidates = /\p{Script=Hangul}$|[\u00c0-\u024f\u1e00-\u1eff]/u;

/**
 * Knows which Enter and Escape belong to an input method. Blink and Gecko say so on the key event
 * (`isComposing`, key code 229); WebKit ends the composition first and then sends the key that
 * ended it; and on Linux one key press can come a second time, as a plain Enter, before the key is
 * up. So the rest of a key press that ended a composition is not ours either.
 *
 * The other way round, an Enter that came as the input method's is meant when a line break follows
 * it: Korean ones hand it on, and the keyboards of phones give every key the code 229. It is sent to
 * the field again, as a plain one.
 * @param {HTMLElement} field
 * @returns {(event: KeyboardEvent) => boolean} whether the key belongs to the input method
 */
export function watchComposition(field) {
  let composing = false;
  let ended = { at: -Infinity, isMeant: false };
  let taken = { at: -Infinity, code: '' };
  let mayBeMeant = false;
  const ours = new WeakSet();

  field.addEventListener('compositionstart', () => (composing = true));
  field.addEventListener('compositionend', (event) => {
    composing = false;
    ended = { at: event.timeStamp, isMeant: withoutCandidates.test(event.data) };
  });
  field.addEventListener('blur', () => (composing = false));
  field.addEventListener('keyup', () => {
    ended.at = -Infinity;
    taken.at = -Infinity;
    mayBeMeant = false;
  });
  field.addEventListener('beforeinput', (event) => {
    if (!mayBeMeant || !['insertLineBreak', 'insertParagraph'].includes(event.inputType)) return;
    mayBeMeant = false;
    // What cannot be stopped is waited for, so that it is not left behind in an empty field.
    const last = composing ? 'compositionend' : event.cancelable ? null : 'input';
    if (last) field.addEventListener(last, pressEnter, { once: true });
    else if (pressEnter()) event.preventDefault();
  });

  function pressEnter() {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    ours.add(enter);
    return !field.dispatchEvent(enter);
  }

  /** Keyboards on a screen have no code: what they send late is a press of its own. */
  function isLate({ key, code, timeStamp }) {
    if (!['Enter', 'Escape'].includes(key) || !code || ended.isMeant) return false;
    return timeStamp - ended.at < sameMoment
      || (timeStamp - taken.at < samePress && taken.code === code);
  }

  return (event) => {
    if (ours.has(event)) return false;
    if (event.isComposing || event.keyCode === 229 || composing) {
      taken = { at: event.timeStamp, code: event.code };
      mayBeMeant = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
      return true;
    }
    mayBeMeant = false;
    if (!isLate(event)) return false;
    event.preventDefault(); // It breaks no line and closes no dialog either.
    return true;
  };
}
