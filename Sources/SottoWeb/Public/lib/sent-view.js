import { h } from './dom.js';
import { t } from './i18n.js';
import { omissionsView } from './omissions.js';
import { RequestView } from './request-view.js';
import { fullTime } from './time.js';
import { size } from './usage.js';

/**
 * What was sent for an answer, from the recorded requests.
 * @param {import('./app-type.js').App} app
 * @param {import('./types.js').SentRequest[]} requests
 * @returns {HTMLElement}
 */
export function sentView(app, requests) {
  if (requests.length === 0) return h('p', { class: 'inspect-policy' }, t('inspect.sent.none'));
  return h('div', { class: 'inspect-body' }, ...requests.map((sent) => {
    const { number, purpose, model, sent_at: at, size: bytes, omitted } = sent;
    const request = new RequestView(app, t('inspect.request.sent', { size: size(bytes) }), () =>
      app.api.get(`requests/${number}`));
    return h('section', { class: 'inspect-sent' },
      h('h3', {}, t(`inspect.purpose.${purpose}`)),
      h('p', { class: 'inspect-policy' }, `${app.models.title(model)} · ${fullTime(at)}`),
      h('p', { class: 'inspect-url', dir: 'ltr' }, new URL(sent.url).host),
      omissionsView(omitted ?? []) ?? h('p', { class: 'inspect-policy' }, t('inspect.sent.all')),
      request.element);
  }));
}
