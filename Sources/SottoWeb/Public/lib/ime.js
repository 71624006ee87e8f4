const sameMoment = 100; // Milliseconds; WebKit's two events are made within a few.
const samePress = 500;

/**
 * Knows which Enter belongs to an input method. Blink and Gecko say so on the key event
 * (`isComposing`, key code 229); WebKit ends the composition first and then sends the Enter that
 * ended it; and on Linux one key press can come a second time, as a plain Enter, before the key is
 * up. So the rest of a key press that ended a composition is not ours either.
 * @param {HTMLElement} field
 * @returns {(event: KeyboardEvent) => boolean} whether the key belongs to the input method
 */
export function watchComposition(field) {
  let composing = false;
  let endedAt = -Infinity;
  let takenAt = -Infinity;
  field.addEventListener('compositionstart', () => (composing = true));
  field.addEventListener('compositionend', (event) => {
    composing = false;
    endedAt = event.timeStamp;
  });
  field.addEventListener('blur', () => (composing = false));
  field.addEventListener('keyup', () => {
    endedAt = -Infinity;
    takenAt = -Infinity;
  });
  return (event) => {
    if (event.isComposing || event.keyCode === 229 || composing) {
      takenAt = event.timeStamp;
      return true;
    }
    if (event.key !== 'Enter') return false;
    return event.timeStamp - endedAt < sameMoment || event.timeStamp - takenAt < samePress;
  };
}
