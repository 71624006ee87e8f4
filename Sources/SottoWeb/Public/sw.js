// Keeps the page and the recent history readable without the server, and takes what other apps share.
// The server fills in the version, which changes with any file, the files that are kept from the
// start, and whether a history may be kept: not where the data folder is encrypted.
const version = '{{version}}';
const files = '{{files}}'.split(' ');
const keepsHistory = '{{keeps-history}}' === 'yes';
const shell = `shell-${version}`;
const history = 'history';
/** How many answers are kept to be read without the server. */
const mostKept = 300;
/** Milliseconds that the page may take, and what it asks for while the server is silent. */
const patience = 5000;
/** Milliseconds in which the page asks for what was shared. */
const shareTime = 60_000;
const kept = /^\/api\/v1\/(projects|models|providers|files\/|conversations\/[^/]+(\/messages)?$)/;
const deletes = /^\/api\/v1\/(?:conversations|messages|projects)\/([^/]+)$/;
/** Changes when something is forgotten: an answer that was asked for before is not kept. */
let epoch = 0;
/** Whether the server did not answer when it was asked last. */
let isSilent = false;

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (method === 'POST' && pathname === '/share') event.respondWith(share(event));
  else if (method === 'POST' && pathname === '/api/v1/erase') event.respondWith(erase(event));
  else if (method === 'DELETE' && deletes.test(pathname)) event.respondWith(remove(event, pathname));
  else if (method !== 'GET') return;
  else if (pathname.startsWith('/~')) event.respondWith(file(event));
  else if (mode === 'navigate') event.respondWith(page(event, pathname));
  else if (kept.test(pathname)) event.respondWith(answer(event, pathname));
});

addEventListener('message', (event) => {
  const { share: token, recent } = event.data ?? {};
  if (token) event.ports[0]?.postMessage(handOver(token));
  if (recent) event.waitUntil(keepRecent(recent).catch(() => {})); // The next page asks again.
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

// The page's files

/**
 * All files of the version, or none: until they are there, the version before goes on. The page comes
 * last, so that a page which is kept has its files.
 */
async function install() {
  const cache = await caches.open(shell);
  const wasWhole = Boolean(await cache.match('/'));
  try {
    const start = await fetch('/', { cache: 'no-cache' });
    // A server that was replaced meanwhile has the page of another version, and not these files.
    if (!(await start.clone().text()).includes(`"/~${version}/app.js"`)) throw new Error('another version');
    await Promise.all(['/favicon.svg', ...files].map(async (path) => {
      const response = await fetch(path);
      if (!isFile(response)) throw new Error(`no ${path}`);
      await cache.put(path, response);
    }));
    await cache.put('/', start);
  } catch (error) {
    if (!wasWhole) await caches.delete(shell);
    throw error;
  }
  await skipWaiting(); // Each version has its own addresses, so that an open page keeps its files.
}

async function activate() {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  const old = shells.filter((name) => name !== shell);
  // Those of the version before are what pages use that are open now.
  for (const name of old.slice(0, -1)) await caches.delete(name);
  if (!keepsHistory) await forgetAll();
  await registration.navigationPreload?.enable();
  await clients.claim();
  for (const client of await clients.matchAll()) client.postMessage({ version });
}

/** Something between us and the server may answer with a page of its own in the place of a file. */
const isFile = (response) =>
  response.ok && !response.headers.get('content-type')?.startsWith('text/html');

/** Brings a conversation to the front, in the page that is open or in a new one. */
async function show(path) {
  const [open] = await clients.matchAll({ type: 'window' });
  if (!open) return clients.openWindow(path);
  await open.focus();
  if (new URL(open.url).pathname !== path) await open.navigate(path);
}

/** A file of a version never changes. */
async function file({ request }) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (isFile(response)) await (await caches.open(shell)).put(request, response.clone());
  return response;
}

function page(event, pathname) {
  const coming = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(event.request));
  event.waitUntil(coming.catch(() => {}));
  const isPage = pathname === '/' || pathname.startsWith('/p/');
  return either(coming, true, async () => isPage && (await caches.open(shell)).match('/'));
}

/**
 * What the server says; what is kept of it, when it does not answer. Only an `impatient` one gets that
 * too when the answer is late: what was just changed may take long to be read, and is not to look old.
 */
async function either(coming, impatient, known) {
  const late = new Promise((resolve) => impatient && setTimeout(resolve, patience));
  const response = await Promise.race([coming, late]).catch(() => null);
  isSilent = !response || isAway(response);
  if (!isSilent) return response;
  return (await known()) || coming.catch(() => Response.error());
}

