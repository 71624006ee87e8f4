import { blocksOf } from './live-message.js';

/**
 * Puts an answer on the clipboard as it looks, for programs that know headings and tables; the
 * others get its Markdown.
 * @param {import('./types.js').Message} message
 * @param {string} markdown
 * @returns {Promise<boolean>} whether it is there
 */
export async function copyFormatted(message, markdown) {
  const template = document.createElement('template');
  template.innerHTML = message.parts.filter(({ type }) => type === 'text').flatMap(blocksOf).join('\n');
  for (const head of template.content.querySelectorAll('.code-head')) head.remove();
  try {
    await navigator.clipboard.write([new ClipboardItem({
      'text/html': new Blob([template.innerHTML], { type: 'text/html' }),
      'text/plain': new Blob([markdown], { type: 'text/plain' }),
    })]);
    return true;
  } catch {
    return false;
  }
}
