import { h, iconButton } from './dom.js';
import { t } from './i18n.js';
import { Part } from './part.js';

/**
 * The base of the page's dialogs. The browser keeps the focus inside and gives it back; Escape and
 * a press beside it close it.
 */
export class Modal extends Part {
  /** @param {string} title @param {...Node} children */
  show(title, ...children) {
    const id = `title-${this.localName}`;
    this.dialog = h(
      'dialog',
      { class: `dialog ${this.localName}`, 'aria-labelledby': id },
      h(
        'div',
        { class: 'dialog-frame' },
        h(
          'header',
          { class: 'dialog-head' },
          h('h2', { id }, title),
          iconButton('close', t('close'), () => this.dialog.close()),
        ),
        ...children,
      ),
    );
    this.replaceChildren(this.dialog);
    let pressedBeside = false;
    this.dialog.addEventListener('pointerdown', (event) => {
      pressedBeside = event.target === this.dialog;
    });
    this.dialog.addEventListener('click', (event) => {
      // A selection that ends outside is not a press beside the dialog.
      if (pressedBeside && event.target === this.dialog) this.dialog.close();
    });
    this.dialog.addEventListener('close', () => this.remove());
    this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }
}

/**
 * A labelled field, with a hint below and room for what is wrong with it.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  control.id ||= `field-${Math.random().toString(36).slice(2, 9)}`;
  const note = h('p', { class: 'field-hint', id: `${control.id}-hint` }, hint ?? '');
  const wrong = h('p', { class: 'field-wrong', id: `${control.id}-wrong`, role: 'alert' });
  control.setAttribute('aria-describedby', `${note.id} ${wrong.id}`);
  const element = h('div', { class: 'field' },
    h('label', { htmlFor: control.id }, label), control, note, wrong);
  const complain = (words) => {
    wrong.textContent = words;
    control.setAttribute('aria-invalid', String(Boolean(words)));
    return !words;
  };
  control.addEventListener('input', () => complain(''));
  return { element, control, complain };
}
