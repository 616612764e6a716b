// Moves or lengthens a booking or a block, after price and policy were shown. What is refused snaps back.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post, put } from '../../app/request.js';
import { showInstant, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Free } from './free.js';
import { Price, conflictWords, useQuote } from './price.js';
import { slotOf } from './stretch.js';
import { When } from './when.js';

/** @typedef {import('./when.js').Slot} Slot */

const quoteFields = (/** @type {any} */ booking) => ({
  customer_id: booking.customer_id, member_id: booking.member_id ?? undefined, units: booking.units, attendees: booking.attendees || 1, payment_source: booking.payment_source,
  allow_mixed: booking.allow_mixed, additional_resource_ids: booking.additional_resource_ids,
});

const bodyOf = (/** @type {Slot} */ { resource_id: id, start, end }) => ({ resource_id: id, start_time: text(start), end_time: text(end) });

/**
 * @param {{booking: any, slot: Slot, change: (slot: Slot) => void, show: (slot: Slot | null) => void, resources: any[], zone: string, close: () => void}} props
 * `show` has the timeline show where it would go; null has it snap back
 */
export function MoveBooking({ booking, slot, change, show, resources, zone, close }) {
  const resource = resources.find(({ id }) => id === slot.resource_id);
  const nameOfResource = (/** @type {string} */ id) => resources.find((one) => one.id === id)?.name ?? '';
  const old = slotOf(booking);
  const quoted = useQuote(slot, quoteFields(booking), booking);
  const form = useForm({
    initial: { override: false },
    send: (values, key) => post(`/bookings/${booking.id}/reschedule`, { ...bodyOf(slot), ...(values.override && { override: true }) }, { key, version: `"${booking.version}"` }),
    done: ({ data }) => {
      invalidate(['booking', 'waitlist_entry']);
      const undo = () => post(`/bookings/${booking.id}/reschedule`, { ...bodyOf(old), ...(data.overridden && { override: true }) }).then(() => invalidate(['booking']));
      tell(data.status === 'pending' && booking.status !== 'pending' ? t('Moved: it waits for approval again') : t('Moved'), { undo });
      close();
    },
  });
  const [refused, setRefused] = useState(/** @type {Slot | null} */ (null));
  const conflicts = refused && form.refusal?.code === 'booking_conflict' ? form.refusal.details.conflicts ?? [] : [];
  useEffect(() => {
    if (!form.refusal) return;
    setRefused(slot);
    show(null);
    invalidate(['booking']);
    quoted.again();
  }, [form.refusal]);
  const choose = (/** @type {Slot} */ next) => { setRefused(null); form.set({}); change(next); show(next); };
  const isOld = slot.start === old.start && slot.end === old.end && slot.resource_id === old.resource_id;
  const isTaken = Boolean(quoted.quote?.conflicts.length) || conflicts.length > 0;
  return html`<form onSubmit=${form.submit} novalidate>
    <p class="from-to"><span>${t('Now {when}, {room}', { when: showInstant(old.start, zone), room: nameOfResource(old.resource_id) })}</span></p>
    ${conflicts.length > 0 && html`<div class="problem-box" role="alert"><p>${conflictWords(conflicts[0], zone, nameOfResource)} ${t('The booking stays where it was.')}</p></div>`}
    <${When} slot=${slot} zone=${zone} resources=${resources} change=${choose} problemOf=${conflicts.length ? undefined : form.problemOf} />
    ${isTaken && html`<${Free} slot=${slot} customer=${booking.customer_id} units=${booking.units} resource=${resource} zone=${zone} choose=${choose} />`}
    <${Price} ...${quoted} resource=${resource} slot=${slot} zone=${zone} nameOfResource=${nameOfResource} before=${booking.total_amount} />
    <p class="quiet">${t('Once cancelling costs a fee, a booking only becomes longer, and no cheaper.')}</p>
    ${(quoted.quote?.violations.length > 0 || (refused && !conflicts.length)) && html`<${Input} form=${form} name="override" type="checkbox" label=${t('Move it all the same')} hint=${t('Sets the policy aside; the booking says so.')} />`}
    ${refused && !conflicts.length && html`<${FormProblem} form=${form} fields=${['start_time', 'end_time', 'resource_id']} />`}
    <div class=${isOld ? 'is-old' : ''}><${FormActions} form=${form} label=${t('Move')} close=${close} /></div></form>`;
}

/** @param {{block: any, slot: Slot, change: (slot: Slot) => void, show: (slot: Slot | null) => void, resources: any[], zone: string, close: () => void}} props */
export function MoveBlock({ block, slot, change, show, resources, zone, close }) {
  const old = slotOf(block);
  const form = useForm({
    initial: { reason: block.reason },
    send: (values) => put(`/calendar-blocks/${block.id}`, { reason: values.reason, start_time: text(slot.start), end_time: text(slot.end) }, { version: `"${block.version}"` }),
    done: () => {
      invalidate(['calendar_block']);
      tell(t('Saved'), { undo: () => put(`/calendar-blocks/${block.id}`, { reason: block.reason, start_time: text(old.start), end_time: text(old.end) }).then(() => invalidate(['calendar_block'])) });
      close();
    },
  });
  useEffect(() => { if (form.refusal) show(null); }, [form.refusal]);
  const resource = resources.find(({ id }) => id === slot.resource_id);
  const choose = (/** @type {Slot} */ next) => { form.set({}); change({ ...next, resource_id: block.resource_id }); show({ ...next, resource_id: block.resource_id }); };
  return html`<form onSubmit=${form.submit} novalidate>
    <${When} slot=${slot} zone=${zone} resources=${resources} change=${choose} problemOf=${form.problemOf} fixedResource />
    <${Input} form=${form} name="reason" label=${t('Reason')} maxlength="200" />
    ${form.refusal?.code === 'booking_conflict' && html`<${Free} slot=${slot} resource=${resource} zone=${zone} choose=${choose} />`}
    <${FormProblem} form=${form} fields=${['start_time', 'end_time', 'reason']} />
    <${FormActions} form=${form} label=${t('Save')} close=${close} /></form>`;
}

/** @param {{entry: import('./entries.js').Entry, to: Slot, show: (slot: Slot | null) => void, resources: any[], zone: string, close: () => void}} props */
export function MoveDialog({ entry, to, close, ...others }) {
  const [slot, setSlot] = useState(to);
  // The booking as it was when the dialog opened: what others change meanwhile is refused by its version.
  const [record] = useState(entry.record);
  return html`<${Dialog} title=${entry.kind === 'block' ? t('Move the block') : t('Move the booking')} close=${close} class="today-dialog">
    ${entry.kind === 'block' ? html`<${MoveBlock} block=${record} slot=${slot} change=${setSlot} close=${close} ...${others} />`
    : html`<${MoveBooking} booking=${record} slot=${slot} change=${setSlot} close=${close} ...${others} />`}<//>`;
}
