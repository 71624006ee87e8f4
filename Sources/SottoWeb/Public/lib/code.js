import { copy } from './copy.js';
import { h, icon } from './dom.js';
import { t } from './i18n.js';

/**
 * Puts a code block into a frame with its language and a button that copies it.
 * @param {HTMLPreElement} pre
 */
export function dressCode(pre) {
  const code = pre.querySelector('code') ?? pre;
  const language = /language-(\S+)/.exec(code.className)?.[1] ?? '';
  pre.dir = 'ltr';
  pre.tabIndex = 0;
  const button = h('button', { type: 'button', class: 'code-copy' }, icon('copy'), t('copy'));
  button.addEventListener('click', async () => {
    const isDone = await copy(code.textContent);
    button.replaceChildren(icon(isDone ? 'check' : 'alert'), t(isDone ? 'copied' : 'copy.failed'));
    setTimeout(() => button.replaceChildren(icon('copy'), t('copy')), 2000);
  });
  const frame = h(
    'div',
    { class: 'code' },
    h('div', { class: 'code-head' }, h('span', { class: 'code-language' }, language), button),
  );
  pre.replaceWith(frame);
  frame.append(pre);
}
