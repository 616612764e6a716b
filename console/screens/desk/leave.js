// Letting people out, and what hosts say to visitors who wait.
import { signal } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { place, zone } from '../../app/place.js';
import { post } from '../../app/request.js';
import { showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { undoTicket } from './codes.js';

/** @typedef {import('./day.js').Present} Present */

/** Who has left, before the lists say so. Their keys are of visits and check-ins that do not come back. */
export const gone = signal(/** @type {Set<string>} */ (new Set()));

/** @param {Present} person */
function showGone({ key }) {
  gone.value = new Set(gone.value).add(key);
  return () => { gone.value = new Set([...gone.value].filter((one) => one !== key)); };
}

/** @param {Present} person */
export async function leaveVisit(person) {
  await act({ send: () => post(`/visitor-visits/${person.visit_id}/check-out`), show: () => showGone(person), types: ['visitor_visit'], done: t('{name} has left.', { name: person.name }) });
}

/** @param {Present} person */
async function leaveLocation(person) {
  const again = () => post('/check-ins', { member_id: person.member_id, location_id: place.value.id });
  await act({ send: () => post(`/check-ins/${person.check_in_id}/check-out`), show: () => showGone(person), types: ['check_in'], done: t('{name} has left.', { name: person.name }), undo: again });
}

/** @param {Present} person */
async function leaveBooking(person) {
  const said = (/** @type {any} */ booking) => t('{name} has left. The time until {time} is free.', { name: person.name, time: showTime(booking.end_time, zone.value) });
  const answer = await act({ send: () => post(`/bookings/${person.booking_id}/check-out`), show: () => showGone(person), types: ['booking'] });
  if (answer) tell(said(answer.data));
}

/** Whether leaving cannot be taken back and frees what is booked. @param {Present} person */
export const endsBooking = (person) => Boolean(person.booking_id);

/** @param {Present} person */
export async function leave(person) {
  if (person.visit_id) return leaveVisit(person);
  if (person.check_in_id) await leaveLocation(person);
  if (person.booking_id) await leaveBooking(person);
  if (!person.check_in_id && !person.booking_id && person.registration_id) await undoTicket({ id: person.registration_id, attendee_name: person.name });
  return undefined;
}

/** @param {Present} person @param {'rejected' | 'accepted_hold' | 'accepted_grant'} state */
export const answerFor = (person, state) => act({ send: () => post(`/visitor-visits/${person.visit_id}/answer`, { host_state: state }), types: ['visitor_visit'], done: t('{name} can be told.', { name: person.name }) });
