// The day at a desk as data: who is expected, who is late, who is there. Computes only.

const MINUTE = 60_000;
/** How long after the agreed time somebody is late. */
const PATIENCE = 5 * MINUTE;
const SOON = 60 * MINUTE;
/** How long before the start of an event its tickets are taken at this screen. */
const EVENT_AHEAD = 24 * 60 * MINUTE;

/** @typedef {import('../../app/api').Schemas} Schemas */
/**
 * Somebody who comes: by a booking, as a visitor, or many of them to an event.
 * @typedef {{kind: 'booking' | 'visit' | 'event', id: string, at: number, until: number | null, opens: number, lateMinutes: number, record: any}} Arrival
 */

/** @param {number} at @param {number} now */
const lateness = (at, now) => (now - at > PATIENCE ? Math.floor((now - at) / MINUTE) : 0);

/** @param {Schemas['Booking']} booking @param {number} now @returns {Arrival | null} null where nobody has to come any more */
function ofBooking(booking, now) {
  const [at, until] = [Date.parse(booking.start_time), Date.parse(booking.end_time)];
  if (!['pending', 'confirmed'].includes(booking.status) || booking.checked_in_at || until <= now) return null;
  const { enabled, opens_minutes: minutes } = booking.policy_snapshot.check_in;
  // Where nobody has to check in, nobody is late either.
  return { kind: 'booking', id: booking.id, at, until, opens: at - minutes * MINUTE, lateMinutes: enabled ? lateness(at, now) : 0, record: booking };
}

/** @param {Schemas['VisitorVisit']} visit @param {number} now @param {number} from first instant of the day @returns {Arrival | null} */
function ofVisit(visit, now, from) {
  if (visit.status !== 'expected' || Date.parse(visit.valid_from) > now || Date.parse(visit.valid_until) <= now) return null;
  const at = Date.parse(visit.expected_at);
  return { kind: 'visit', id: visit.id, at, until: visit.expected_until ? Date.parse(visit.expected_until) : null, opens: 0, lateMinutes: at < from ? 0 : lateness(at, now), record: visit };
}

/** @param {Schemas['Event']} event @param {number} now @returns {Arrival | null} */
function ofEvent(event, now) {
  const [at, until] = [Date.parse(event.start_time), Date.parse(event.end_time)];
  if (event.status !== 'published' || until <= now || !event.seats_taken) return null;
  return { kind: 'event', id: event.id, at, until, opens: at - EVENT_AHEAD, lateMinutes: 0, record: event };
}

/** @param {{bookings: any[], visits: any[], events: any[], now: number, from: number}} day @returns {Arrival[]} by time */
export function arrivalsOf({ bookings, visits, events, now, from }) {
  const all = [...bookings.map((one) => ofBooking(one, now)), ...visits.map((one) => ofVisit(one, now, from)), ...events.map((one) => ofEvent(one, now))];
  return /** @type {Arrival[]} */ (all.filter(Boolean)).sort((one, other) => one.at - other.at || one.id.localeCompare(other.id));
}

/** Who is late first, then who may come now, then the others. @param {Arrival[]} arrivals @param {number} now */
export function groupsOf(arrivals, now) {
  const groups = { late: /** @type {Arrival[]} */ ([]), begun: /** @type {Arrival[]} */ ([]), soon: /** @type {Arrival[]} */ ([]), later: /** @type {Arrival[]} */ ([]) };
  for (const one of arrivals) {
    const name = one.lateMinutes ? 'late' : one.at <= now - PATIENCE ? 'begun' : one.at <= now + SOON ? 'soon' : 'later';
    groups[name].push(one);
  }
  return groups;
}

/** Whether checking in is possible now. @param {Arrival} arrival @param {number} now */
export const isOpen = ({ kind, record, opens }, now) => (kind === 'booking' ? record.status === 'confirmed' && opens <= now : kind === 'visit');

/**
 * Who is there: entries of the evacuation list with what the list of visitors says beside.
 * @typedef {{
 *   key: string, kind: 'member' | 'booking' | 'visit' | 'ticket', name: string, phone: string, company: string, people: number, since: number, resources: string[], badge: number | null,
 *   check_in_id: string | null, booking_id: string | null, visit_id: string | null, registration_id: string | null, member_id: string | null, customer_id: string | null,
 *   host_id: string | null, host?: string, host_state: string | null, closes_at: string | null,
 * }} Present
 */

/** @param {Schemas['PersonPresent']} one @param {Schemas['VisitorOnSite'] | undefined} visitor @returns {Present} */
function personPresent(one, visitor) {
  const kind = one.visit_id ? 'visit' : one.check_in_id ? 'member' : one.booking_id ? 'booking' : 'ticket';
  return {
    key: one.visit_id || one.check_in_id || one.booking_id || one.event_registration_id || one.name, kind, name: one.name, phone: one.phone, people: one.people,
    since: Date.parse(one.checked_in_at), check_in_id: one.check_in_id, booking_id: one.booking_id, visit_id: one.visit_id, registration_id: one.event_registration_id,
    member_id: one.member_id, customer_id: one.customer_id, badge: one.badge_number, resources: one.resources,
    host_id: visitor?.host_id ?? (one.visit_id ? one.customer_id : null), host_state: visitor?.host_state ?? null, closes_at: visitor?.closes_at ?? null, company: visitor?.company_name ?? '',
  };
}

/** @param {Schemas['EventGuestPresent']} one @returns {Present} */
const guestPresent = (one) => ({
  key: one.event_registration_id ?? one.name, kind: 'ticket', name: one.name, phone: '', people: one.people, since: Date.parse(one.checked_in_at), check_in_id: null, booking_id: null,
  visit_id: null, registration_id: one.event_registration_id, member_id: null, customer_id: null, badge: null, resources: [], host_id: null, host_state: null, closes_at: null, company: '',
});

/** @param {Schemas['EvacuationList'] | undefined} list @param {Schemas['VisitorsOnSite'] | undefined} onSite @returns {Present[]} by name */
export function presentOf(list, onSite) {
  if (!list) return [];
  const visitors = new Map((onSite?.visitors ?? []).map((visitor) => [visitor.visit_id, visitor]));
  const all = [...list.present.map((one) => personPresent(one, visitors.get(one.visit_id ?? ''))), ...list.event_guests.map(guestPresent)];
  return all.sort((one, other) => one.name.localeCompare(other.name));
}

/** Name and surname of a visitor. @param {{name: string, surname: string} | null} visitor */
export const visitorName = (visitor) => [visitor?.name, visitor?.surname].filter(Boolean).join(' ');
