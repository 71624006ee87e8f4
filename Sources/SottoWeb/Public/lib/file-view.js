import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { size } from './usage.js';

const tallest = 320; // CSS pixels.

/**
 * A file in a message: a picture as one, all else by its name, to be taken out again.
 * @param {import('./types.js').Part} part
 */
export function fileView(part) {
  const address = `/api/v1/files/${encodeURIComponent(part.digest)}`;
  const name = part.name || t('file');
  const link = (...children) =>
    h('a', { class: 'message-file', href: address, download: name, dir: 'auto' }, ...children);
  if (part.type !== 'image') return link(icon('file'), h('span', {}, `${name} (${size(part.size)})`));
  return link(h('img', { src: address, alt: name, loading: 'lazy', ...room(part) }));
}

/** The size in which a picture is shown, known before it is there so that nothing jumps. */
function room({ width, height }) {
  if (!width || !height) return { width: 240, height: 160 };
  const scale = Math.min(1, tallest / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
