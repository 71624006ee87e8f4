import { newId } from './id.js';
import { loadMoreWords } from './i18n.js';
import { recall, remember } from './preferences.js';

/** As the server takes them, in bytes. */
export const largest = 12_000_000;
const most = 20;

/**
 * Files as a request names them; `undefined` for none.
 * @param {import('./types.js').Part[]} files
 */
export const named = (files) =>
  files.length > 0 ? files.map(({ digest, name }) => ({ digest, name })) : undefined;

/**
 * The files of the messages that are being written, each draft's own, across reloads. Tells its
 * listeners `change`.
 * @typedef {{key: string, name: string, size: number, part?: import('./types.js').Part,
 *   note?: string, failure?: {word?: string, error?: Error}}} Attachment
 */
export class Attachments extends EventTarget {
  #api;
  #name = '';
  /** @type {Map<string, Attachment[]>} */
  #lists = new Map();

  /** @param {import('./api.js').Api} api */
  constructor(api) {
    super();
    this.#api = api;
  }

  /** @returns {Attachment[]} those of the shown draft */
  get files() {
    return this.#lists.get(this.#name) ?? [];
  }

  get isBusy() {
    return this.files.some((file) => !file.part && !file.failure);
  }

  get hasFailed() {
    return this.files.some((file) => file.failure);
  }

  /** @returns {import('./types.js').Part[]} those that the server has */
  get parts() {
    return this.files.map((file) => file.part).filter((part) => part?.digest);
  }

  /** Shows another draft's. With `isSame` it is the same draft under its new name. */
  turnTo(name, isSame = false) {
    if (name === this.#name) return;
    const files = isSame ? this.files : (this.#lists.get(name) ?? stored(name));
    if (isSame) this.#put([]);
    this.#name = name;
    this.#put(files);
    if (files.some((file) => file.note)) this.#tellNotes();
  }

  /** @param {Iterable<File>} files */
  add(files) {
    for (const file of files) {
      const entry = { key: newId(), name: file.name, size: file.size };
      if (this.files.length >= most) entry.failure = { word: 'attach.too-many' };
      this.#put([...this.files, entry]);
      if (!entry.failure) this.#read(file, entry, this.#name);
    }
  }

  remove(key) {
    const gone = this.files.find((file) => file.key === key);
    this.#put(this.files.filter((file) => file !== gone));
    if (gone?.part?.waits) import('./waiting-files.js').then(({ dropFiles }) => dropFiles([gone.part]));
  }

  /** Takes the files out, because they are being sent. */
  take() {
    const files = this.files;
    this.#put([]);
    return files;
  }

  /** Puts files back that were not sent. */
  giveBack(files) {
    this.#put([...files, ...this.files]);
  }

  async #read(file, entry, name) {
    try {
      entry.part = await this.#upload(file, entry);
    } catch (error) {
      entry.failure = error.word ? { word: error.word } : { error };
    }
    const list = this.#lists.get(name) ?? [];
    if (list.includes(entry)) this.#put([...list], name);
  }

  async #upload(file, entry) {
    const [{ isPicture, prepared }, { isReadable, noteOf }] =
      await Promise.all([import('./pictures.js'), import('./file-kinds.js')]);
    if (file.size === 0) throw { word: 'attach.empty' };
    if (!isReadable(file)) throw { word: 'attach.kind' };
    const content = isPicture(file) ? await prepared(file) : file;
    entry.size = content.size;
    if (content.size > largest) throw { word: 'attach.too-large' };
    let part;
    try {
      part = await this.#api.upload(content, file.name);
    } catch (error) {
      if (!error.isAway) throw error;
      const { keepFile } = await import('./waiting-files.js');
      return keepFile(content, file.name, error);
    }
    if (part.media_type === 'application/octet-stream') throw { word: 'attach.kind' };
    entry.note = content.note ?? noteOf(part);
    if (entry.note) await loadMoreWords(); // What is to be said is seldom needed.
    return part;
  }

  /** Their words may not be loaded yet. */
  async #tellNotes() {
    await loadMoreWords().catch(() => {}); // They are said without them after the next change.
    this.dispatchEvent(new Event('change'));
  }

  #put(files, name = this.#name) {
    this.#lists.set(name, files);
    const ready = files.filter((file) => file.part);
    remember(`files.${name}`, ready.length > 0 ? JSON.stringify(ready) : null);
    this.dispatchEvent(new Event('change'));
  }
}

function stored(name) {
  try {
    return JSON.parse(recall(`files.${name}`) ?? '[]');
  } catch {
    return [];
  }
}
