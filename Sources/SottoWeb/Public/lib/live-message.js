/**
 * Applies a turn's event to the message that it answers with.
 * @param {import('./types.js').Message} message
 * @param {import('./event-parser.js').StreamEvent} event
 * @returns {boolean} whether it was the turn's last
 */
export function apply(message, { type, data }, now = Date.now()) {
  const live = (message.live ??= {});
  switch (type) {
    case 'started':
      message.model = data.model ?? message.model;
      break;
    case 'notice':
      if (data.code === 'new_host') (live.newHosts ??= []).push(data);
      else if (data.code === 'file_not_sent') (message.notes ??= []).push(data);
      else live.notice = data;
      break;
    case 'fallback':
      message.model = data.model;
      (message.notes ??= []).push({ code: 'fallback', ...data });
      break;
    case 'reasoning_blocks':
      live.thinkingSince ??= now;
      message.status = 'streaming';
      place(partAt(message, data.part, 'reasoning'), data);
      break;
    case 'blocks':
      endThought(live, now);
      message.status = 'streaming';
      place(partAt(message, data.part, 'text'), data);
      break;
    case 'refusal':
      message.status = 'streaming';
      lastPart(message, 'refusal').text += data.delta;
      break;
    case 'tool_call':
      endThought(live, now);
      message.status = 'streaming';
      addToCall(message, data);
      break;
    case 'usage':
      message.usage = data;
      break;
    case 'finished':
      message.stop_reason = data.stop_reason;
      return end(message, 'complete', now);
    case 'stopped':
    case 'interrupted':
      return end(message, type, now);
    case 'failed':
      message.error = data.error;
      return end(message, 'failed', now);
  }
  return false;
}

function end(message, status, now) {
  endThought(message.live, now);
  message.status = status;
  return true;
}

function endThought(live, now) {
  if (live.thinkingSince && !live.thoughtFor) live.thoughtFor = now - live.thinkingSince;
}

/** The part with this index. What lies before it and was not sent is the provider's own. */
function partAt({ parts }, index, type) {
  while (parts.length < index) parts.push({ type: 'opaque' });
  if (parts[index]?.type !== type) parts[index] = { type, html: [] };
  return parts[index];
}

/** The last part, or a new one when that is of another type. */
function lastPart({ parts }, type) {
  if (parts.at(-1)?.type !== type) parts.push({ type, text: '' });
  return parts.at(-1);
}

/** The first `keep` blocks stay; the rest is replaced. */
function place(part, { keep, html }) {
  part.html = [...blocksOf(part).slice(0, keep), ...html];
}

/** The blocks of a part, whether they came as a list or as one text. */
export function blocksOf(part) {
  if (Array.isArray(part.html)) return part.html;
  return part.html ? [part.html] : [];
}

/** Whether there is something of a part to see. */
export const hasContent = (part) => Boolean(part.text || part.name || blocksOf(part).length);

/** A message as it was written. */
export const textOf = ({ parts }) => parts
  .filter((part) => part.type === 'text' || part.type === 'refusal')
  .map((part) => part.text)
  .filter(Boolean)
  .join('\n\n');

/** Whether a part is a file that a person gave. */
export const isFile = (part) => part.type === 'image' || part.type === 'file';

function addToCall(message, { index, id, name, arguments_delta: more }) {
  const calls = message.parts.filter((one) => one.type === 'tool_call');
  let call = calls[index];
  if (!call) {
    call = { type: 'tool_call', id: '', name: '', arguments: '' };
    message.parts.push(call);
  }
  call.id = id || call.id;
  call.name = name || call.name;
  call.arguments += more ?? '';
}
