/** Kinds that no model reads, known by the name, so that nobody waits for their upload. */
const unread =
  /\.(zip|gz|tgz|bz2|xz|7z|rar|exe|msi|dmg|iso|docx?|xlsx?|pptx?|od[tsp]|pages|numbers|key|epub|mov|avi|mkv|webm|mp4)$/i;

/** @param {File} file */
export const isReadable = (file) => !unread.test(file.name);

/**
 * What a person should know of a file before it is sent; a key of the locales.
 * @param {import('./types.js').Part} part
 */
export const noteOf = ({ document }) =>
  document && document.state !== 'read' ? `attach.document.${document.state}` : undefined;
