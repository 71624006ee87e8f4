import { asset } from './address.js';
import { speed } from './behaviours.js';
import { locale, t } from './i18n.js';
import { blocksOf } from './live-message.js';
import { voiceFor } from './speech-language.js';
import { growsBySentences, speechOf } from './speech-text.js';

const patience = 1500; // Milliseconds for the browser to know its voices.
const running = ['sending', 'waiting', 'streaming'];

/** Reads one message aloud, sentence by sentence, also while it is still being written. */
export class Reader {
  /** @type {import('./types.js').Message|null} */
  #message = null;
  /** How many of its sentences were read. */
  #read = 0;
  /** The sentence that is being spoken. A browser may forget one that nothing refers to. */
  #utterance = null;
  #isBusy = false;
  /** The sentences of each block that is whole. */
  #known = new Map();
  #vocabularies;
  #missing = new Set();

  /** @param {import('./app-type.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Reads a message from its beginning, in the place of what was being read. */
  read(message) {
    this.stop();
    this.#message = message;
    this.#read = 0;
    this.#known.clear();
    this.#missing.clear();
    this.app.store.set({ reading: message.key });
    this.goOn();
  }

  stop() {
    if (!this.#message) return;
    this.#message = null;
    this.#utterance = null;
    speechSynthesis.cancel();
    this.app.store.set({ reading: null });
  }

  /** Speaks the next sentence, if one is complete and nothing is being spoken. */
  async goOn() {
    const message = this.#message;
    if (!message || this.#isBusy || this.#utterance) return;
    this.#isBusy = true;
    try {
      this.#vocabularies ??= await vocabularies();
      this.voices ??= await voices();
    } catch {
      return this.#fail('error.unreachable');
    } finally {
      this.#isBusy = false;
    }
    if (this.#message !== message) return this.goOn();
    if (this.voices.length === 0) return this.#fail('read.no-voice');
    const isGrowing = running.includes(message.status);
    const next = this.#sentences(message, isGrowing)[this.#read];
    if (next) this.#speak(next);
    else if (!isGrowing) this.stop();
  }

  #sentences(message, isGrowing) {
    const blocks = message.parts
      .filter((part) => part.type === 'text' || part.type === 'refusal')
      .flatMap((part) => (blocksOf(part).length > 0 ? blocksOf(part) : [escaped(part.text ?? '')]));
    return blocks.flatMap((html, index) => {
      if (isGrowing && index === blocks.length - 1) {
        return growsBySentences(html) ? this.#spoken(html).slice(0, -1) : [];
      }
      if (!this.#known.has(html)) this.#known.set(html, this.#spoken(html));
      return this.#known.get(html);
    });
  }

  #spoken(html) {
    return speechOf(html, this.#vocabularies, latin());
  }

  #speak({ text, language }) {
    const voice = voiceFor(this.voices, language);
    this.#read += 1;
    if (!voice) {
      // Said once, and what another voice can read is read.
      if (!this.#missing.has(language)) this.#tellMissing(language);
      return this.goOn();
    }
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, { voice, lang: voice.lang, rate: speed() });
    const ended = () => {
      if (this.#utterance !== utterance) return;
      this.#utterance = null;
      this.goOn();
    };
    utterance.addEventListener('end', ended);
    utterance.addEventListener('error', ({ error }) => {
      if (this.#utterance !== utterance) return;
      this.#fail(error === 'not-allowed' ? 'read.not-allowed' : 'read.failed');
    });
    this.#utterance = utterance;
    speechSynthesis.speak(utterance);
  }

  #tellMissing(language) {
    this.#missing.add(language);
    const name = new Intl.DisplayNames([locale()], { type: 'language' }).of(language);
    this.app.toast({ text: t('read.no-language', { language: name }), tone: 'bad' });
  }

  #fail(words) {
    this.stop();
    this.app.toast({ text: t(words), tone: 'bad' });
  }
}

/** Whether this browser can speak. */
export const canRead = () => 'speechSynthesis' in globalThis;

async function vocabularies() {
  const load = async (language) => (await import(asset(`/locales/${language}-speech.js`))).default;
  const [en, zh] = await Promise.all([load('en'), load('zh')]);
  return { en, zh };
}

/** Those of this machine; a voice of another one would get the text. */
async function voices() {
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
      setTimeout(resolve, patience);
    });
  }
  return speechSynthesis.getVoices().filter((voice) => voice.localService);
}

/** The language of Latin letters, as the reader's browser has it. */
function latin() {
  const languages = navigator.languages.map((one) => one.split('-')[0]);
  return languages.find((one) => !/^(?:zh|ja|ko|ru|el|ar|he|hi|th)$/.test(one)) ?? 'en';
}

function escaped(text) {
  const element = document.createElement('p');
  element.textContent = text;
  return element.outerHTML;
}
