import { pause } from './pause.js';

/** An answer that is not what was asked for; `code` and `message` come from the server. */
export class ApiError extends Error {
  /** @param {import('./types.js').Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.code = failure.code;
    this.hint = failure.hint;
    this.status = failure.status ?? 0;
    this.failure = failure;
  }

  /** Nothing was answered, or by something in between: the same request may be sent again. */
  get isTransient() {
    return this.code === 'unreachable' || [502, 503, 504].includes(this.status);
  }

  /** The server is not there, or is going: what was to be sent can wait for it. */
  get isAway() {
    return this.isTransient && ['unreachable', 'unexpected', 'shutting_down'].includes(this.code);
  }
}

const waits = [400, 1200, 3000];

/** JSON over fetch. */
export class Api {
  #early;

  /**
   * @param {Map<string, Promise<{response: Response, answer: any}|null>>} [early] what `early.js`
   *   has asked for already
   */
  constructor(early = new Map()) {
    this.#early = early;
  }

  /** What was asked for at the start and not used by now is old. */
  forgetEarly() {
    this.#early.clear();
  }

  /** @param {string} path @param {AbortSignal} [signal] of one that may be given up */
  get(path, signal) {
    return this.#request('GET', path, undefined, { signal });
  }

  /** With `keepalive` it goes on when the page is left meanwhile; browsers allow that for 64 KB. */
  post(path, body = {}, { keepalive = false } = {}) {
    return this.#request('POST', path, body, { keepalive });
  }

  put(path, body) {
    return this.#request('PUT', path, body);
  }

  patch(path, body) {
    return this.#request('PATCH', path, body);
  }

  delete(path) {
    return this.#request('DELETE', path);
  }

  /**
   * Keeps a file.
   * @param {Blob} content
   * @param {string} name
   * @returns {Promise<import('./types.js').Part>} the part of a message that names it
   */
  async upload(content, name) {
    const path = `files?name=${encodeURIComponent(name)}`;
    const type = content.type || 'application/octet-stream';
    const response = await this.#fetch('POST', path, content, { headers: { 'content-type': type } });
    const answer = await answerOf(response);
    if (response.ok) return answer;
    throw failure(response, answer);
  }

  /** A POST that names itself by an id of ours, so that sending it again is safe. */
  postSafely(path, body) {
    return this.#safely(() => this.post(path, body));
  }

  /**
   * As `postSafely`, for a POST that is answered with events.
   * @returns {Promise<import('./types.js').EventConnection>}
   */
  openSafely(path, body) {
    return this.#safely(() => this.#open(path, body));
  }

  async #safely(send) {
    for (const wait of waits) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isTransient) throw error;
        await pause(wait);
      }
    }
    return send();
  }

  async #open(path, body) {
    const abort = new AbortController();
    const options = { headers: { accept: 'text/event-stream' }, signal: abort.signal };
    const response = await this.#fetch('POST', path, body, options);
    if (!response.ok) throw failure(response, await answerOf(response));
    return { response, abort };
  }

  async #fetch(method, path, body, { headers, ...options } = {}) {
    try {
      return await fetch(`/api/v1/${path}`, {
        method,
        headers: body ? { 'content-type': 'application/json', ...headers } : {},
        body: body instanceof Blob ? body : body && JSON.stringify(body),
        ...options,
      });
    } catch {
      throw new ApiError({ code: 'unreachable', message: 'unreachable' });
    }
  }

  async #send(method, path, body, options) {
    const response = await this.#fetch(method, path, body, options);
    return { response, answer: await answerOf(response) };
  }

  #takeEarly(path) {
    const answer = this.#early.get(path);
    this.#early.delete(path);
    return answer;
  }

  async #request(method, path, body, options) {
    const early = method === 'GET' ? await this.#takeEarly(path) : null;
    const { response, answer } = early ?? (await this.#send(method, path, body, options));
    if (response.ok) return answer ?? {};
    throw failure(response, answer);
  }
}

/** The JSON of an answer; `null` when it is none. */
const answerOf = (response) => response.json().catch(() => null);

function failure(response, answer) {
  const error = answer?.error ?? { code: 'unexpected', message: `HTTP ${response.status}` };
  return new ApiError({ ...error, status: response.status });
}
