import { colour } from './colours.js';
import { copy } from './copy.js';
import { icon } from './dom.js';
import { t } from './i18n.js';

/** A block that has not changed for so long, in ms, is coloured: a growing one changes before. */
const rest = 150;

/**
 * Gives the button of a code block its words and makes it copy the code, and colours the code.
 * @param {HTMLElement} frame
 */
export function dressCode(frame) {
  const button = frame.querySelector('[data-action="copy-code"]');
  const code = frame.querySelector('code');
  if (!button || !code) return;
  code.dir = 'ltr';
  const say = (picture, word) => button.replaceChildren(icon(picture), t(word));
  say('copy', 'copy');
  button.addEventListener('click', async () => {
    const isDone = await copy(code.textContent);
    say(isDone ? 'check' : 'alert', isDone ? 'copied' : 'copy.failed');
    setTimeout(() => say('copy', 'copy'), 2000);
  });
  near.observe(code);
}

/** What nobody comes near to is not coloured: a long answer has hundreds. */
const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting && target.isConnected) continue;
    near.unobserve(target);
    setTimeout(() => target.isConnected && colour(target), rest);
  }
}, { rootMargin: '1500px' });
