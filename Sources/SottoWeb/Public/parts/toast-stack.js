import { h, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';

const shortly = 4000;
const withAction = 10_000; // Long enough to read, think and reach the button.

/** Short words at the foot of the page, some with one thing to do. */
class ToastStack extends Part {
  render() {
    this.setAttribute('role', 'status');
    this.setAttribute('aria-live', 'polite');
    // In the top layer, so that a dialog does not hide it.
    this.popover = 'manual';
  }

  /** @param {{text: string, action?: string, onaction?: () => void, tone?: string}} toast */
  show({ text, action, onaction, tone }) {
    const close = () => {
      clearTimeout(timer);
      toast.remove();
      if (this.children.length === 0) this.hidePopover();
    };
    const act = () => {
      close();
      onaction();
    };
    const toast = h(
      'div',
      { class: `toast ${tone ? `is-${tone}` : ''}` },
      h('span', { dir: 'auto' }, text),
      action && h('button', { type: 'button', class: 'toast-action', onclick: act }, action),
      iconButton('close', t('close'), close),
    );
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(close, action || tone ? withAction : shortly);
    };
    const stay = () => clearTimeout(timer);
    for (const type of ['pointerenter', 'focusin']) toast.addEventListener(type, stay);
    for (const type of ['pointerleave', 'focusout']) toast.addEventListener(type, wait);
    wait();
    if (this.children.length > 2) this.firstElementChild.remove();
    // Shown anew, it lies above a dialog that was opened after it.
    if (this.matches(':popover-open')) this.hidePopover();
    this.append(toast);
    this.showPopover();
  }
}

customElements.define('toast-stack', ToastStack);
