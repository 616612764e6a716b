// What is free instead, when time is taken: other times of the resource, and other resources at this time.
import { html } from '../../vendor/preact.js';
import { useRecord } from '../../app/records.js';
import { addDays, dayOf, showMinutes, showTime, startOf, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Unread } from '../../ui/states.js';

const SHOWN = 6;

/**
 * @param {{slot: import('./when.js').Slot, customer?: string, units?: number, resource: any, zone: string, choose: (slot: import('./when.js').Slot) => void}} props
 */
export function Free({ slot, customer, units, resource, zone, choose }) {
  const day = dayOf(slot.start, zone);
  const length = slot.end - slot.start;
  const minutes = Math.round(length / 60_000);
  const asked = { duration_minutes: minutes, customer_id: customer, units: units && units > 1 ? units : undefined };
  const own = useRecord(`/resources/${slot.resource_id}/availability`, { ...asked, from: text(startOf(day, zone)), to: text(startOf(addDays(day, 1), zone)) });
  const others = useRecord('/availability', { ...asked, location_id: resource?.location_id, type: resource?.type, from: text(slot.start), to: text(slot.end), limit: 50 });
  const starts = /** @type {number[]} */ ((own.data?.start_times ?? []).map(Date.parse));
  const near = starts.sort((one, other) => Math.abs(one - slot.start) - Math.abs(other - slot.start)).slice(0, SHOWN).sort((one, other) => one - other);
  const rooms = (others.data ?? []).filter((/** @type {any} */ one) => one.is_free && one.resource_id !== slot.resource_id).slice(0, SHOWN);
  if (!own.data && !own.error) return html`<p class="quiet" role="status">${t('Looking for what is free …')}</p>`;
  if (!own.data) return html`<${Unread} of=${[own]} />`;
  return html`<section class="free" aria-label=${t('What is free')}>
    <h3>${t('{room} is free for {length} from', { room: resource?.name ?? '', length: showMinutes(minutes) })}</h3>
    <div class="chips">${near.map((start) => html`<button type="button" key=${start} onClick=${() => choose({ ...slot, start, end: start + length })}>${showTime(start, zone)}</button>`)}
      ${!near.length && html`<span class="quiet">${t('Not on this day any more.')}</span>`}</div>
    ${rooms.length > 0 && html`<h3>${t('Free at this time')}</h3><div class="chips">${rooms.map((/** @type {any} */ one) => html`<button type="button" key=${one.resource_id} onClick=${() => choose({ ...slot, resource_id: one.resource_id })} dir="auto">${one.name}</button>`)}</div>`}</section>`;
}
