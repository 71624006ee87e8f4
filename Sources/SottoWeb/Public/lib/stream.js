import { EventParser } from './event-parser.js';
import { pause } from './pause.js';
import { onWake } from './wake.js';

const silence = 45_000; // The server sends a ping more often than this.
const longestWait = 8000;

/**
 * Follows an event stream and connects again, after the last event seen, until `onevent` returns
 * true, the server says there is nothing to follow, or the signal is aborted.
 *
 * @param {string} url
 * @param {object} options
 * @param {import('./types.js').EventConnection} [options.first] one that is open already
 * @param {(event: import('./event-parser.js').StreamEvent) => boolean|void} options.onevent
 * @param {(connected: boolean) => void} options.onstate
 * @param {AbortSignal} options.signal
 * @returns {Promise<'ended'|'gone'|'aborted'>}
 */
export async function follow(url, { first, onevent, onstate, signal }) {
  let after = null;
  let failures = 0;
  while (!signal.aborted) {
    const known = first;
    first = undefined;
    const abort = known?.abort ?? new AbortController();
    const close = () => abort.abort();
    signal.addEventListener('abort', close);
    onWake(close, abort.signal);
    try {
      const response = known?.response ?? (await connect(url, after, abort.signal));
      if (response.status === 404 || response.status === 410) return 'gone';
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
      onstate(true);
      for await (const event of events(response.body, close)) {
        failures = 0;
        if (event.id !== null) after = event.id;
        if (onevent(event)) return 'ended';
      }
    } catch {
      // Whatever broke the connection, the cure is the same: connect again.
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
    if (signal.aborted) break;
    onstate(false);
    await rest(Math.min(longestWait, 300 * 2 ** failures), signal);
    failures += 1;
  }
  first?.abort.abort();
  return 'aborted';
}

/** A pause that ends when the page wakes. */
async function rest(milliseconds, signal) {
  const awake = new AbortController();
  const wake = () => awake.abort();
  signal.addEventListener('abort', wake, { signal: awake.signal });
  onWake(wake, awake.signal);
  await pause(milliseconds, awake.signal);
  wake();
}

function connect(url, after, signal) {
  const address = new URL(url, location.origin);
  if (after !== null) address.searchParams.set('after', after);
  return fetch(address, { signal, cache: 'no-store' });
}

/** The events of one connection; `close` is called when it has been silent for too long. */
async function* events(body, close) {
  const parser = new EventParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (true) {
      const timer = setTimeout(close, silence);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    reader.cancel().catch(() => {}); // It may be broken already.
  }
}
