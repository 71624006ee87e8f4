import { newId } from './id.js';

const name = 'waiting-files';
const address = (key) => `/${name}/${key}`;

/**
 * Keeps a file that the server could not take now, across reloads.
 * @param {Blob} content
 * @param {string} name
 * @param {Error} failure why; thrown where the browser does not keep the file either
 * @returns {Promise<import('./types.js').Part>} a part that stands for it; `waits` in the place of
 *   the digest
 */
export async function keepFile(content, name, failure) {
  const waits = newId();
  try {
    await (await open()).put(address(waits), new Response(content));
  } catch {
    throw failure;
  }
  return { type: 'file', name, size: content.size, media_type: content.type, waits };
}

/**
 * Gives the server the files that waited for it.
 * @param {import('./api.js').Api} api
 * @param {import('./types.js').Part[]} parts
 * @returns {Promise<import('./types.js').Part[]>} the parts, each with its digest
 */
export async function sendFiles(api, parts) {
  const cache = await open();
  return Promise.all(parts.map(async (part) => {
    if (!part.waits) return part;
    const content = await (await cache.match(address(part.waits)))?.blob();
    // The browser may have cleared its storage. The rest of the message is still there.
    return content ? api.upload(content, part.name) : null;
  })).then((sent) => sent.filter(Boolean));
}

/** @param {import('./types.js').Part[]} parts of a message that was sent, or is not to be */
export async function dropFiles(parts) {
  const waiting = parts.filter((part) => part.waits);
  if (waiting.length === 0) return;
  // A browser that does not give its storage will not show them again either.
  const cache = await open().catch(() => null);
  for (const part of waiting) await cache?.delete(address(part.waits));
}

/** Where everything is deleted. */
export const forgetFiles = () => globalThis.caches?.delete(name);

/** Exists on loopback and https only, as does reading the page without the server. */
const open = () => caches.open(name);
