import { ApiError } from './api.js';
import { chosen } from './conflicts.js';
import { t } from './i18n.js';
import { behaviourWords } from './project-behaviours.js';

/** What the fields of a project are called in its form. */
const labels = {
  name: 'project.name',
  description: 'project.description',
  system_prompt: 'project.prompt',
  model: 'project.model',
  temperature: 'project.temperature',
  max_output_tokens: 'project.limit',
  reasoning_effort: 'project.effort',
  fallback_model: 'project.fallback',
  answer_cache: 'project.cache',
  context: 'memory.strategy',
  titles: 'memory.titles',
  retention_days: 'memory.retention',
  behaviours: 'project.behaviours',
};

/**
 * Saves what a person changed of a project. What was changed elsewhere meanwhile stays; only where it
 * is the same field, both are shown and the person chooses.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').Project} project as it was when the form was opened
 * @param {Record<string, any>} values all of the form
 * @returns {Promise<boolean>} whether all is settled; `false`: the person goes on writing
 */
export async function saveProject(app, project, values) {
  let mine = changes(values, project);
  let known = project;
  while (Object.keys(mine).length > 0) {
    try {
      await app.projects.change(project.id, { ...mine, version: known.version });
      return true;
    } catch (error) {
      const current = error instanceof ApiError && error.failure.current;
      if (error.code !== 'version_conflict' || !current) throw error;
      const disputed = Object.keys(mine).filter(
        (name) => !same(current[name], known[name]) && !same(current[name], mine[name]));
      if (disputed.length > 0) {
        const show = (of) => disputed.map((name) => line(name, of[name])).join('\n\n');
        const choice = await chosen(app, show(mine), show(current));
        if (!choice) return false;
        if (choice === 'theirs') mine = without(mine, disputed);
      }
      known = current;
    }
  }
  await app.projects.load();
  return true;
}

const changes = (values, base) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, base[name])));

const without = (values, names) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const same = (one, other) => ordered(one) === ordered(other);

/** The same text for the same value: an absent member is as good as one of `null`. */
function ordered(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, one]) => one !== null).sort();
  return JSON.stringify(members);
}

const line = (name, value) => `${labels[name] ? t(labels[name]) : name}: ${words(name, value)}`;

function words(name, value) {
  if (value === null || value === undefined || value === '') return '–';
  if (name === 'context') {
    const { strategy, rounds, model } = value;
    return [t(`memory.strategy.${strategy}`), rounds, model].filter(Boolean).join(', ');
  }
  if (name === 'titles') return [t(`memory.titles.${value.by}`), value.model].filter(Boolean).join(', ');
  if (name === 'behaviours') return behaviourWords(value);
  if (name === 'answer_cache') return String(value.lifetime_seconds / (24 * 3600));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
