import { h } from './dom.js';
import { t } from './i18n.js';
import { field } from './modal.js';

/**
 * The fields of the project form about its memory: what of a conversation goes to the model, who
 * names conversations, and how long they are kept.
 * @param {Partial<import('./types.js').Project>} project
 * @param {(current: string|null|undefined, none: string) => HTMLElement} models a list of models
 */
export function contextFields(project, models) {
  const { context = { strategy: 'fit' }, titles = { by: 'model' }, retention_days: days } = project;
  const choice = (key, names, current) => h('select', {},
    ...names.map((name) => new Option(t(`${key}.${name}`), name, false, name === current)));
  const number = (value, properties) => h('input', {
    type: 'text', autocomplete: 'off', inputMode: 'numeric', value: value ?? '', ...properties });
  const fields = {
    strategy: field(t('memory.strategy'),
      choice('memory.strategy', ['fit', 'last_rounds', 'summarise'], context.strategy), ' '),
    rounds: field(t('memory.rounds'), number(context.rounds ?? 20), t('memory.rounds.hint')),
    summary_model: field(t('memory.summary-model'),
      models(context.model, t('memory.same-model')), t('memory.summary-model.hint')),
    titles: field(t('memory.titles'),
      choice('memory.titles', ['model', 'first_message'], titles.by), t('memory.titles.hint')),
    titles_model: field(t('memory.titles-model'),
      models(titles.model, t('memory.same-model')), t('memory.titles-model.hint')),
    retention: field(t('memory.retention'),
      number(days, { placeholder: t('memory.retention.keep') }), t('memory.retention.hint')),
  };
  const arrange = () => {
    const strategy = fields.strategy.control.value;
    const hint = fields.strategy.element.querySelector('.field-hint');
    hint.textContent = t(`memory.strategy.${strategy}.hint`);
    fields.rounds.element.hidden = strategy !== 'last_rounds';
    fields.summary_model.element.hidden = strategy !== 'summarise';
    fields.titles_model.element.hidden = fields.titles.control.value !== 'model';
  };
  for (const name of ['strategy', 'titles']) fields[name].control.addEventListener('change', arrange);
  arrange();
  return fields;
}

/** @param {Record<string, string>} texts */
export function readContext(texts) {
  const wrong = {};
  const rounds = Number(texts.rounds);
  const isWhole = (value, most) => Number.isInteger(value) && value >= 1 && value <= most;
  if (texts.strategy === 'last_rounds' && !isWhole(rounds, 10_000)) wrong.rounds = 'memory.rounds.wrong';
  const days = texts.retention.trim() === '' ? null : Number(texts.retention);
  if (days !== null && !isWhole(days, 36_500)) wrong.retention = 'memory.retention.wrong';
  const context = { strategy: texts.strategy };
  if (texts.strategy === 'last_rounds') context.rounds = rounds;
  if (texts.strategy === 'summarise') context.model = texts.summary_model || null;
  const titles = { by: texts.titles };
  if (texts.titles === 'model' && texts.titles_model) titles.model = texts.titles_model;
  return { values: { context, titles, retention_days: days }, wrong };
}
