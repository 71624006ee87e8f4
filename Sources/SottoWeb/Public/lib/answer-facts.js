import { copy } from './copy.js';
import { h, iconButton } from './dom.js';
import { locale, t, wordsFor } from './i18n.js';
import { place } from './menu.js';
import { fullTime } from './time.js';
import { money, number } from './usage.js';

/** A shorter answer came in one piece, so its speed is that of the whole wait. */
const shortestStream = 100;

/**
 * Opens what there is to know of an answer: time, tokens, cost, speed, and the provider's name for it.
 * @param {import('./message-acts.js').MessageActs} acts
 * @param {HTMLElement} anchor
 */
export async function openAnswerFacts({ app, message }, anchor) {
  const list = h('dl', { class: 'facts' });
  const trouble = h('p', { class: 'field-wrong', role: 'alert' });
  const card = h('div', { class: 'menu facts-card', role: 'dialog', 'aria-labelledby': 'facts-title', tabIndex: -1, popover: 'auto' },
    h('h2', { id: 'facts-title' }, t('facts')), list, trouble);
  const show = (turn) => {
    list.replaceChildren(...factsOf(app, message, turn).flatMap(([name, ...words]) => [
      h('dt', {}, t(`facts.${name}`)), h('dd', { dir: 'auto' }, ...words)]));
    place(card, anchor.getBoundingClientRect());
  };
  (anchor.closest('main') ?? document.body).append(card);
  anchor.setAttribute('aria-expanded', 'true');
  card.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    const hadFocus = card.contains(document.activeElement) || document.activeElement === document.body;
    card.remove();
    anchor.setAttribute('aria-expanded', 'false');
    if (hadFocus && anchor.isConnected) anchor.focus();
  });
  card.showPopover();
  show(null);
  card.focus();
  try {
    if (message.turn_id) show(await app.api.get(`turns/${message.turn_id}`));
  } catch (error) {
    // The turn of an imported answer is not here: what the message says of itself is all.
    if (error.status !== 404) trouble.textContent = wordsFor(error);
  }
}

/** @returns {[string, ...(string|HTMLElement)[]][]} each with its name */
function factsOf(app, { model, usage, created_at: created }, turn) {
  const facts = [['model', app.models.title(model) || model || t('answer')], ['at', fullTime(turn?.started_at ?? created)]];
  if (usage?.cached_answer) {
    const { answered_at: at, saved } = usage.cached_answer;
    facts.push(['kept', fullTime(at)]);
    if (saved) facts.push(['saved', money(saved)]);
  } else if (turn?.ended_at) {
    const { started_at: start, first_word_at: first, ended_at: end } = turn;
    facts.push(['time', seconds(end - start)]);
    if (first) facts.push(['first', seconds(first - start)]);
    const span = first && end - first >= shortestStream ? end - first : end - start;
    if (usage?.output_tokens && span > 0) {
      const speed = (usage.output_tokens / span) * 1000;
      facts.push(['speed', t('facts.speed.value', { count: number(speed, { maximumSignificantDigits: 3 }) })]);
    }
  }
  if (usage?.input_tokens != null) facts.push(['input', count(usage.input_tokens, 'cached', usage.cached_input_tokens)]);
  if (usage?.output_tokens != null) facts.push(['output', count(usage.output_tokens, 'thought', usage.reasoning_tokens)]);
  if (usage?.cost && !usage.cached_answer) facts.push(['cost', money(usage.cost)]);
  if (turn?.request_id) {
    const name = turn.request_id;
    const button = iconButton('copy', t('facts.copy'), async () => {
      app.toast({ text: t((await copy(name)) ? 'copied' : 'copy.failed') });
    });
    facts.push(['request', h('code', { dir: 'ltr' }, name), button]);
  }
  return facts;
}

/** Tokens, and how many of them were of a kind where some were. */
const count = (all, kind, some) =>
  some ? t(`facts.tokens.${kind}`, { count: number(all), some: number(some) }) : t('usage.tokens.sum', { count: number(all) });

const seconds = (milliseconds) =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', unitDisplay: 'short',
    maximumFractionDigits: milliseconds < 10_000 ? 2 : 0 }).format(milliseconds / 1000);
