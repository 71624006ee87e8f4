/**
 * Puts a text on the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export const copy = async (text) => (await put(text)) || copyBySelection(text);

/** The same without touching the focus, so also where nobody has pressed anything. */
export async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The older way, which also works where the page is not on loopback or https. */
function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
