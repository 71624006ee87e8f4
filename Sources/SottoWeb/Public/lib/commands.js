/**
 * Everything that can be done by a key. A command's name is `command.{id}` in the locales. `mod`
 * is Ctrl, or Command on a Mac. Letters with Alt are told by `code`: there Alt types other letters.
 *
 * @typedef {{id: string, keys: string, run: () => void, always?: boolean}} Command
 *   `always`: also while a text is being written.
 */

const isMac = navigator.platform.startsWith('Mac');

/**
 * @param {Record<string, () => void>} actions
 * @returns {Command[]}
 */
export function makeCommands(actions) {
  return [
    { id: 'palette', keys: 'mod+KeyK', always: true },
    { id: 'search', keys: 'mod+shift+KeyF', always: true },
    { id: 'new-conversation', keys: 'mod+shift+KeyO', always: true },
    { id: 'focus-composer', keys: '/' },
    { id: 'stop', keys: 'mod+.', always: true },
    { id: 'choose-model', keys: 'mod+/', always: true },
    { id: 'choose-project', keys: 'alt+KeyP', always: true },
    { id: 'edit-project', keys: 'alt+KeyE', always: true },
    { id: 'copy-answer', keys: 'alt+KeyC', always: true },
    { id: 'read-answer', keys: 'alt+KeyR', always: true },
    { id: 'again', keys: 'alt+KeyG', always: true },
    { id: 'again-other', keys: 'alt+shift+KeyG', always: true },
    { id: 'edit-last', keys: 'alt+KeyU', always: true },
    { id: 'quick-replies', keys: 'alt+KeyQ', always: true },
    { id: 'attach', keys: 'alt+KeyA', always: true },
    { id: 'wrap-code', keys: 'alt+KeyW', always: true },
    { id: 'scroll-to-end', keys: 'alt+KeyJ', always: true },
    { id: 'conversation-menu', keys: 'alt+KeyM', always: true },
    { id: 'new-project', keys: 'alt+KeyN', always: true },
    { id: 'toggle-sidebar', keys: 'mod+KeyB', always: true },
    { id: 'inspector', keys: 'alt+KeyI', always: true },
    { id: 'usage', keys: 'alt+KeyY', always: true },
    { id: 'templates', keys: 'alt+KeyT', always: true },
    { id: 'settings', keys: 'mod+,', always: true },
    { id: 'keys', keys: '?' },
  ].map((command) => ({ ...command, run: actions[command.id] }));
}

/**
 * @param {Command[]} commands
 * @param {KeyboardEvent} event
 * @param {boolean} isTyping
 */
export function commandFor(commands, event, isTyping) {
  return commands.find(
    (command) => (command.always || !isTyping) && matches(command.keys, event),
  );
}

function matches(keys, event) {
  const parts = keys.split('+');
  const key = parts.pop();
  const wants = (name) => parts.includes(name);
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const isLetter = key.startsWith('Key');
  if (mod !== wants('mod') || event.altKey !== wants('alt')) return false;
  if (isLetter) return event.code === key && event.shiftKey === wants('shift');
  return event.key === key;
}

/** The keys of a command as they are written on the keyboard. */
export function keyNames(keys) {
  const names = isMac
    ? { mod: '⌘', alt: '⌥', shift: '⇧' }
    : { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' };
  return keys.split('+').map((key) => names[key] ?? key.replace('Key', ''));
}
