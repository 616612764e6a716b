// People at the door who ask for somebody: they are let in or sent away.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { showChanged } from '../../app/records.js';
import { get, post } from '../../app/request.js';
import { showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { About } from './about.js';
import { admitVisit, change } from './admit.js';
import { visitorName } from './day.js';
import { stepThrough } from './keys.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['visitor_request', 'visitor_visit']);

/** Makes the visit that was asked for, and lets the visitor in by it. @param {any} request */
async function approve(request) {
  const who = visitorName(request.visitor);
  const show = () => showChanged(request.id, () => null);
  const data = await change({ who, send: () => post(`/visitor-requests/${request.id}/approve`, {}), show, types: TYPES });
  if (!data?.visit_id) return;
  const visit = await get(`/visitor-visits/${data.visit_id}`).catch(() => null);
  if (visit) await admitVisit(visit.data);
}

/** @param {any} request */
const reject = (request) => act({ send: () => post(`/visitor-requests/${request.id}/reject`), show: () => showChanged(request.id, () => null), types: TYPES, done: t('{name} was sent away.', { name: visitorName(request.visitor) }) });

/** @param {{day: import('./data.js').Day}} props */
export function Requests({ day }) {
  const waiting = (day.requests.data ?? []).filter((/** @type {any} */ one) => one.status === 'pending');
  if (!waiting.length) return null;
  return html`<section class="group door no-print" aria-label=${t('At the door')}><h3>${t('At the door')} <span class="count">${waiting.length}</span></h3>
    <ul class="plain people" onKeyDown=${stepThrough}>${waiting.map((/** @type {any} */ request) => {
      const name = visitorName(request.visitor);
      const host = day.names.get(request.host_id)?.name;
      return html`<li class="person" key=${request.id}><span class="when"><time>${showTime(request.created_at, zone.value)}</time></span><div class="whom"><strong><bdi>${name}</bdi></strong>
        <${About} parts=${[host ? t('asks for {host}', { host }) : t('asks for somebody'), request.message && html`<q>${request.message}</q>`]} /></div>
        <span class="presses"><${Button} aria-label=${t('Send away: {name}', { name })} act=${() => reject(request)}>${t('Send away')}<//>
        <${Button} kind="primary" aria-label=${t('Let in: {name}', { name })} act=${() => approve(request)}>${t('Let in')}<//></span></li>`;
    })}</ul></section>`;
}
