import { Attachments } from '../lib/attachments.js';
import { h, icon, iconButton } from '../lib/dom.js';
import { knows, t, wordsFor } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { size } from '../lib/usage.js';

/** The files of the message that is being written: chosen, pasted or dropped. Tells `change`. */
class AttachmentTray extends Part {
  render() {
    this.attachments ??= new Attachments(this.app.api);
    this.list = h('ul', { class: 'attachments', 'aria-label': t('attach.files') });
    this.input = h('input', {
      type: 'file',
      multiple: true,
      hidden: true,
      'aria-label': t('attach'),
      onchange: () => {
        this.attachments.add(this.input.files);
        this.input.value = ''; // So that the same file can be chosen again.
      },
    });
    this.replaceChildren(this.list, this.input);
    this.listen(this.attachments, 'change', () => this.#show());
    this.listen(document, 'dragover', (event) => this.#hover(event));
    this.listen(document, 'dragleave', (event) => event.relatedTarget === null && this.#land());
    this.listen(document, 'drop', (event) => this.#drop(event));
    this.#show();
  }

  choose() {
    this.input.click();
  }

  /** Takes the files of a paste. A picture beside text is how programs paste text: it stays text. */
  paste(event) {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    this.attachments.add(files);
  }

  #hover(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    document.documentElement.classList.add('is-dropping');
  }

  #land() {
    document.documentElement.classList.remove('is-dropping');
  }

  #drop(event) {
    this.#land();
    if (!event.dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    this.attachments.add(event.dataTransfer.files);
  }

  #show() {
    const { files } = this.attachments;
    this.list.hidden = files.length === 0;
    this.list.replaceChildren(...files.map((file) => this.#item(file)));
    this.dispatchEvent(new Event('change'));
  }

  #item(file) {
    const { part, failure, note } = file;
    const name = file.name || t('file');
    const state = failure
      ? (failure.word ? t(failure.word) : wordsFor(failure.error))
      : part?.waits ? t('attach.waits')
      : part ? [size(file.size), note && knows(note) && t(note)].filter(Boolean).join(' · ') : t('attach.reading');
    const picture =
      part?.type === 'image'
        ? h('img', { src: `/api/v1/files/${part.digest}`, alt: '', width: 40, height: 40 })
        : icon(failure || note ? 'alert' : 'file');
    return h('li', { class: `attachment${failure ? ' is-bad' : ''}`, 'aria-busy': String(!part && !failure) },
      picture,
      h('span', { class: 'attachment-text' },
        h('span', { class: 'attachment-name', dir: 'auto' }, name),
        h('span', { class: 'attachment-state' }, state)),
      iconButton('close', t('attach.remove', { name }), () => this.attachments.remove(file.key)));
  }
}

customElements.define('attachment-tray', AttachmentTray);
