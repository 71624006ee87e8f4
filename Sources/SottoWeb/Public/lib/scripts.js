import { asset } from './address.js';

const scripts = new Map();

/**
 * Loads a library that is no module and leaves a global; once.
 * @param {string} path from the root
 * @param {string} name the global's
 * @returns {Promise<any>} the global; undefined when this server does not have the library
 */
export function loadScript(path, name) {
  if (!scripts.has(path)) {
    scripts.set(path, new Promise((resolve) => {
      const script = Object.assign(document.createElement('script'), { src: asset(path) });
      script.onload = script.onerror = () => resolve(globalThis[name]);
      document.head.append(script);
    }));
  }
  return scripts.get(path);
}
