import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { size } from './usage.js';

/**
 * A file in a message: a picture as one, all else by its name, to be taken out again.
 * @param {import('./types.js').Part} part
 */
export function fileView(part) {
  const address = `/api/v1/files/${encodeURIComponent(part.digest)}`;
  const name = part.name || t('file');
  const link = (...children) =>
    h('a', { class: 'message-file', href: address, download: name, dir: 'auto' }, ...children);
  if (part.type !== 'image') return link(icon('copy'), `${name} (${size(part.size)})`);
  const picture = h('img', {
    src: address, alt: name, loading: 'lazy', width: part.width ?? 240, height: part.height ?? 160 });
  return link(picture);
}
