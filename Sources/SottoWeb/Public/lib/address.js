/**
 * The address of one of the page's files, of the same version as this one.
 * @param {string} path from the root of the page's files
 */
export const asset = (path) => new URL(`..${path}`, import.meta.url).href;
