import './parts/index.js';
import { Api, ApiError } from './lib/api.js';
import { commandFor, makeCommands } from './lib/commands.js';
import { Conversations } from './lib/conversations.js';
import { h, isTyping } from './lib/dom.js';
import { loadLanguage, loadMoreWords, t, wordsFor } from './lib/i18n.js';
import { load, loadDialog, loadStyle } from './lib/lazy.js';
import { Models } from './lib/models.js';
import { openPalette } from './lib/palette.js';
import { applyAppearance } from './lib/preferences.js';
import { Projects } from './lib/projects.js';
import { pathTo, pathToSearch, pathToUsage, Route } from './lib/route.js';
import { Store } from './lib/store.js';
import { Threads } from './lib/threads.js';
import { followViewport } from './lib/viewport.js';

/** @type {import('./lib/app-type.js').App} */
const app = { api: new Api(globalThis.early), remount: mount, open: openDialog, fail };

app.store = new Store({
  projects: null,
  projectId: null,
  conversations: null,
  nextPage: null,
  listsArchived: false,
  conversationId: null,
  conversation: null,
  search: null,
  usage: false,
  reading: null,
  models: null,
  defaultModel: null,
  problems: [],
  providers: [],
  presets: [],
  reachable: true,
  trouble: null,
  drawerOpen: false,
  modelChoice: 0,
});
app.route = new Route(show);
app.projects = new Projects(app.store, app.api, app.route);
app.conversations = new Conversations(app.store, app.api, app.route);
app.models = new Models(app.store, app.api);
app.threads = new Threads(app);
app.toast = (toast) => document.querySelector('toast-stack')?.show(toast);
app.pickModel = (onpick) => part('model-picker')?.open(onpick);
app.inspect = inspect;
app.run = (id) => app.commands.find((command) => command.id === id)?.run();

const part = (name) => document.querySelector(name);
app.commands = makeCommands({
  palette: () => openPalette(app),
  search: () => {
    const { projectId, search } = app.store.state;
    if (search === null) app.route.go(pathToSearch(projectId));
    else part('search-screen')?.focusField();
  },
  usage: () => {
    const { projectId, usage } = app.store.state;
    if (usage) part('usage-screen')?.leave();
    else app.route.go(pathToUsage(projectId));
  },
  'new-conversation': () => {
    app.store.set({ drawerOpen: false });
    app.route.go(pathTo(app.store.state.projectId));
    part('chat-composer')?.focusText();
  },
  'focus-composer': () => part('chat-composer')?.focusText(),
  stop: () => app.threads.current?.stop().catch(fail),
  'choose-model': () => part('model-picker')?.open(),
  'choose-project': () => part('project-switch')?.open(),
  'edit-project': () => {
    const { project } = app.store;
    if (project) openDialog('project-dialog', { project });
  },
  'copy-answer': () => part('chat-transcript')?.actsOfLast()?.copy(),
  'read-answer': () => part('chat-transcript')?.readAloud(),
  again: () => part('chat-transcript')?.actsOfLast()?.again(),
  'again-other': () => part('chat-transcript')?.actsOfLast()?.againWith(),
  'edit-last': () => part('chat-transcript')?.editLastQuestion(),
  'quick-replies': () => {
    if (part('quick-replies')?.focusFirst?.()) return;
    const { project } = app.store;
    const section = 'behaviours';
    if (project?.behaviours?.quick_replies === false) openDialog('project-dialog', { project, section });
    else openDialog('settings-dialog', { section });
  },
  attach: () => part('attachment-tray')?.choose(),
  'wrap-code': () => load(['/lib/code.js']).then(([{ wrapAll }]) => wrapAll(), fail),
  'conversation-menu': () => {
    part('app-shell')?.showSidebar();
    part('conversation-list')?.openMenu(app.store.state.conversation);
  },
  'new-project': () => openDialog('project-dialog'),
  'scroll-to-end': () => part('chat-transcript')?.scrollToEnd(),
  'toggle-sidebar': () => part('app-shell')?.toggleSidebar(),
  inspector: () => (part('chat-inspector') ? part('chat-inspector').close() : inspect()),
  templates: () => openDialog('template-dialog'),
  settings: () => openDialog('settings-dialog'),
  keys: () => openDialog('keys-dialog'),
});

