// What takes time of resources, whatever it is: bookings, blocks, holds, offers, events and assignments. No DOM.
import { addDays, startOf } from '../../app/time.js';

/**
 * @typedef {'booking' | 'block' | 'hold' | 'offer' | 'event' | 'assigned' | 'part'} Kind
 * @typedef {{key: string, kind: Kind, tone: string, resource_id: string, start: number, end: number, units: number, title: string, customer_id: string | null, record: any, canMove: boolean, isProposed?: boolean}} Entry
 * @typedef {{bookings: any[], blocks: any[], holds: any[], offers: any[], events: any[], assignments: any[], resources: any[]}} Read
 * @typedef {{key: string, resource_id: string, start: number, end: number}} Proposal
 */

/** What names the customer of an entry, for those who are told of people by that. @param {Entry} entry @returns {import('../../app/names.js').Naming} */
export function namingOf({ kind, record }) {
  const type = /** @type {Partial<Record<Kind, string>>} */ ({ booking: 'booking', offer: 'waitlist_entry', hold: 'booking_hold', assigned: 'resource_assignment' })[kind];
  return type ? { type, id: record.id } : null;
}

/** What a booking is at the moment, which its colour and mark say. @param {any} booking */
export function toneOf({ status, no_show: noShow, checked_in_at: cameAt, checked_out_at: leftAt }) {
  if (noShow) return 'absent';
  if (status === 'completed' || leftAt) return 'done';
  if (status === 'pending') return 'pending';
  return cameAt ? 'here' : 'confirmed';
}

/** @param {Kind} kind @param {any} record @param {Partial<Entry>} [others] @returns {Entry} */
const entry = (kind, record, others) => ({
  key: `${kind}-${record.id}-${others?.resource_id ?? record.resource_id}`, kind, tone: kind, resource_id: record.resource_id, start: Date.parse(record.start_time), end: Date.parse(record.end_time),
  units: record.units ?? 1, title: record.title ?? record.reason ?? '', customer_id: record.customer_id ?? null, record, canMove: false, ...others,
});

/** @param {any} booking @returns {Entry[]} */
function ofBooking(booking) {
  const tone = toneOf(booking);
  const canMove = ['pending', 'confirmed'].includes(booking.status) && !booking.checked_out_at;
  const own = entry('booking', booking, { tone, canMove });
  return [own, ...booking.additional_resource_ids.map((/** @type {string} */ id) => entry('booking', booking, { tone, resource_id: id, units: 1 }))];
}

/** @param {any} block @param {Map<string, any>} events @returns {Entry} */
function ofBlock(block, events) {
  if (block.made_by?.kind !== 'event') return entry('block', block, { canMove: !block.made_by });
  return entry('event', block, { record: events.get(block.made_by.id) ?? block });
}

/** @param {any} offer */
const ofOffer = (offer) => entry('offer', offer, { resource_id: offer.offered_resource_id, start: Date.parse(offer.offered_start_time), end: Date.parse(offer.offered_end_time) });

/** @param {any} assignment @param {any} resource @param {import('./stretch.js').Stretch} stretch */
const ofAssignment = (assignment, resource, { zone, from, to }) => entry('assigned', assignment, {
  start: Math.max(from, startOf(assignment.start_date, zone)), end: assignment.end_date ? Math.min(to, startOf(addDays(assignment.end_date, 1), zone)) : to,
  units: assignment.entire ? resource?.units ?? 1 : assignment.units,
});

/** A booked parent takes its parts, a booked part keeps the parent from others. @param {Entry} one @param {Map<string, any>} resources @returns {Entry[]} */
function takenWith(one, resources) {
  const { child_resource_ids: parts = [], parent_resource_id: parent } = resources.get(one.resource_id) ?? {};
  return [...parts, ...(parent ? [parent] : [])].map((id) => ({
    ...one, key: `${one.key}-${id}`, kind: 'part', tone: 'part', resource_id: id, canMove: false, customer_id: null, units: resources.get(id)?.units ?? 1, title: resources.get(one.resource_id)?.name ?? '',
  }));
}

/** Shows a move that is not done yet where it would lead. @param {Entry} one @param {Proposal | null} proposal @returns {Entry} */
const proposed = (one, proposal) => (proposal?.key === one.key ? { ...one, ...proposal, isProposed: true } : one);

/**
 * All entries of a stretch, by resource.
 * @param {Read} read @param {import('./stretch.js').Stretch} stretch @param {Proposal | null} proposal @returns {Map<string, Entry[]>}
 */
export function entriesOf(read, stretch, proposal) {
  const resources = new Map(read.resources.map((one) => [one.id, one]));
  const events = new Map(read.events.map((one) => [one.id, one]));
  const all = [
    ...read.bookings.filter(({ status }) => status !== 'cancelled').flatMap(ofBooking), ...read.blocks.map((one) => ofBlock(one, events)),
    ...read.holds.map((one) => entry('hold', one)), ...read.offers.filter(({ offered_start_time: start }) => start).map(ofOffer),
    ...read.assignments.map((one) => ofAssignment(one, resources.get(one.resource_id), stretch)),
    ...read.events.filter(({ resource_id: id, status }) => !id && status === 'published').map((one) => entry('event', one, { resource_id: ELSEWHERE })),
  ].map((one) => proposed(one, proposal));
  const found = /** @type {Map<string, Entry[]>} */ (new Map());
  for (const one of all.flatMap((each) => [each, ...takenWith(each, resources)])) {
    if (one.end <= stretch.from || one.start >= stretch.to || one.end <= one.start) continue;
    const known = found.get(one.resource_id);
    if (known) known.push(one);
    else found.set(one.resource_id, [one]);
  }
  for (const row of found.values()) row.sort((one, other) => one.start - other.start || other.end - one.end);
  return found;
}

/** Row of events that take no resource. */
export const ELSEWHERE = 'elsewhere';

/** Whether other entries leave too few units for these times. @param {Entry[]} row @param {any} resource @param {number} start @param {number} end @param {string} own key that doesn't count @param {number} units */
export function isTaken(row, resource, start, end, own, units = 1) {
  const others = row.filter((one) => one.key !== own && one.start < end && one.end > start);
  const most = Math.max(0, ...others.map(({ start: at }) => others.filter((one) => one.start <= Math.max(at, start) && one.end > Math.max(at, start))
    .reduce((sum, one) => sum + (one.kind === 'block' || one.kind === 'event' ? resource.units : one.units), 0)));
  return most + units > resource.units;
}
