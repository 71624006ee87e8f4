import { t } from './i18n.js';
import { recall, remember } from './preferences.js';

// What happens by itself around an answer, as chosen in this browser: `copy`, `read`, `notify`,
// `replies`. Whoever follows a choice hears `behaviours` on the document.

const mostReplies = 12;
/** How fast answers are read aloud; 1 is as the voice likes. */
export const speeds = [0.8, 1, 1.25, 1.5];

/** @param {'copy'|'read'|'notify'|'replies'} name */
export const isOn = (name) => recall(`behaviour-${name}`) === 'on';

export function turn(name, on) {
  remember(`behaviour-${name}`, on ? 'on' : null);
  tell();
}

export const speed = () => speeds.find((one) => one === Number(recall('reading-speed'))) ?? 1;

/** The person's quick replies, a line each, or some to begin with. */
export const replyText = () => recall('quick-replies') ?? t('replies.usual').replaceAll('|', '\n');

export function quickReplies() {
  const lines = replyText().split('\n').map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))].slice(0, mostReplies);
}

/** @param {string} text a line for each; none bring those of the beginning back */
export function setReplies(text) {
  remember('quick-replies', text.trim() ? text : null);
  tell();
}

const tell = () => document.dispatchEvent(new Event('behaviours'));
