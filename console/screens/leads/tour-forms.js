// A tour is planned, as a visit with a host; or one that is planned already is named by the lead.
import { html, useRef } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { nameOf } from '../../app/names.js';
import { locations, me, zone } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post, put } from '../../app/request.js';
import { addDays, dayOf, instantOf, showTime, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { useOwners } from './lead-form.js';
import { today } from './lead-words.js';
import { stageAfterTour } from './stages.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['lead', 'visitor_visit']);
const HOUR_MS = 3_600_000;

/** Names a tour in a lead, which has a tour scheduled by that. @param {any} lead @param {'tour_visit_ids' | 'tour_booking_ids'} list @param {string} id */
const nameTour = (lead, list, id) => put(`/leads/${lead.id}`, { [list]: [...lead[list], id], ...stageAfterTour(lead.stage) }, { version: `"${lead.version}"` });

/** @param {any} lead */
const zoneOf = (lead) => locations.value.find(({ id }) => id === lead.location_id)?.time_zone ?? zone.value;

/** The visit that the form stands for. @param {any} lead @param {any} values @param {string} its */
function visitOf(lead, { day, time, host_id, comment }, its) {
  const at = instantOf(day, time, its);
  const visitor = Object.fromEntries(Object.entries({ name: lead.name, email: lead.email, phone: lead.phone, company_name: lead.company_name }).filter(([, value]) => value));
  return { location_id: lead.location_id, host_id, expected_at: text(at), expected_until: text(at + HOUR_MS), reason: t('Tour of the place'), ...(comment && { comment }), visitor };
}

/** @param {{lead: any, close: () => void}} props */
export function PlanTour({ lead, close }) {
  const its = zoneOf(lead);
  // A visit that was made stays made when the lead could not be changed: the repeat goes on from there.
  const made = useRef(/** @type {any} */ (null));
  const form = useForm({
    initial: { day: addDays(today(), 1), time: '10:00', host_id: lead.owner_id ?? me.value?.id, comment: '' }, draft: `lead-tour.${lead.id}`,
    send: async (values, key) => {
      made.current ??= (await post('/visitor-visits', visitOf(lead, values, its), { key })).data;
      return nameTour(lead, 'tour_visit_ids', made.current.id);
    },
    done: () => { invalidate(TYPES); tell(t('The tour is planned.')); close(); },
  });
  const at = { ...form, problemOf: (/** @type {string} */ field) => form.problemOf(field) ?? form.problemOf('expected_at') };
  const hosts = useOwners(lead.location_id, lead).filter(({ value }) => value);
  return html`<${Dialog} title=${t('Plan a tour')} close=${close}><form onSubmit=${form.submit}>
    <p>${lead.email ? t('{name} is expected as a visitor, and gets an invitation by letter.', { name: lead.name }) : t('{name} is expected as a visitor. Without an e-mail address nobody writes to them.', { name: lead.name })}</p>
    <div class="fields"><${Input} form=${at} name="day" type="date" label=${t('Day')} min=${today()} required /><${Input} form=${form} name="time" type="time" label=${t('At')} required /></div>
    <${Input} form=${form} name="host_id" label=${t('Who shows them around')} options=${hosts} /><${Input} form=${form} name="comment" type="textarea" label=${t('Note for the desk')} maxlength="5000" />
    <${FormProblem} form=${form} fields=${['expected_at', 'host_id', 'comment']} /><${FormActions} form=${form} label=${t('Plan it')} close=${close} /></form><//>`;
}

/** What takes place at the location on a day, as choices. @param {any} lead @param {string} day @param {string} its */
function useDay(lead, day, its) {
  const [from, to] = [text(instantOf(day, '00:00', its)), text(instantOf(addDays(day, 1), '00:00', its))];
  const visits = useAll(day ? '/visitor-visits' : null, { location_id: lead.location_id, from, to });
  const bookings = useAll(day ? '/bookings' : null, { location_id: lead.location_id, start_date: day, end_date: day, status: 'confirmed' });
  const resources = useAll('/resources', { location_id: lead.location_id });
  const roomOf = (/** @type {any} */ one) => resources.data?.find((/** @type {any} */ { id }) => id === one.resource_id)?.name ?? '…';
  const all = [
    ...(visits.data ?? []).filter((/** @type {any} */ one) => one.status !== 'cancelled' && dayOf(one.expected_at, its) === day).map((/** @type {any} */ one) => ({ value: `tour_visit_ids ${one.id}`, at: one.expected_at, label: `${showTime(one.expected_at, its)} · ${nameOf(one.visitor)}` })),
    ...(bookings.data ?? []).map((/** @type {any} */ one) => ({ value: `tour_booking_ids ${one.id}`, at: one.start_time, label: [showTime(one.start_time, its), roomOf(one), one.title].filter(Boolean).join(' · ') })),
  ];
  const named = (/** @type {string} */ value) => [...lead.tour_visit_ids, ...lead.tour_booking_ids].includes(value.split(' ')[1]);
  return { isRead: Boolean(visits.data && bookings.data), choices: all.filter(({ value }) => !named(value)).sort((one, other) => Date.parse(one.at) - Date.parse(other.at)) };
}

/** @param {{lead: any, close: () => void}} props */
export function NameTour({ lead, close }) {
  const its = zoneOf(lead);
  const form = useForm({
    initial: { day: today(), tour: '' }, draft: `lead-name-tour.${lead.id}`,
    send: ({ tour }) => { const [list, id] = tour.split(' '); return nameTour(lead, /** @type {'tour_visit_ids'} */ (list), id); },
    done: () => { invalidate(TYPES); tell(t('The tour is named.')); close(); },
  });
  const { day } = form.values;
  const { choices, isRead } = useDay(lead, day, its);
  const none = !day || isRead ? (choices.length ? t('Choose a visit or booking') : t('Nothing takes place on that day.')) : t('Loading …');
  const problem = form.problemOf('tour_visit_ids') ?? form.problemOf('tour_booking_ids');
  return html`<${Dialog} title=${t('Name a tour that is planned')} close=${close}><form onSubmit=${form.submit}><p>${t('A visit in which they see the place, or a booking in which they try it.')}</p>
    <${Input} form=${form} name="day" type="date" label=${t('Day')} required onInput=${(/** @type {any} */ event) => form.set({ day: event.target.value, tour: '' })} />
    <${Input} form=${{ ...form, problemOf: () => problem }} name="tour" label=${t('Visit or booking')} options=${[{ value: '', label: none }, ...choices]} required />
    <${FormProblem} form=${form} fields=${['tour_visit_ids', 'tour_booking_ids']} /><${FormActions} form=${form} label=${t('Name it')} close=${close} /></form><//>`;
}
