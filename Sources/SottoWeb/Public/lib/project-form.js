/**
 * Reads the texts of the project form. An empty number means: as the model likes.
 * @param {Record<string, string>} texts
 * @param {import('./types.js').Project} [project] as it was, for what the form does not show
 * @returns {{values: object, wrong: Record<string, string>}} `wrong` has a key of the locales for
 *   each field that cannot be used
 */
export function readProject(texts, project) {
  const wrong = {};
  const name = texts.name.trim();
  if (name === '') wrong.name = 'project.name.missing';
  const temperature = number(texts.temperature);
  if (temperature !== null && !(temperature >= 0 && temperature <= 2)) {
    wrong.temperature = 'project.temperature.wrong';
  }
  const limit = number(texts.max_output_tokens);
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000)) {
    wrong.max_output_tokens = 'project.limit.wrong';
  }
  const days = number(texts.cache_days);
  if (days !== null && !(days >= 0 && days <= 3650)) wrong.cache_days = 'project.cache.wrong';
  const values = {
    name,
    description: texts.description.trim(),
    system_prompt: texts.system_prompt,
    model: texts.model || null,
    temperature,
    max_output_tokens: limit,
    fallback_model: texts.fallback_model || null,
    reasoning_effort: texts.reasoning_effort || null,
    answer_cache: days
      ? { ...project?.answer_cache, lifetime_seconds: Math.max(60, Math.round(days * day)) }
      : null,
  };
  return { values, wrong };
}

const day = 24 * 3600;

/** A decimal comma is as good as a point; `null` when there is nothing. */
function number(text) {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? null : Number(trimmed);
}