/** Shows what the address says. */
async function show({ project, conversation, message, search, usage }) {
  const { store } = app;
  // A search lies over what is open, which is as it was when the search is closed; usage as well.
  if ((search !== null || usage) && project === store.state.projectId) {
    return store.set({ search, usage, drawerOpen: false });
  }
  try {
    const wanted = project ?? (await app.projects.load());
    if (!project) return app.route.go(startOf(wanted), { replace: true });
    const isOther = store.state.projectId !== project;
    store.set({
      projectId: project,
      conversationId: conversation,
      conversation: store.state.conversations?.find((one) => one.id === conversation) ?? null,
      search,
      usage,
      drawerOpen: false,
      ...(isOther ? { conversations: null, nextPage: null, listsArchived: false } : {}),
    });
    const opening = app.threads.open(conversation, message);
    opening.catch(() => {}); // It may fail before it is awaited below, which is no unhandled error.
    if (isOther) {
      const isKnown = store.state.projects?.some((one) => one.id === project);
      await Promise.all([app.conversations.load(), isKnown || app.projects.load()]);
      app.projects.activate(project).catch(() => {}); // Only says what to open next time.
    }
    const isThere = await opening;
    if (!message || store.state.conversationId !== conversation) return;
    if (isThere === false) app.toast({ text: t('missing'), tone: 'bad' });
    // Once it is shown the address is the conversation's again: a reload is at its end.
    if (app.route.place.message === message) {
      app.route.go(pathTo(project, conversation), { replace: true, quiet: true });
    }
  } catch (error) {
    missing(error, project);
  }
}

/** Where the page begins: a new chat, or the search of an installed app's shortcut. */
const startOf = (project) => (asked.has('search') ? pathToSearch(project) : pathTo(project));

/** An address of something that is not there leads to what is. */
async function missing(error, project) {
  if (!(error instanceof ApiError) || error.status !== 404) return fail(error);
  app.toast({ text: t('missing'), tone: 'bad' });
  const known = app.store.state.projects?.some((one) => one.id === project);
  app.route.go(known ? pathTo(project) : '/', { replace: true });
}

/** Says in plain words what did not work. */
async function fail(error) {
  await loadMoreWords().catch(() => {}); // Without them the server's own words are shown.
  app.toast({ text: wordsFor(error), tone: 'bad' });
}

/** Opens the section of the settings that the address names, as `#settings/privacy` does. */
function openSection(hash) {
  const section = /^#settings\/([a-z]+)$/.exec(hash)?.[1];
  if (section && !document.querySelector('settings-dialog')) openDialog('settings-dialog', { section });
}

async function openDialog(name, properties = {}) {
  try {
    await loadDialog(name);
  } catch {
    return fail(new ApiError({ code: 'unreachable', message: '' }));
  }
  const dialog = h(name, { app, ...properties });
  document.body.append(dialog);
  return dialog;
}

/** Opens the inspector: for what an answer saw, or for what goes to the model next. */
async function inspect(message) {
  try {
    await load(['/parts/chat-inspector.js'], ['/styles/inspector.css', '/styles/dialogs.css']);
  } catch {
    return fail(new ApiError({ code: 'unreachable', message: '' }));
  }
  const open = part('chat-inspector');
  if (open) open.turnTo(message);
  else part('app-shell').append(h('chat-inspector', { app, message }));
}

/** Before the network goes: nothing can be loaded then. */
async function openOutbox() {
  const [{ Outbox }] = await Promise.all([import('./lib/outbox.js'), loadStyle('/styles/outbox.css')]);
  app.threads.outbox = new Outbox(app);
  await import('./parts/chat-outbox.js');
}

function mount() {
  for (const part of document.querySelectorAll('body > :not(svg)')) part.remove();
  document.body.append(
    h('app-shell', { app }),
    h('toast-stack', { app }),
    h('live-announcer', { app }),
    h('answer-behaviours', { app }),
  );
}

addEventListener('keydown', (event) => {
  // What closes a dialog by its key is not to open it again.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (document.querySelector('dialog[open]')) return;
  const command = commandFor(app.commands, event, isTyping(event.target));
  if (!command?.run) return;
  event.preventDefault();
  command.run();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyAppearance);

addEventListener('hashchange', () => openSection(location.hash));
const { hash } = location; // The way to the last project leaves it out.
const asked = new URLSearchParams(location.pathname === '/' ? location.search : '');

applyAppearance();
followViewport();
await loadLanguage();
mount();
app.models.load().catch(fail);
await app.route.start();
app.api.forgetEarly();
openSection(hash);
import('./lib/health.js').then(({ watchHealth }) => watchHealth(app)).catch(() => {});
// Without these the page only needs the server to be there.
openOutbox().catch(() => {});
import('./lib/worker.js').then(({ startWorker }) => startWorker(app)).catch(() => {});
if (asked.has('share')) {
  import('./lib/share.js').then(({ openShare }) => openShare(app, asked.get('share'))).catch(fail);
}
/** Begins to hear what others change; again after a while where its code does not come. */
async function hear() {
  try {
    (await import('./lib/hearing.js')).hear(app);
  } catch {
    setTimeout(hear, 3000);
  }
}
hear();
