/** What may be more than its plain text. */
const rich = /<(?:h[1-6]|[uo]l|li|table|a|b|strong|i|em|code|pre|blockquote|img|hr|del|s|strike|math)\b|font-weight|mso-list/i;

/** More lines than these would take a browser seconds, for it inserts each by itself. */
const mostLines = 150;

/**
 * Puts a text in the place of what is selected, so that undo takes it back.
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
export function insertText(field, text) {
  if (document.activeElement !== field) field.focus();
  if (text.split('\n', mostLines + 1).length > mostLines) return insertAtOnce(field, text);
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
}

/** The browser knows nothing of it, so its keys for undo and redo are ours while the text is as it was left. */
function insertAtOnce(field, text) {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const change = (start, end, words) => {
    field.setRangeText(words, start, end, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  };
  change(from, to, text);
  const inserted = field.value;
  field.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const isRedo = event.code === 'KeyY' || (event.code === 'KeyZ' && event.shiftKey);
    if (event.code === 'KeyZ' && !event.shiftKey && field.value === inserted) {
      change(from, from + text.length, value.slice(from, to));
    } else if (isRedo && field.value === value) {
      change(from, to, text);
    } else {
      return;
    }
    event.preventDefault();
  });
}

/** Replaces all of a field's text, so that undo brings it back. */
export function replaceText(field, text) {
  if (field.value === text) return;
  field.focus();
  field.setSelectionRange(0, field.value.length);
  insertText(field, text);
}

/**
 * Makes Markdown of rich text that is pasted into a field. What has no form beside its words is left
 * to the browser, as is pasting without form (Ctrl+Shift+V), where there is no HTML.
 * @param {HTMLTextAreaElement} field
 */
export function pasteAsMarkdown(field) {
  field.addEventListener('paste', async (event) => {
    const html = event.clipboardData.getData('text/html');
    if (event.defaultPrevented || !rich.test(html)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const converter = await import('./rich-text.js').catch(() => null);
    insertText(field, converter?.markdownOf(html, text) ?? text);
  });
}
