import { h, iconButton } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { Part } from '../lib/part.js';
import { fullTime } from '../lib/time.js';

/** Where text has gone or may go, and whether a new place is asked about first. */
class HostConsent extends Part {
  render() {
    this.box = h('input', { type: 'checkbox', disabled: true, onchange: () => this.#turn() });
    this.list = h('ul', { class: 'lines', 'aria-label': t('hosts') });
    this.replaceChildren(
      h('label', { class: 'check' }, this.box, t('hosts.ask')),
      h('p', { class: 'field-hint' }, t('hosts.hint')),
      this.list);
    this.#show().catch(this.app.fail);
  }

  async #show() {
    const { hosts, confirm_new_hosts: isOn } = await this.app.api.get('egress/hosts');
    this.box.checked = isOn;
    this.box.disabled = false;
    this.list.replaceChildren(...hosts.map((host) => this.#row(host)));
  }

  #row({ host, provider, first_sent_at: sent }) {
    return h('li', {},
      h('span', {}, h('span', { dir: 'ltr' }, host), provider ? ` · ${provider}` : '', h('br'),
        h('span', { class: 'field-hint' },
          sent ? t('hosts.sent', { time: fullTime(sent) }) : t('hosts.allowed'))),
      iconButton('trash', t('hosts.forget', { host }), () => this.#forget(host)));
  }

  async #turn() {
    try {
      await this.app.api.patch('egress/hosts', { confirm_new_hosts: this.box.checked });
    } catch (error) {
      this.app.fail(error);
      this.#show().catch(() => {}); // What is wrong has just been said.
    }
  }

  async #forget(host) {
    try {
      await this.app.api.delete(`egress/hosts/${encodeURIComponent(host)}`);
    } catch (error) {
      this.app.fail(error);
    }
    await this.#show().catch(this.app.fail);
    this.box.focus();
  }
}

customElements.define('host-consent', HostConsent);
