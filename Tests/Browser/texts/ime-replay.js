// Replays a trace of ime-traces.json in a field, with what the browser itself would do to its text.
(field, steps) => {
  const codes = { ',': 'Comma', '´': 'BracketLeft' };
  const keyCodes = { Enter: 13, Escape: 27, Space: 32, Shift: 16, Control: 17, Alt: 18, Backspace: 8, Tab: 9 };
  const isOneLine = field.localName === 'input';
  let start = 0;
  let length = 0;

  const put = (text, from, to) => field.setRangeText(text, from, to, 'end');
  const say = (Kind, type, options) => {
    const event = new Kind(type, { bubbles: true, cancelable: true, ...options });
    if (options.keyCode) Object.defineProperty(event, 'keyCode', { value: options.keyCode });
    return field.dispatchEvent(event);
  };
  const input = (inputType, data, isComposing = false) => say(InputEvent, 'input', { inputType, data, isComposing });
  const compose = (text) => {
    say(InputEvent, 'beforeinput', { inputType: 'insertCompositionText', data: text, cancelable: false, isComposing: true });
    say(CompositionEvent, 'compositionupdate', { data: text });
    put(text, start, start + length);
    length = text.length;
    input('insertCompositionText', text, true);
  };
  const lineBreak = (cancelable = true) => {
    const goesOn = say(InputEvent, 'beforeinput', { inputType: 'insertLineBreak', cancelable });
    if (!goesOn || isOneLine || !field.isConnected) return;
    put('\n', field.selectionStart, field.selectionEnd);
    input('insertLineBreak', null);
  };
  const press = (type, name, flags) => {
    const [key, named] = name.length > 1 ? name.split('/') : [name];
    const known = named ?? key;
    const code = /^[a-z]$/.test(known) ? `Key${known.toUpperCase()}`
      : /^\d$/.test(known) ? `Digit${known}` : (codes[known] ?? known);
    const is = (flag) => flags.includes(flag);
    const goesOn = say(KeyboardEvent, type, {
      key: key === 'Space' ? ' ' : key,
      code: is('soft') ? '' : code,
      keyCode: is('229') ? 229 : (keyCodes[known] ?? known.toUpperCase().charCodeAt(0)),
      isComposing: is('composing'),
      shiftKey: is('shift'),
      altKey: is('alt'),
      ctrlKey: is('ctrl'),
    });
    const breaks = type === 'keydown' && key === 'Enter' && !['229', 'alt', 'ctrl'].some(is);
    if (breaks && goesOn) lineBreak();
  };

  say(KeyboardEvent, 'keyup', { key: 'Shift', code: 'ShiftLeft' }); // Whatever was down before is up.
  for (const step of steps) {
    const [what] = step.split(' ');
    const rest = step.slice(what.length + 1);
    if (what === 'down' || what === 'up') {
      const [name, ...flags] = rest.split(' ');
      press(`key${what}`, name, flags);
    } else if (what === 'start') {
      start = field.selectionStart;
      length = 0;
      say(CompositionEvent, 'compositionstart', { data: '' });
    } else if (what === 'update') {
      compose(rest);
    } else if (what === 'end') {
      compose(rest);
      say(CompositionEvent, 'compositionend', { data: rest });
    } else if (what === 'insert') {
      say(InputEvent, 'beforeinput', { inputType: 'insertText', data: rest });
      put(rest, field.selectionStart, field.selectionEnd);
      input('insertText', rest);
    } else if (what === 'delete') {
      put('', field.selectionStart - Number(rest), field.selectionStart);
      input('deleteContentBackward', null);
    } else if (what === 'blur') {
      field.blur();
    } else {
      lineBreak(what === 'break');
    }
  }
}