/** Whether it is what something before the server says in its place. */
const isAway = ({ status, headers }) =>
  [502, 503, 504].includes(status) && headers.get('content-type') !== 'application/json';

// The history

function answer(event, pathname) {
  const { request } = event;
  const began = epoch;
  const coming = fetch(request);
  const keeping = coming.then((response) => keep(request, pathname, response.clone(), began));
  event.waitUntil(keeping.catch(() => {})); // What cannot be kept is only not there later.
  return either(coming, isSilent, async () => (await caches.open(history)).match(request));
}

async function keep(request, pathname, response, began) {
  const id = pathname.split('/')[4];
  if (id && [404, 410].includes(response.status)) return forget(id);
  if (!response.ok || !keepsHistory || began !== epoch) return;
  if (pathname === '/api/v1/projects') {
    await forgetOthers(response.clone());
    began = epoch;
  }
  const cache = await caches.open(history);
  if (began !== epoch) return;
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const key of keys.slice(0, -mostKept)) await cache.delete(key);
}

/** Reads the newest conversations, where they are not kept as they are now. */
async function keepRecent(conversations) {
  if (!keepsHistory) return;
  const cache = await caches.open(history);
  for (const { id, updated_at: updatedAt } of conversations) {
    const whole = `/api/v1/conversations/${id}`;
    const end = `${whole}/messages?render=html&limit=40`; // As the page asks for it.
    const known = await (await cache.match(whole))?.json();
    if (known?.updated_at >= updatedAt && (await cache.match(end))) continue;
    const began = epoch;
    for (const path of [end, whole]) {
      await keep(path, path.split('?')[0], await fetch(path, { priority: 'low' }), began);
    }
  }
}

async function erase({ request }) {
  const response = await fetch(request);
  if (response.ok) await forgetAll();
  return response;
}

async function remove({ request }, pathname) {
  const response = await fetch(request);
  if (response.ok) await forget(deletes.exec(pathname)[1]);
  return response;
}

async function forgetAll() {
  epoch += 1;
  await caches.delete(history);
}

/** Forgets every answer that names a thing, with the messages and files that only it led to. */
async function forget(id) {
  epoch += 1;
  const cache = await caches.open(history);
  const gone = new Set([id]);
  for (const one of gone) {
    for (const key of await cache.keys()) {
      const { pathname } = new URL(key.url);
      if (pathname.startsWith('/api/v1/files/') && !pathname.endsWith(one)) continue;
      const text = pathname.includes(one) ? '' : await (await cache.match(key))?.text();
      if (!pathname.includes(one) && !text?.includes(one)) continue;
      const led = (await (await cache.match(key))?.text())?.matchAll(/"digest":"(\w+)"/g) ?? [];
      await cache.delete(key);
      for (const [, digest] of led) gone.add(digest);
      const [, conversation] = /\/conversations\/([^/]+)$/.exec(pathname) ?? [];
      if (conversation) gone.add(conversation);
    }
  }
}

/** A project that was there and is not any more was deleted elsewhere, or all was erased. */
async function forgetOthers(response) {
  const before = await (await caches.open(history)).match('/api/v1/projects');
  if (!before) return;
  const ids = async (answer) => (await answer.json()).projects.map((project) => project.id);
  const now = new Set(await ids(response));
  for (const id of await ids(before)) if (!now.has(id)) await forget(id);
}

// What other apps share

/** @type {Map<string, {fields: {text: string, files: File[]}, taken: () => void}>} */
const shares = new Map();

/**
 * Takes what is shared and opens the page for it. It waits in memory, for the page to ask the person:
 * a form of any web page can come here too, so nothing of it is stored or sent by itself.
 */
async function share(event) {
  const origin = event.request.headers.get('origin');
  if (origin && origin !== 'null' && origin !== location.origin) return Response.redirect('/', 303);
  const form = await event.request.formData();
  const texts = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean);
  // Some apps put the link into the text as well.
  const parts = texts.filter((text, at) => !texts.some((other, place) => place < at && other.includes(text)));
  const fields = { text: parts.join('\n'), files: form.getAll('files').filter((one) => one.size > 0) };
  const token = crypto.randomUUID();
  event.waitUntil(new Promise((taken) => {
    shares.set(token, { fields, taken });
    setTimeout(() => handOver(token), shareTime);
  }));
  return Response.redirect(`/?share=${token}`, 303);
}

/** Gives out what was shared, once. */
function handOver(token) {
  const known = shares.get(token);
  shares.delete(token);
  known?.taken();
  return known?.fields ?? null;
}
