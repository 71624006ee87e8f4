import { select } from '../lib/choices.js';
import { h } from '../lib/dom.js';
import { knows, t } from '../lib/i18n.js';
import { field } from '../lib/modal.js';
import { Part } from '../lib/part.js';
import { fullTime } from '../lib/time.js';
import { size } from '../lib/usage.js';

const pageSize = 20;

/** Every request that left this machine or was refused, of one host or all, the latest first. */
class EgressLedger extends Part {
  #next = null;

  render() {
    this.filter = h('div');
    this.list = h('ul', { class: 'lines' });
    this.more = h('button', { type: 'button', class: 'button', onclick: () => this.#load() },
      t('egress.more'));
    this.more.hidden = true;
    this.replaceChildren(
      h('p', { class: 'field-hint' }, t('egress.hint')), this.filter, this.list,
      h('div', { class: 'form-actions' }, this.more));
    this.#begin().catch(this.app.fail);
  }

  async #begin() {
    const { hosts } = await this.app.api.get('egress/totals');
    if (hosts.length === 0) {
      this.filter.replaceChildren(h('p', {}, t('egress.none')));
      return;
    }
    const options = hosts.map(({ host, requests: count }) =>
      [host, t('egress.option', { host, count })]);
    this.host = select([['', t('egress.all')], ...options], '', () => this.#turn());
    this.filter.replaceChildren(field(t('egress.host'), this.host).element);
    await this.#load();
  }

  #turn() {
    this.#next = null;
    this.list.replaceChildren();
    return this.#load();
  }

  async #load() {
    const host = this.host.value;
    const query = new URLSearchParams({ limit: String(pageSize) });
    if (host) query.set('host', host);
    if (this.#next) query.set('before', this.#next);
    try {
      const { requests, next } = await this.app.api.get(`egress?${query}`);
      if (host !== this.host.value) return;
      this.list.append(...requests.map(row));
      this.#next = next;
      this.more.hidden = !next;
    } catch (error) {
      this.app.fail(error);
    }
  }
}

function row({ host, port, purpose, started_at: time, outcome, sent_bytes: sent, received_bytes: got }) {
  const kind = `purpose.${purpose}`;
  const isBad = ['failed', 'refused'].includes(outcome);
  return h('li', {},
    h('span', {},
      h('span', { dir: 'ltr' }, port ? `${host}:${port}` : host),
      ` · ${knows(kind) ? t(kind) : purpose}`,
      h('br'),
      h('span', { class: 'field-hint' },
        t('egress.sent', { sent: size(sent ?? 0), received: size(got ?? 0) }))),
    h('span', { class: 'field-hint' }, fullTime(time), h('br'),
      h('span', { class: isBad ? 'is-bad' : '' }, t(`egress.${outcome}`))));
}

customElements.define('egress-ledger', EgressLedger);
