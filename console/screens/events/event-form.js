// An event is made, or changed: times are those of the location.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { daysBetween, endOf } from '../../app/ends.js';
import { locations, place, zone } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { go } from '../../app/route.js';
import { addDays, currentTime, dayOf, instantOf, text, timeOf } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { TaxRateField } from '../settings/tax-rate-field.js';

const FIELDS = ['title', 'capacity', 'resource_id', 'price', 'visitor_price', 'visibility', 'max_per_customer', 'tax_rate', 'tax_rate_id'];

/** What the fields show of an event. @param {any} event @param {string} of zone */
function valuesOf(event, of) {
  const amount = (/** @type {number | null} */ value) => (value === null ? '' : String(value));
  return {
    title: event.title, description: event.description, day: dayOf(event.start_time, of), from: timeOf(event.start_time, of), last_day: dayOf(event.end_time, of), to: timeOf(event.end_time, of), capacity: amount(event.capacity), resource_id: event.resource_id ?? '',
    venue: event.venue, price: amount(event.price), visitor_price: amount(event.visitor_price), visibility: event.visibility, max_per_customer: amount(event.max_per_customer), waitlist_enabled: event.waitlist_enabled, tax_rate: amount(event.tax_rate), tax_rate_id: event.tax_rate_id ?? '',
  };
}

/** What a new event begins with. @param {string} of zone */
function initialOf(of) {
  const day = addDays(dayOf(currentTime(), of), 7);
  return { title: '', description: '', day, from: '18:00', last_day: day, to: '20:00', capacity: '20', resource_id: '', venue: '', price: '', visitor_price: '', visibility: 'members', max_per_customer: '', waitlist_enabled: true, tax_rate: '', tax_rate_id: '' };
}

/** The request that the fields stand for; an end before the start is on the day after. @param {any} values @param {string} of @param {null | undefined} nothing what is sent for what was left out */
function requestOf(values, of, nothing) {
  const start = instantOf(values.day, values.from, of);
  const optional = (/** @type {string} */ value) => (value === '' ? nothing : Number(value));
  return {
    title: values.title, description: values.description, start_time: text(start), end_time: text(endOf(values.last_day, values.to, start, of)), capacity: optional(values.capacity), resource_id: values.resource_id || nothing, venue: values.venue,
    price: Number(values.price || 0), visitor_price: optional(values.visitor_price), visibility: values.visibility, max_per_customer: optional(values.max_per_customer), waitlist_enabled: values.waitlist_enabled, tax_rate: optional(values.tax_rate), tax_rate_id: values.tax_rate_id || nothing,
  };
}

/** @param {{form: any, location: string, label: string, close: () => void, conflict?: any}} props */
function Fields({ form, location, label, close, conflict }) {
  const rooms = useAll('/resources', { location_id: location, is_active: true });
  const places = [{ value: '', label: t('None') }, ...(rooms.data ?? []).map((/** @type {any} */ room) => ({ value: room.id, label: room.name }))];
  const audiences = [['public', t('Everybody')], ['network_members', t('Members of the network')], ['members', t('Members')], ['admins', t('Staff')]].map(([value, name]) => ({ value, label: name }));
  const { day, last_day: last } = form.values;
  // Another day of the start takes that of the end along.
  const begin = (/** @type {any} */ { target: { value } }) => form.set({ day: value, ...(value && day && last && { last_day: addDays(last, daysBetween(day, value)) }) });
  return html`<form onSubmit=${form.submit}>${conflict}
    <${Input} form=${form} name="title" label=${t('Title')} required maxlength="200" /><${Input} form=${form} name="description" type="textarea" label=${t('Description')} />
    <div class="fields"><${Input} form=${form} name="day" type="date" label=${t('Day')} required onInput=${begin} /><${Input} form=${form} name="from" type="time" label=${t('From')} required /><${Input} form=${form} name="to" type="time" label=${t('To')} required /><${Input} form=${form} name="last_day" type="date" label=${t('Day of the end')} min=${day} required /></div>
    <div class="fields"><${Input} form=${form} name="resource_id" label=${t('Room')} options=${places} /><${Input} form=${form} name="venue" label=${t('Another place')} />
      <${Input} form=${form} name="capacity" type="number" min="1" label=${t('Seats')} hint=${t('Any number when left out')} /><${Input} form=${form} name="max_per_customer" type="number" min="1" label=${t('Seats of one customer')} />
      <${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price')} /><${Input} form=${form} name="visitor_price" type="number" min="0" step="any" label=${t('Price for visitors')} />
      <${Input} form=${form} name="tax_rate" type="number" min="0" max="100" step="any" label=${t('Tax in percent')} hint=${t('Empty for that of the location')} /><${TaxRateField} form=${form} none=${t('None: the percent, or that of the location')} />
      <${Input} form=${form} name="visibility" label=${t('Seen by')} options=${audiences} /></div>
    <${Input} form=${form} name="waitlist_enabled" type="checkbox" label=${t('Who finds no seat can wait for one')} />
    ${!conflict && html`<${FormProblem} form=${form} fields=${FIELDS} />`}<${FormActions} form=${form} label=${label} close=${close} /></form>`;
}

/** @param {{close: () => void}} props */
export function NewEvent({ close }) {
  const { id } = place.value;
  const of = zone.value;
  const form = useForm({
    initial: initialOf(of), draft: `new-event.${id}`, send: (values, key) => post('/events', { ...requestOf(values, of, undefined), location_id: id }, { key }),
    done: ({ data }) => { invalidate(['event', 'calendar_block']); tell(t('The draft is made.')); close(); go('events', '', { tab: 'drafts', event: data.id }); },
  });
  return html`<${Dialog} title=${t('New event')} close=${close}><${Fields} form=${form} location=${id} label=${t('Make a draft')} close=${close} /><//>`;
}

/** @param {{event: any, close: () => void}} props */
export function EditEvent({ event, close }) {
  const of = locations.value.find(({ id }) => id === event.location_id)?.time_zone ?? zone.value;
  const editing = useEditing({ path: `/events/${event.id}`, record: event, values: (one) => valuesOf(one, of), request: (values) => requestOf(values, of, null), done: t('The event is changed.'), types: ['event', 'calendar_block'], name: 'event', close });
  const conflict = editing.isConflict && html`<${Conflict} editing=${editing} />`;
  return html`<${Dialog} title=${t('Edit the event')} close=${close}><${Fields} form=${editing.form} location=${event.location_id} label=${t('Save')} close=${close} conflict=${conflict} /><//>`;
}
