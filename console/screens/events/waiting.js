// Who waits for seats, in turn, and what was offered.
import { html } from '../../vendor/preact.js';
import { useCustomerName } from '../../app/names.js';
import { zone } from '../../app/place.js';
import { useAll } from '../../app/records.js';
import { showInstant } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';

/** @param {{entry: any}} props */
const Line = ({ entry }) => html`<li><div class="who"><strong>${useCustomerName(entry.customer_id, { type: 'event_waitlist_entry', id: entry.id }) || entry.guest?.name}</strong> <small>${entry.guest?.email ?? ''}</small><br /><small>${plural(entry.quantity, '{count} seat', '{count} seats')}</small></div>
  <${Status} status=${entry.status} /><small>${entry.offer_expires_at && t('until {time}', { time: showInstant(entry.offer_expires_at, zone.value) })}</small></li>`;

/** @param {{event: any}} props */
export function Waiting({ event }) {
  const list = useAll('/event-waitlist-entries', { event_id: event.id, location_id: event.location_id, order: 'asc' });
  return html`<${Read} of=${list} empty=${html`<${Empty} title=${t('Nobody waits.')} icon="people" />`}>${(/** @type {any[]} */ entries) =>
    html`<ol class="door">${entries.map((entry) => html`<${Line} key=${entry.id} entry=${entry} />`)}</ol>`}<//>`;
}
