import { follow } from './stream.js';

/**
 * Hears what changes on the server. A browser keeps six connections to one host, so of all tabs
 * only one holds this stream and tells the others; when it closes, the next one takes over.
 *
 * @param {(change: {kind: string, project_id?: string, conversation_id?: string,
 *   turn_id?: string}) => void} onchange
 * @param {(reachable: boolean) => void} onstate after a gap everything may have changed
 * @param {() => void} onmissed what changed before this tab, or the one that holds the stream, began
 *   to listen was not heard
 * @param {AbortSignal} signal
 */
export function hearChanges(onchange, onstate, onmissed, signal) {
  const channel = new BroadcastChannel('sotto-changes');
  const tell = (message) => {
    deliver(message);
    channel.postMessage(message);
  };
  const deliver = ({ change, reachable, missed }) => {
    if (missed) onmissed();
    else if (change) onchange(change);
    else onstate(reachable);
  };
  channel.addEventListener('message', (event) => deliver(event.data));
  onmissed();
  signal.addEventListener('abort', () => channel.close());

  const hold = () =>
    follow('/api/v1/events', {
      signal,
      onstate: (reachable) => tell({ reachable }),
      onevent: (event) => {
        if (event.type === 'ready') tell({ missed: true });
        if (event.type === 'change') tell({ change: event.data });
      },
    });
  // Locks exist on loopback and https only; elsewhere each tab has its own stream.
  if (navigator.locks) {
    navigator.locks.request('sotto-changes', { signal }, hold).catch(() => {});
  } else {
    hold();
  }
}
