/** Where a reader was in a conversation when the page was left, for the page that comes after it. */

const name = 'sotto.place';
const controls = 'button, a[href], summary';

/** @param {HTMLElement} transcript the `chat-transcript` */
export function keepPlace({ thread, scroller, list, sticky }) {
  const { top } = scroller.getBoundingClientRect();
  const views = [...list.querySelectorAll('chat-message')];
  const first = views.find((view) => view.getBoundingClientRect().bottom > top);
  if (!first) return;
  const focused = document.activeElement?.closest('chat-message');
  const place = {
    conversation: thread.id,
    isAtEnd: sticky.isAtEnd,
    id: first.message.id,
    top: first.getBoundingClientRect().top,
    focused: focused?.message.id,
    control: focused ? [...focused.querySelectorAll(controls)].indexOf(document.activeElement) : -1,
    editing: document.querySelector('message-editor')?.acts.message.id,
  };
  try {
    sessionStorage.setItem(name, JSON.stringify(place));
  } catch {
    // Without it the page opens at the end.
  }
}

/** The place that was kept in this conversation; it is given out once. */
export function takePlace(conversation) {
  try {
    const place = JSON.parse(sessionStorage.getItem(name));
    sessionStorage.removeItem(name);
    return place?.conversation === conversation ? place : null;
  } catch {
    return null;
  }
}

/** @param {HTMLElement} transcript the `chat-transcript` */
export function restorePlace(transcript, { id, top, isAtEnd, focused, control, editing }) {
  if (!isAtEnd) transcript.hold(id, top);
  if (editing) transcript.viewOf(editing)?.acts.edit();
  else transcript.viewOf(focused)?.querySelectorAll(controls)[control]?.focus({ preventScroll: true });
}
