import { h, icon, iconButton } from '../lib/dom.js';
import { counted, t, wordsFor } from '../lib/i18n.js';
import { watchComposition } from '../lib/ime.js';
import { Part } from '../lib/part.js';
import { pathTo, pathToSearch } from '../lib/route.js';
import { resultView } from '../lib/search-result.js';
import { Searches } from '../lib/searches.js';

const filters = ['project', 'role', 'model', 'days', 'order'];

/** Results as one types; its query is in the address. */
class SearchScreen extends Part {
  #selects = new Map();

  render() {
    this.searches = new Searches(this.app.api);
    this.field = h('input', {
      type: 'search',
      class: 'search-field',
      autocomplete: 'off',
      enterKeyHint: 'search',
      'aria-label': t('search.field'),
      'aria-controls': 'search-results',
      placeholder: t('search.field'),
      // What an input method shows on its way to a word is not looked for.
      oninput: (event) => !event.isComposing && this.#ask(true),
      oncompositionend: () => this.#ask(true),
    });
    this.state = h('div', { class: 'search-state', role: 'status' });
    this.list = h('ol', { class: 'results', id: 'search-results', 'aria-label': t('search.results') });
    this.foot = h('div', { class: 'search-foot' });
    this.filters = h('div', { class: 'search-filters', role: 'group', 'aria-label': t('search.filters') });
    this.replaceChildren(
      h('h1', { class: 'visually-hidden' }, t('search')),
      h(
        'div',
        { class: 'search-head', role: 'search' },
        h(
          'div',
          { class: 'search-bar' },
          iconButton('back', t('search.back'), () => this.#leave()),
          h('div', { class: 'search-box' }, icon('search'), this.field),
        ),
        this.filters,
      ),
      h('div', { class: 'search-body' }, this.state, this.list, this.foot),
    );
    const isComposing = watchComposition(this.field);
    this.listen(this, 'keydown', (event) => {
      if (event.target !== this.field || !isComposing(event)) this.#key(event);
    });
    this.listen(this.searches, 'change', () => this.#show());
    this.signal.addEventListener('abort', () => this.searches.close());
    this.watch(['projects', 'models'], () => this.#fillFilters());
    this.watch(['reachable'], ({ reachable }) => {
      if (reachable && this.searches.error) this.searches.now();
    });
    this.take(this.app.store.state.search ?? '');
    this.focusField();
  }

  focusField() {
    this.field.focus();
    this.field.select();
  }

  /** @param {string} address the query of the address */
  take(address) {
    const query = Object.fromEntries(new URLSearchParams(address));
    if (this.#address() === pathToSearch(this.app.store.state.projectId, query)) return this.#show();
    this.field.value = query.q ?? '';
    this.wanted = query;
    this.#fillFilters();
    this.searches.now(this.#query());
  }

  #query() {
    const query = { q: this.field.value };
    for (const [name, select] of this.#selects) query[name] = select.value;
    return query;
  }

  #address() {
    return pathToSearch(this.app.store.state.projectId, this.#query());
  }

  #ask(isTyping) {
    const query = this.#query();
    this.wanted = query;
    this.app.route.go(this.#address(), { replace: true, quiet: true });
    if (isTyping) this.searches.soon(query);
    else this.searches.now(query);
  }

  #fillFilters() {
    const { projects, models } = this.app.store.state;
    const choices = {
      project: [['', t('search.project.any')], ...(projects ?? []).map(({ id, name }) => [id, name])],
      role: ['any', 'user', 'assistant'].map((role) => [role === 'any' ? '' : role, t(`search.role.${role}`)]),
      model: [['', t('search.model.any')],
        ...(models ?? []).map((model) => [model.id, model.display_name ?? model.name])],
      days: ['any', '7', '30', '365'].map((days) => [days === 'any' ? '' : days, t(`search.time.${days}`)]),
      order: [['', t('search.order.newest')], ['relevance', t('search.order.relevance')]],
    };
    for (const name of filters) this.#select(name, choices[name], this.wanted?.[name] ?? '');
    const clear = h('button', { type: 'button', class: 'link-button search-clear',
      onclick: () => this.#clear() }, t('search.clear'));
    this.clear = clear;
    this.filters.replaceChildren(...this.#selects.values(), clear);
    this.clear.hidden = !this.searches.hasFilters;
  }

  #select(name, choices, value) {
    const label = t(`search.${name === 'days' ? 'time' : name}`);
    if (!this.#selects.has(name)) {
      this.#selects.set(name, h('select', { class: 'search-filter', 'aria-label': label,
        onchange: () => this.#ask(false) }));
    }
    const select = this.#selects.get(name);
    // A model that is gone from its provider can still have answered.
    const known = choices.some(([one]) => one === value) ? choices : [...choices, [value, value]];
    select.replaceChildren(...known.map(([one, text]) => h('option', { value: one }, text)));
    select.value = value;
  }

  #clear() {
    for (const [name, select] of this.#selects) if (name !== 'order') select.value = '';
    this.#ask(false);
    this.field.focus();
  }

  #show() {
    const { searches } = this;
    const { results, next, isRunning, error, isEmpty } = searches;
    this.clear.hidden = !searches.hasFilters;
    for (const select of this.#selects.values()) select.classList.toggle('is-set', select.value !== '');
    this.classList.toggle('is-running', isRunning);
    if (this.shown !== results) {
      const more = this.shown?.length && this.shown.every((one, index) => one === results[index]);
      const views = results.slice(more ? this.shown.length : 0).map((one) => resultView(this.app, one));
      if (more) this.list.append(...views);
      else this.list.replaceChildren(...views);
      this.shown = results;
    }
    this.list.hidden = isEmpty || Boolean(error && !results.length) || results.length === 0;
    this.#say(this.#stateWords());
    const canGoOn = next && !isEmpty && !error;
    if (canGoOn && !this.foot.firstChild) {
      this.foot.append(h('button', { type: 'button', class: 'button', onclick: () => this.#more() }, t('search.more')));
    } else if (!canGoOn) {
      this.foot.replaceChildren();
    }
    this.foot.hidden = isRunning && results.length === 0;
  }

  /** @returns {[string, string?][]} the lines, each with its class */
  #stateWords() {
    const { results, next, isRunning, error, isEmpty, hasFilters, isBounded, unindexed, query } = this.searches;
    if (isEmpty) return [[t('search.help'), 'is-lead'], [t('search.help.words')]];
    if (error) return [[error.isAway ? t('search.away') : wordsFor(error), 'is-bad']];
    if (isRunning && results.length === 0) return [[t('search.running')]];
    const notes = unindexed > 512 ? [[t('search.unindexed')]] : [];
    if (results.length === 0 && next) return [[t('search.none.yet')], ...notes];
    if (results.length === 0) {
      const hint = t(hasFilters ? 'search.none.filters' : 'search.none.words');
      return [[t('search.none', { query: query.q.trim() }), 'is-lead'], [hint], ...notes];
    }
    const count = next ? t('search.count.more', { count: results.length }) : counted('search.count', results.length);
    return [[count], ...(isBounded ? [[t('search.bounded')]] : []), ...notes];
  }

  #say(lines) {
    const words = lines.map(([text]) => text).join('\n');
    if (this.state.dataset.words === words) return;
    this.state.dataset.words = words;
    this.state.replaceChildren(...lines.map(([text, kind]) => h('p', { class: kind ?? '' }, text)));
    if (!this.searches.error) return;
    this.state.append(h('button', { type: 'button', class: 'button',
      onclick: () => this.searches.now() }, icon('again'), t('search.again')));
  }

  async #more() {
    const { length } = this.searches.results;
    await this.searches.more();
    this.#links()[length]?.focus();
  }

  #links() {
    return [...this.list.querySelectorAll('a')];
  }

  #key(event) {
    if (event.target.localName === 'select') return;
    const links = this.#links();
    const at = links.indexOf(event.target);
    if (event.key === 'Escape') this.#leave();
    else if (event.key === 'ArrowDown') (links[at + 1] ?? event.target).focus();
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? this.field).focus();
    else if (event.key === 'Enter' && event.target === this.field) this.#openFirst(links);
    else return;
    event.preventDefault();
  }

  #openFirst([first]) {
    if (this.searches.isRunning) this.searches.now();
    else first?.click();
  }

  /** Back to what was open before. */
  #leave() {
    const { projectId, conversationId } = this.app.store.state;
    this.app.route.go(pathTo(projectId, conversationId), { replace: true });
    this.app.run('focus-composer');
  }
}

customElements.define('search-screen', SearchScreen);
