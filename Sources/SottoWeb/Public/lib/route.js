/**
 * The address of what is shown: `/p/{project}`, `/p/{project}/c/{conversation}`, with `?m={message}`
 * at one of its messages, `/p/{project}/search?q=…`, or `/p/{project}/usage`.
 * @typedef {{project: string|null, conversation: string|null, message: string|null,
 *   search: string|null, usage: boolean}} Place `search`: the query of the address of a search
 */
export class Route {
  /** @param {(place: Place) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
  }

  start() {
    addEventListener('popstate', () => this.onchange(this.place));
    document.addEventListener('click', (event) => this.#take(event));
    return this.onchange(this.place);
  }

  get place() {
    const { pathname, search } = location;
    const match = /^\/p\/([^/]+)(?:\/c\/([^/]+)|\/(search|usage))?\/?$/.exec(pathname);
    return {
      project: match?.[1] ?? null,
      conversation: match?.[2] ?? null,
      message: match?.[2] ? new URLSearchParams(search).get('m') : null,
      search: match?.[3] === 'search' ? search : null,
      usage: match?.[3] === 'usage',
    };
  }

  /** @param {string} path @param {{replace?: boolean, quiet?: boolean}} [how] */
  go(path, { replace = false, quiet = false } = {}) {
    const isOther = path !== location.pathname + location.search;
    if (isOther) history[replace ? 'replaceState' : 'pushState'](null, '', path);
    if (!quiet) this.onchange(this.place);
  }

  #take(event) {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target.closest?.('a[href^="/p/"]');
    if (!link || !plain || event.button !== 0 || event.defaultPrevented) return;
    event.preventDefault();
    this.go(link.getAttribute('href'));
  }
}

/** @param {string} project @param {string|null} [conversation] */
export const pathTo = (project, conversation = null) =>
  conversation ? `/p/${project}/c/${conversation}` : `/p/${project}`;

/** @param {string} project @param {Record<string, string>} [query] without what is empty */
export function pathToSearch(project, query = {}) {
  const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return `/p/${project}/search${words && `?${words}`}`;
}

/** @param {string} project the one that is open below it */
export const pathToUsage = (project) => `/p/${project}/usage`;
