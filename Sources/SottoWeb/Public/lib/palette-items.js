import { asset } from './address.js';
import { keyNames } from './commands.js';
import { fit } from './fuzzy.js';
import { languages, t } from './i18n.js';
import { recall, remember } from './preferences.js';
import { pathTo, pathToSearch } from './route.js';

const mostRecent = 6;
const mostOfAKind = 8;

/**
 * What the palette reaches.
 * @typedef {{id: string, group: string, label: string, names: string[], icon: string,
 *   keys?: string[], note?: string, run: () => void}} Item `names`: what it is found by
 */

/** Every language's words, so that a command is found in either. */
export function loadNames() {
  const paths = Object.keys(languages).flatMap((one) => [`/locales/${one}.js`, `/locales/${one}-more.js`]);
  return Promise.all(paths.map(async (path) => (await import(asset(path))).default));
}

/**
 * @param {import('./app-type.js').App} app
 * @param {Record<string, string>[]} locales
 * @returns {Item[]}
 */
export function paletteItems(app, locales) {
  const { conversations, projects, models, projectId } = app.store.state;
  const commands = app.commands.filter(({ id }) => id !== 'palette').map(({ id, keys, run }) => ({
    id: `command.${id}`,
    group: 'palette.commands',
    label: t(`command.${id}`),
    // Its own name too: Enter may come before the other languages do.
    names: [t(`command.${id}`), ...locales.map((words) => words[`command.${id}`])].filter(Boolean),
    icon: 'keyboard',
    keys: keyNames(keys),
    run,
  }));
  return [
    ...commands,
    ...(conversations ?? []).map((one) => conversationItem(app, one)),
    ...(projects ?? []).filter(({ id }) => id !== projectId).map(({ id, name }) => ({
      id: `project.${id}`, group: 'projects', label: name, names: [name], icon: 'folder',
      run: () => app.route.go(pathTo(id)),
    })),
    ...(models ?? []).map((model) => modelItem(app, model)),
  ];
}

/** @returns {Item} */
export function conversationItem(app, { id, project_id, title }, note) {
  const label = title || t('untitled');
  return {
    id: `conversation.${id}`, group: 'palette.conversations', label, names: [label], icon: 'compose', note,
    run: () => app.route.go(pathTo(project_id, id)),
  };
}

function modelItem(app, model) {
  const label = model.display_name ?? model.name;
  return {
    id: `model.${model.id}`, group: 'models', label, names: [label, model.id], icon: 'thought',
    note: model.provider,
    run: () => app.models.choose(model.id),
  };
}

/** Conversations of any project whose title has the words. */
export async function foundConversations(app, query, signal) {
  const answer = await app.api.get(`search?q=${encodeURIComponent(query)}&limit=20`, signal);
  const named = answer.results.filter((result) => fit(query, result.conversation_title) > 0);
  const unique = new Map(named.map((result) => [result.conversation_id, result]));
  return [...unique.values()].map((result) => {
    const project = app.store.state.projects?.find((one) => one.id === result.project_id);
    const { conversation_id: id, project_id, conversation_title: title } = result;
    return conversationItem(app, { id, project_id, title }, project?.name);
  });
}

/** @returns {Item} */
export const searchItem = (app, query) => ({
  id: 'search', group: 'search', label: t('palette.search', { query }), names: [], icon: 'search',
  run: () => app.route.go(pathToSearch(app.store.state.projectId, { q: query })),
});

/**
 * The items that a query fits, best first, and those used lately before others as good.
 * @param {Item[]} items
 * @param {string} query
 * @returns {{group: string, items: Item[]}[]}
 */
export function grouped(items, query) {
  const recent = recents();
  if (!query) {
    const used = recent.map((id) => items.find((item) => item.id === id)).filter(Boolean);
    const rest = items.filter((item) => !used.includes(item));
    return groups([...used.map((item) => ({ ...item, group: 'palette.recent' })), ...rest]);
  }
  const fitting = items
    .map((item) => {
      const points = Math.max(...item.names.map((name) => fit(query, name)));
      return { item, points: points && points + (recent.includes(item.id) ? 2 : 0) };
    })
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points);
  return groups(fitting.map(({ item }) => item));
}

function groups(items) {
  const members = new Map();
  for (const item of items) members.set(item.group, [...(members.get(item.group) ?? []), item]);
  return [...members].map(([group, all]) => ({
    group, items: group === 'palette.commands' ? all : all.slice(0, mostOfAKind),
  }));
}

const recents = () => (recall('palette') ?? '').split(' ').filter(Boolean);

/** @param {Item} item */
export function used({ id }) {
  if (id === 'search') return;
  remember('palette', [id, ...recents().filter((one) => one !== id)].slice(0, mostRecent).join(' '));
}
