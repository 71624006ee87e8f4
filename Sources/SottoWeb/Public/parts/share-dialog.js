import { h, icon } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Modal } from '../lib/modal.js';
import { pathTo } from '../lib/route.js';
import { size } from '../lib/usage.js';

/**
 * Shows what another app shared, to be put into a new chat. Any web page can make the browser open
 * Sotto with something of its own, so nothing is taken before the person has seen it.
 */
class ShareDialog extends Modal {
  /** @type {{text: string, files: File[]}} */
  shared;

  render() {
    const { text, files } = this.shared;
    const take = h('button', { type: 'button', class: 'button is-primary', onclick: () => this.#take() },
      t('share.take'));
    this.show(
      t('share'),
      h('div', { class: 'dialog-body' },
        h('p', {}, t('share.words')),
        text && h('p', { class: 'share-text', dir: 'auto', tabIndex: 0 }, text),
        h('ul', { class: 'share-files' }, ...files.map((file) =>
          h('li', {}, icon('file'), h('span', { dir: 'auto' }, `${file.name} (${size(file.size)})`))))),
      h('footer', { class: 'dialog-foot' },
        h('button', { type: 'button', class: 'button', onclick: () => this.close() }, t('share.leave')),
        take),
    );
    take.focus();
  }

  #take() {
    const { app, shared } = this;
    this.close();
    app.route.go(pathTo(app.store.state.projectId));
    const composer = document.querySelector('chat-composer');
    composer.putBack(shared.text);
    composer.attach(shared.files);
  }
}

customElements.define('share-dialog', ShareDialog);
