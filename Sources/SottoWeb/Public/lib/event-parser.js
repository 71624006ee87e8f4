/**
 * Takes the text of a `text/event-stream` apart, wherever it is cut.
 * @typedef {{type: string, data: any, id: string|null}} StreamEvent
 */
export class EventParser {
  #rest = '';
  #type = '';
  #data = [];
  #id = null;

  /**
   * @param {string} text
   * @returns {StreamEvent[]} the events that are complete
   */
  push(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const events = [];
    for (const line of lines) {
      const event = this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (event) events.push(event);
    }
    return events;
  }

  #take(line) {
    if (line === '') return this.#finish();
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#type = value;
    if (field === 'data') this.#data.push(value);
    if (field === 'id') this.#id = value;
    return null;
  }

  #finish() {
    const type = this.#type || 'message';
    const text = this.#data.join('\n');
    this.#type = '';
    this.#data = [];
    if (!text) return null;
    try {
      return { type, data: JSON.parse(text), id: this.#id };
    } catch {
      // An event that is not JSON is not from our server; the ones after it may be.
      return null;
    }
  }
}
