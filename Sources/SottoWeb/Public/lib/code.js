import { colour } from './colours.js';
import { copy } from './copy.js';
import { icon, iconButton } from './dom.js';
import { t } from './i18n.js';
import { recall, remember } from './preferences.js';

/** A block that has not changed for so long, in ms, is coloured: a growing one changes before. */
const rest = 150;

/**
 * Gives the button of a code block its words and makes it copy the code, adds the one that wraps long
 * lines, and colours the code.
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
  const wrap = iconButton('wrap', t('wrap'), () => wrapAs(frame, wrap.ariaPressed !== 'true'), {
    class: 'icon-button wrap-code',
  });
  button.before(wrap);
  setWrap(frame, recall('wrap') === 'on');
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

/** Wraps the long lines of all code blocks, or of none. */
export function wrapAll() {
  const wraps = recall('wrap') !== 'on';
  remember('wrap', wraps ? 'on' : null);
  for (const frame of document.querySelectorAll('.code')) setWrap(frame, wraps);
}

/** The last choice is that of the blocks to come. */
function wrapAs(frame, wraps) {
  remember('wrap', wraps ? 'on' : null);
  setWrap(frame, wraps);
}

function setWrap(frame, wraps) {
  frame.classList.toggle('is-wrapped', wraps);
  frame.querySelector('.wrap-code')?.setAttribute('aria-pressed', String(wraps));
}
