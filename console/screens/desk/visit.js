// One visit with all that is known of it: opened from a list, or found by the search of the console.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useCustomerName } from '../../app/names.js';
import { locations, place } from '../../app/place.js';
import { showChanged, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';
import { admitVisit } from './admit.js';
import { printBadge } from './badge.js';
import { visitorName } from './day.js';
import { leaveVisit } from './leave.js';

/** @param {any} visit */
const cancel = (visit) => act({
  send: () => post(`/visitor-visits/${visit.id}/cancel`, {}), show: () => showChanged(visit.id, (one) => ({ ...one, status: 'cancelled' })), types: ['visitor_visit'],
  done: t('{name} need not come.', { name: visitorName(visit.visitor) }),
});

/** @param {{visit: any, close: () => void}} props */
function Visit({ visit, close }) {
  const host = useCustomerName(visit.host_id, { type: 'visitor_visit', id: visit.id });
  const location = locations.value.find(({ id }) => id === visit.location_id);
  const zone = location?.time_zone ?? 'UTC';
  const at = (/** @type {string | null} */ instant) => instant && showInstant(instant, zone);
  const isHere = visit.location_id === place.value.id;
  const { visitor } = visit;
  const pairs = /** @type {[string, any][]} */ ([
    [t('Expected'), at(visit.expected_at)], [t('Until'), at(visit.expected_until)], [t('Host'), host], [t('Company'), visitor?.company_name], [t('Telephone'), visitor?.phone], [t('E-mail address'), visitor?.email],
    [t('Reason of the visit'), visit.reason], [t('Comment'), visit.comment], [t('Code'), visit.code], [t('Location'), isHere ? '' : location?.name],
    [t('Came'), at(visit.checked_in_at)], [t('Badge'), visit.badge_number], [t('Answer of the host'), visit.host_state === 'not_required' ? '' : word(visit.host_state)], [t('Left'), at(visit.checked_out_at)],
  ]);
  const person = /** @type {any} */ ({ key: visit.id, visit_id: visit.id, name: visitorName(visitor) });
  return html`<div class="stack"><p class="across"><strong class="visit-name"><bdi>${visitorName(visitor) || t('A visitor whose data was removed')}</bdi></strong><${Status} status=${visit.status} /></p><${Facts} pairs=${pairs} />
    ${!isHere && visit.status === 'expected' && html`<p class="problem">${t('This visitor is expected at {location}, not here.', { location: location?.name ?? t('another location') })}</p>`}
    <div class="actions">${['expected', 'checked_in'].includes(visit.status) && html`<${Button} icon="print" act=${() => printBadge(visit.id)}>${t('Print badge')}<//>`}
      ${visit.status === 'expected' && html`<${Button} kind="danger" act=${() => cancel(visit)}>${t('Cancel the visit')}<//>`}
      ${visit.status === 'expected' && isHere && html`<${Button} kind="primary" act=${() => { close(); admitVisit(visit); }}>${t('Check in')}<//>`}
      ${visit.status === 'checked_in' && html`<${Button} kind="primary" act=${() => { close(); leaveVisit(person); }}>${t('Check out')}<//>`}</div></div>`;
}

/** @param {{id: string, close: () => void}} props */
export function VisitDialog({ id, close }) {
  const visit = useRecord(`/visitor-visits/${id}`);
  return html`<${Dialog} title=${t('Visit')} close=${close}><${Read} of=${visit} lines=${6}>${(/** @type {any} */ data) => html`<${Visit} visit=${data} close=${close} />`}<//><//>`;
}
