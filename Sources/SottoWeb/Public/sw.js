// Keeps the page and the recent history readable without the server. The server fills in the version,
// which changes with any file, and the files that are kept from the start.
const version = '{{version}}';
const files = '{{files}}'.split(' ');
const shell = `shell-${version}`;
const history = 'history';
/** How many answers are kept to be read without the server. */
const mostKept = 300;
const kept = /^\/api\/v1\/(projects|models|providers|files\/|conversations\/[^/]+(\/messages)?$)/;

addEventListener('install', (event) => {
  event.waitUntil(install());
});

addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/~')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(event));
  else if (kept.test(url.pathname)) event.respondWith(answer(request));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

async function install() {
  const cache = await caches.open(shell);
  await cache.addAll(['/', '/favicon.svg', ...files]);
  await skipWaiting(); // Each version has its own addresses, so that an open page keeps its files.
}

async function activate() {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  const old = shells.filter((name) => name !== shell);
  // Those of the version before are what pages use that are open now.
  for (const name of old.slice(0, -1)) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Brings a conversation to the front, in the page that is open or in a new one. */
async function show(path) {
  const [open] = await clients.matchAll({ type: 'window' });
  if (!open) return clients.openWindow(path);
  await open.focus();
  if (new URL(open.url).pathname !== path) await open.navigate(path);
}

/** A file of a version never changes. */
async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await put(shell, request, response);
  return response;
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await (await caches.open(shell)).match('/')) ?? Response.error();
  }
}

/** What the server says, or what it said last. */
async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await put(history, request, response);
    return response;
  } catch {
    return (await (await caches.open(history)).match(request)) ?? Response.error();
  }
}

async function put(name, request, response) {
  const cache = await caches.open(name);
  await cache.put(request, response.clone());
  if (name !== history) return;
  const keys = await cache.keys();
  for (const key of keys.slice(0, -mostKept)) await cache.delete(key);
}
