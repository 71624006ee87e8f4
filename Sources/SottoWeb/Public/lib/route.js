/** The address of what is shown: `/p/{project}` or `/p/{project}/c/{conversation}`. */
export class Route {
  /** @param {(place: {project: string|null, conversation: string|null}) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
  }

  start() {
    addEventListener('popstate', () => this.onchange(this.place));
    document.addEventListener('click', (event) => this.#take(event));
    return this.onchange(this.place);
  }

  get place() {
    const match = /^\/p\/([^/]+)(?:\/c\/([^/]+))?\/?$/.exec(location.pathname);
    return { project: match?.[1] ?? null, conversation: match?.[2] ?? null };
  }

  /** @param {string} path @param {{replace?: boolean, quiet?: boolean}} [how] */
  go(path, { replace = false, quiet = false } = {}) {
    if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', path);
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
