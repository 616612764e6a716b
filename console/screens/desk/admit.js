// Letting people in and out. Each of these sends a change, shows it at once, and says what became of it.
import { signal } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { isAdmin, locations, place, zone } from '../../app/place.js';
import { showChanged } from '../../app/records.js';
import { get, post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { HOUR, currentTime, dayOf, showTime, text } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { agreed } from './agreement.js';
import { printBadge } from './badge.js';
import { visitorName } from './day.js';
import { say } from './outcome.js';
import { sentenceOf, wordOf } from './refusals.js';

/** Records as answers of changes had them: a list may lag a moment behind. */
const known = signal(/** @type {Map<string, any>} */ (new Map()));
/** @param {any} record */
const remember = (record) => { known.value = new Map(known.value).set(record.id, record); };

/** The record of a list, or what is known to be newer. @param {any} record */
export function newest(record) {
  const after = known.value.get(record.id);
  return after?.version > record.version ? after : record;
}

/**
 * Sends one change of somebody's presence; a refusal is said with the ways on.
 * @param {{who: string, send: () => Promise<{data: any}>, show?: () => () => void, types: import('../../app/api').ObjectType[], ways?: (refusal: any) => import('./outcome.js').Way[]}} change
 * @returns {Promise<any>} the record, or null
 */
export async function change({ who, send, show, types, ways }) {
  const refused = (/** @type {any} */ refusal) => { say('bad', who, sentenceOf(refusal), ways?.(refusal)); };
  const answer = await act({ send, show, types, refused });
  if (answer?.data?.version) remember(answer.data);
  return answer?.data ?? null;
}

const nowText = () => text(currentTime());

/** @param {any} visit */
export function sayVisitor(visit) {
  const badge = t('Badge {number}', { number: visit.badge_number ?? '–' });
  const host = { requested: t('The host is asked to answer.'), not_required: '' }[/** @type {string} */ (visit.host_state)] ?? '';
  return say('good', visitorName(visit.visitor), [t('Checked in.'), badge, host].filter(Boolean).join(' · '), [{ label: t('Print badge'), icon: 'print', act: () => printBadge(visit.id) }]);
}

/** @param {any} visit */
export async function admitVisit(visit) {
  const who = visitorName(visit.visitor);
  const agreement = await agreed(who);
  if (!agreement) return null;
  const show = () => showChanged(visit.id, (one) => ({ ...one, status: 'checked_in', checked_in_at: nowText() }));
  const data = await change({ who, send: () => post(`/visitor-visits/${visit.id}/check-in`, agreement.body), show, types: ['visitor_visit'] });
  return data && sayVisitor(data);
}

/** @param {any} booking @param {string} who @param {string} room */
export async function admitBooking(booking, who, room) {
  const show = () => showChanged(booking.id, (one) => ({ ...one, checked_in_at: nowText() }));
  const data = await change({ who, send: () => post(`/bookings/${booking.id}/check-in`), show, types: ['booking'] });
  return data && say('good', who, t('Checked in to {room}, until {time}.', { room, time: showTime(booking.end_time, zone.value) }));
}

/** @param {any} booking @param {string} who */
export async function confirmBooking(booking, who) {
  const show = () => showChanged(booking.id, (one) => ({ ...one, status: 'confirmed' }));
  return change({ who, send: () => post(`/bookings/${booking.id}/confirm`), show, types: ['booking'] });
}

/** How somebody is admitted, for the desk. @param {any} checkIn */
async function sayAdmitted(checkIn) {
  if (checkIn.admitted_by === 'subscription') return t('Admitted by a subscription.');
  if (checkIn.admitted_by === 'booking') return t('Admitted by a booking of today.');
  const left = await get(`/customers/${checkIn.member_id}/balances`).then(({ data }) => data.day_passes.total, () => null);
  return left === null ? t('Admitted by a day pass.') : plural(left, 'Admitted by a day pass. {count} is left.', 'Admitted by a day pass. {count} are left.');
}

/** Takes a check-in back, with the day pass that it took. @param {any} checkIn @param {string} who */
async function undoCheckIn(checkIn, who) {
  const ended = await change({ who, send: () => post(`/check-ins/${checkIn.id}/check-out`), types: ['check_in'] });
  if (!ended) return;
  const pass = checkIn.day_pass_transaction_id && await get(`/day-pass-transactions/${checkIn.day_pass_transaction_id}`).then(({ data }) => data, () => null);
  const isOfThis = pass?.source?.id === checkIn.id;
  if (isOfThis && !await change({ who, send: () => post(`/day-pass-transactions/${pass.id}/reverse`, { reason: t('Checked in by mistake.') }), types: ['day_pass_transaction'] })) return;
  say('good', who, isOfThis ? t('The check-in was taken back, and the day pass with it.') : t('The check-in was taken back.'));
}

/** Somebody is checked in already, here or elsewhere: says where. @param {{id: string, name: string}} person */
async function sayWhereTheyAre(person) {
  const { data: [open] } = await get('/check-ins', { member_id: person.id, open: true, limit: 1 }).catch(() => ({ data: [] }));
  if (!open) return;
  const time = showTime(open.checked_in_at, zone.value);
  if (open.location_id === place.value.id) { say('bad', person.name, t('They are here already, since {time}.', { time })); return; }
  const name = await get(`/locations/${open.location_id}`).then(({ data }) => data.name, () => t('another location'));
  const move = async () => {
    if (await change({ who: person.name, send: () => post(`/check-ins/${open.id}/check-out`), types: ['check_in'] })) await admitMember(person);
  };
  say('bad', person.name, t('They are checked in at {location} since {time}.', { location: name, time }), [{ label: t('Check out there, and in here'), act: move }]);
}

/** @param {{id: string, name: string}} person */
async function givePassAndAdmit(person) {
  const body = { customer_id: person.id, type: 'purchase_allocation', amount: 1, location_id: place.value.id, reason: t('Paid at the desk.') };
  if (await change({ who: person.name, send: () => post('/day-pass-transactions', body), types: ['day_pass_transaction'] })) await admitMember(person);
}

/** Whether they came to the wrong house: a booking of today at another location. @param {{id: string, name: string}} person @param {import('./outcome.js').Way[]} ways */
async function sayBookedElsewhere(person, ways) {
  const [from, to] = [text(currentTime() - 12 * HOUR).slice(0, 10), text(currentTime() + 12 * HOUR).slice(0, 10)];
  const { data } = await get('/bookings', { customer_id: person.id, start_date: from, end_date: to, limit: 50 }).catch(() => ({ data: [] }));
  const elsewhere = data.find((/** @type {any} */ one) => one.status === 'confirmed' && one.location_id !== place.value.id && dayOf(one.start_time, one.time_zone) === dayOf(currentTime(), one.time_zone));
  const location = elsewhere && locations.value.find(({ id }) => id === elsewhere.location_id);
  if (location) say('bad', person.name, t('Nothing admits them here today. They have a booking at {location} at {time}.', { location: location.name, time: showTime(elsewhere.start_time, location.time_zone) }), ways);
}

/** @param {{id: string, name: string}} person @param {{label: string, act: () => any}[]} [alsoPossible] what may follow, such as a booking of theirs */
export async function admitMember(person, alsoPossible = []) {
  const body = { member_id: person.id, location_id: place.value.id };
  const ways = (/** @type {any} */ refusal) => {
    const reason = wordOf(refusal);
    if (reason === 'checked_in') { sayWhereTheyAre(person); return []; }
    const page = { label: t('Their page'), href: link('person', person.id) };
    if (reason !== 'insufficient_balance') return [page];
    const pass = { label: t('Day pass, paid at the desk'), act: () => givePassAndAdmit(person) };
    const all = [...(isAdmin.value ? [pass] : []), { label: t('Sell in the shop'), href: link('orders', '', { customer: person.id }) }, page];
    sayBookedElsewhere(person, all);
    return all;
  };
  const data = await change({ who: person.name, send: () => post('/check-ins', body), types: ['check_in'], ways });
  if (!data) return null;
  const undo = { label: t('Undo'), act: () => undoCheckIn(data, person.name) };
  return say('good', person.name, await sayAdmitted(data), [...alsoPossible, undo]);
}
