import { h, icon } from './dom.js';
import { explain, knows, t } from './i18n.js';

/**
 * How an answer came to be, where that is not as one would expect: another model, a file that did
 * not go, a host that text went to for the first time.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Message} message
 * @returns {HTMLElement[]}
 */
export function answerNotes(app, { notes = [], live }) {
  const hosts = (live?.newHosts ?? []).map(({ host, provider }) =>
    note('alert', t('note.new-host', { host, provider })));
  return [...hosts, ...notes.map((one) => noteView(app, one)).filter(Boolean)];
}

function noteView(app, { code, model, error, file }) {
  if (code === 'fallback') {
    const why = firstSentence(explain(error).message);
    return note('again', t('fallback', { why, name: app.models.title(model) }));
  }
  if (code === 'file_not_sent') {
    const words = `file.why.${file.code}`;
    const why = knows(words) ? t(words) : file.reason;
    return note('file', t('note.file', { name: file.name || t('file'), why }));
  }
  return null; // A newer server may know notes that this page does not.
}

const note = (picture, words) =>
  h('p', { class: 'note is-fact' }, icon(picture), h('span', { dir: 'auto' }, words));

/** What happened, without what could be done about it: that has been done. */
const firstSentence = (words) => /^.*?(?:[.!?](?=\s)|[。！？]|$)/.exec(words)[0];
