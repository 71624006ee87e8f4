import { commandFor } from './commands.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { loadPalette } from './lazy.js';

/**
 * Opens the palette. Until its code is there a field that nobody sees takes what is typed, also by
 * an input method, and hands it over.
 * @param {import('./app-type.js').App} app
 */
export async function openPalette(app) {
  const before = document.activeElement;
  let picks = false;
  let isComposing = false;
  const field = h('input', {
    type: 'text',
    class: 'palette-early visually-hidden',
    autocomplete: 'off',
    'aria-label': t('search'),
    onkeydown: (event) => {
      if (event.isComposing || event.keyCode === 229) return;
      const isClosing = event.key === 'Escape' || commandFor(app.commands, event, true)?.id === 'palette';
      if (!isClosing && event.key !== 'Enter') return;
      event.preventDefault();
      if (isClosing) leave();
      else picks = true;
    },
    oncompositionstart: () => (isComposing = true),
    oncompositionend: () => (isComposing = false),
  });
  /** The palette gives the focus back to where it was. */
  const leave = () => {
    before?.focus();
    field.remove();
  };
  document.body.append(field);
  field.focus();
  await loadPalette().catch(() => {});
  if (isComposing) await new Promise((resolve) => field.addEventListener('compositionend', resolve));
  if (!field.isConnected) return;
  const text = field.value;
  leave();
  if (!customElements.get('command-palette')) return app.toast({ text: t('error.unreachable'), tone: 'bad' });
  document.body.append(h('command-palette', { app, text, picks }));
}
