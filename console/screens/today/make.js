// Makes a booking or a block: who, when, at which price, by which policy.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { text } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Choice } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Free } from './free.js';
import { Price, useQuote } from './price.js';
import { sources } from './sources.js';
import { When } from './when.js';

/** @typedef {import('./when.js').Slot} Slot */

/** Of a booking and of a block. */
const drafts = () => ['booking', 'block'].map((what) => `today.${what}.${place.value.id}`);

/**
 * @param {{slot: Slot, change: (slot: Slot) => void, resources: any[], zone: string, close: () => void}} props
 */
function BookingForm({ slot, change, resources, zone, close }) {
  const resource = resources.find(({ id }) => id === slot.resource_id);
  const nameOfResource = (/** @type {string} */ id) => resources.find((one) => one.id === id)?.name ?? '';
  const times = { resource_id: slot.resource_id, start_time: text(slot.start), end_time: text(slot.end) };
  const form = useForm({
    initial: { customer_id: '', title: '', notes: '', attendees: '1', units: '1', payment_source: 'invoice', override: false }, draft: drafts()[0],
    send: (values, key) => post('/bookings', { ...fields(values), ...times, title: values.title, notes: values.notes, ...(values.override ? { override: true } : { quote_id: quoted.quote?.id }) }, { key }),
    done: ({ data }) => {
      invalidate(['booking', 'waitlist_entry', 'booking_hold']);
      tell(data.status === 'pending' ? t('Booked: it waits for approval') : t('Booked'), { undo: () => post(`/bookings/${data.id}/cancel`, { by: 'operator' }).then(() => invalidate(['booking'])) });
      close();
    },
  });
  const { values, set } = form;
  const fields = (/** @type {any} */ { customer_id: customer, attendees, units, payment_source: source }) => ({ customer_id: customer, attendees: Number(attendees) || 1, units: Number(units) || 1, payment_source: source });
  const quoted = useQuote(slot, fields(values));
  const { quote } = quoted;
  const isConflict = form.refusal?.code === 'booking_conflict' || Boolean(quote?.conflicts.length);
  const submit = (/** @type {any} */ event) => Promise.resolve(form.submit(event)).then(quoted.again);
  const fieldsShown = ['customer_id', 'start_time', 'end_time', 'resource_id', 'attendees', 'units', 'payment_source'];
  const place = useRef(/** @type {any} */ (null));
  // The dialog takes the focus when it opens; what is asked first gets it after that.
  useEffect(() => { setTimeout(() => place.current?.querySelector('.customer-field input, [type=submit]')?.focus()); }, []);
  return html`<form onSubmit=${submit} novalidate ref=${place}>
    <${CustomerField} value=${values.customer_id} choose=${(/** @type {string} */ id) => set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
    <${When} slot=${slot} zone=${zone} resources=${resources} change=${change} problemOf=${isConflict ? undefined : form.problemOf} />
    <div class="fields of-booking"><${Input} form=${form} name="title" label=${t('What it is for')} maxlength="200" /><${Input} form=${form} name="attendees" label=${t('People')} type="number" min="1" />
    </div><div class="fields">${resource?.units > 1 && html`<${Input} form=${form} name="units" label=${t('Units')} type="number" min="1" max=${resource.units} />`}
      <${Input} form=${form} name="payment_source" label=${t('Payment')} options=${sources()} /></div>
    <details class="more-fields"><summary>${t('Notes')}</summary><${Input} form=${form} name="notes" label=${t('For the people who run the place')} type="textarea" /></details>
    <${Price} ...${quoted} resource=${resource} slot=${slot} zone=${zone} nameOfResource=${nameOfResource} />
    ${isConflict && html`<${Free} slot=${slot} customer=${values.customer_id || undefined} units=${Number(values.units)} resource=${resource} zone=${zone} choose=${change} />`}
    ${quote?.violations.length > 0 && !quote.conflicts.length && html`<${Input} form=${form} name="override" type="checkbox" label=${t('Book it all the same')} hint=${t('Sets the policy aside; the booking says so.')} />`}
    ${!isConflict && html`<${FormProblem} form=${form} fields=${fieldsShown} />`}
    <${FormActions} form=${form} label=${t('Book')} close=${close} /></form>`;
}

/** @param {{slot: Slot, change: (slot: Slot) => void, resources: any[], zone: string, close: () => void}} props */
function BlockForm({ slot, change, resources, zone, close }) {
  const form = useForm({
    initial: { kind: 'maintenance', reason: '' }, draft: drafts()[1],
    send: (values, key) => post('/calendar-blocks', { ...values, resource_id: slot.resource_id, start_time: text(slot.start), end_time: text(slot.end) }, { key }),
    done: ({ data }) => {
      invalidate(['calendar_block']);
      tell(t('Blocked'), { undo: () => remove(`/calendar-blocks/${data.id}`).then(() => invalidate(['calendar_block'])) });
      close();
    },
  });
  const resource = resources.find(({ id }) => id === slot.resource_id);
  const isConflict = form.refusal?.code === 'booking_conflict';
  return html`<form onSubmit=${form.submit} novalidate>
    <${When} slot=${slot} zone=${zone} resources=${resources} change=${change} problemOf=${form.problemOf} />
    <div class="fields"><${Input} form=${form} name="kind" label=${t('Kind')} options=${['maintenance', 'closure', 'event'].map((value) => ({ value, label: word(value) }))} />
      <${Input} form=${form} name="reason" label=${t('Reason')} maxlength="200" /></div>
    <p class="quiet">${t('Nobody can book it then, not even a part of it. Nothing is charged.')}</p>
    ${isConflict && html`<${Free} slot=${slot} resource=${resource} zone=${zone} choose=${change} />`}
    <${FormProblem} form=${form} fields=${['start_time', 'end_time', 'resource_id', 'reason', 'kind']} />
    <${FormActions} form=${form} label=${t('Block the time')} close=${close} /></form>`;
}

/** @param {{slot: Slot, change: (slot: Slot) => void, resources: any[], zone: string, close: () => void}} props */
export function MakeDialog(props) {
  const [what, setWhat] = useState('booking');
  const label = t('What to make');
  // Who goes back wants none of it: what was typed survives a reload only.
  const close = () => { for (const draft of drafts()) keepDraft(draft, null); props.close(); };
  return html`<${Dialog} title=${what === 'booking' ? t('New booking') : t('Block time')} close=${close} class="today-dialog">
    <div class="kind"><${Choice} label=${label} value=${what} options=${[{ value: 'booking', label: t('Booking') }, { value: 'block', label: t('Block') }]} choose=${setWhat} /></div>
    ${what === 'booking' ? html`<${BookingForm} ...${props} close=${close} />` : html`<${BlockForm} ...${props} close=${close} />`}<//>`;
}
