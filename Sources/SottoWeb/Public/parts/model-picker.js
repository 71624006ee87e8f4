import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { load } from '../lib/lazy.js';
import { Part } from '../lib/part.js';

/** The model that answers next; opens a list to choose another. */
class ModelPicker extends Part {
  render() {
    this.label = h('span', { class: 'picker-label', dir: 'auto' });
    this.button = h(
      'button',
      {
        type: 'button',
        class: 'picker-button',
        'aria-haspopup': 'dialog',
        onclick: () => this.open(),
      },
      this.label,
      icon('down'),
    );
    this.replaceChildren(this.button);
    this.watch(['models', 'projects', 'projectId', 'conversationId', 'modelChoice'], () => {
      const title = this.app.models.title(this.app.models.next) || t('model.none');
      this.label.textContent = title;
      this.button.setAttribute('aria-label', t('model.button', { name: title }));
    });
  }

  /** @param {(id: string) => void} [onpick] instead of choosing for the next turns */
  async open(onpick) {
    try {
      await load(['/parts/model-list.js'], ['/styles/picker.css']);
    } catch {
      return this.app.toast({ text: t('error.unreachable'), tone: 'bad' });
    }
    if (!this.list?.isConnected) {
      this.list = h('model-list', { app: this.app });
      this.append(this.list);
    }
    this.list.open(this.button, onpick);
  }
}

customElements.define('model-picker', ModelPicker);
