// What the first screen needs; `lib/lazy.js` loads the rest when it is asked for.
import './app-shell.js';
import './app-sidebar.js';
import './attachment-tray.js';
import './chat-composer.js';
import './chat-transcript.js';
import './conversation-list.js';
import './model-picker.js';
import './project-switch.js';
import './start-page.js';
import './toast-stack.js';
