import { t } from './i18n.js';
import { recall, remember } from './preferences.js';

// What happens by itself around an answer: `copy`, `read`, `notify`, `replies`. A project may say so
// or leave it to this browser, which keeps its own choice; whoever follows that one hears
// `behaviours` on the document.

/** Milliseconds after which an answer took long: one has looked elsewhere. */
export const long = 8000;
/** The most quick replies there are, of a browser or a project. */
export const mostReplies = 12;
/** How fast answers are read aloud; 1 is as the voice likes. */
export const speeds = [0.8, 1, 1.25, 1.5];
/** The behaviours by what a project's field is called. */
export const fields = { copy: 'copy', read: 'read_aloud', notify: 'notify', replies: 'quick_replies' };

/**
 * @param {'copy'|'read'|'notify'|'replies'} name
 * @param {import('./types.js').Project|null} [project] the answer's
 */
export const isOn = (name, project) => project?.behaviours?.[fields[name]] ?? isOnHere(name);

/** What this browser has chosen. */
export const isOnHere = (name) => recall(`behaviour-${name}`) === 'on';

export function turn(name, on) {
  remember(`behaviour-${name}`, on ? 'on' : null);
  tell();
}

export const speed = () => speeds.find((one) => one === Number(recall('reading-speed'))) ?? 1;

/** The person's quick replies, a line each, or some to begin with. */
export const replyText = () => recall('quick-replies') ?? t('replies.usual').replaceAll('|', '\n');

/** @param {import('./types.js').Project|null} [project] whose replies come before the person's */
export const quickReplies = (project) =>
  (project?.behaviours?.replies ?? linesOf(replyText())).slice(0, mostReplies);

/** The lines of a list of replies, each once. */
export function linesOf(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

/** @param {string} text a line for each; none bring those of the beginning back */
export function setReplies(text) {
  remember('quick-replies', text.trim() ? text : null);
  tell();
}

const tell = () => document.dispatchEvent(new Event('behaviours'));
