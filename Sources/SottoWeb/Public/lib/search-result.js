import { h, icon } from './dom.js';
import { t } from './i18n.js';
import { pathTo } from './route.js';
import { fullTime } from './time.js';

/**
 * One result as a link to its place.
 * @param {import('./app-type.js').App} app
 * @param {any} result as `GET /api/v1/search` answers it
 */
export function resultView(app, result) {
  const project = app.store.state.projects?.find((one) => one.id === result.project_id);
  const who = result.kind === 'title' ? t('search.title')
    : result.role === 'user' ? t('you') : app.models.title(result.model) || t('answer');
  const facts = [
    who,
    result.kind === 'file' && t('search.file'),
    project?.name,
    result.message_created_at && fullTime(result.message_created_at),
    result.archived && t('search.archived'),
  ].filter(Boolean);
  const path = pathTo(result.project_id, result.conversation_id);
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'result', href: result.message_id ? `${path}?m=${result.message_id}` : path },
      h('span', { class: 'result-title', dir: 'auto' },
        result.kind === 'file' && icon('file'), result.conversation_title || t('untitled')),
      h('span', { class: 'result-snippet', dir: 'auto' }, ...marked(result.snippet)),
      h('span', { class: 'result-facts' },
        ...facts.map((fact) => h('span', { dir: 'auto' }, fact))),
    ),
  );
}

/** The text with what was found in it marked; the marks count code points. */
function marked({ text, marks }) {
  const letters = Array.from(text);
  const nodes = [];
  let at = 0;
  for (const [from, to] of marks) {
    nodes.push(letters.slice(at, from).join(''), h('mark', {}, letters.slice(from, to).join('')));
    at = to;
  }
  return [...nodes, letters.slice(at).join('')];
}
