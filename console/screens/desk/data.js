// All that the desk of a location looks at, read once for the whole screen.
import { useEffect, useMemo } from '../../vendor/preact.js';
import { place, zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { addDays, dayOf, startOf, text, useNow } from '../../app/time.js';
import { newest } from './admit.js';
import { arrivalsOf, presentOf } from './day.js';
import { gone } from './leave.js';
import { useNames } from './names.js';

/** Events of a day whose tickets the desk finds by name. */
const DOORS = 4;
const EVERY_MINUTE = 60_000;

/** Tickets of the events, whose lists are read while the screen is open. @param {any[]} events */
function useTickets(events) {
  const lists = Array.from({ length: DOORS }, (_, at) => useAll(events[at] ? `/events/${events[at].id}/attendees` : null));
  return lists.flatMap(({ data }, at) => (data ?? []).map((/** @type {any} */ ticket) => ({ ...ticket, event: events[at] })));
}

export function useDay() {
  const location = place.value;
  const id = location.id;
  const list = useRecord(`/locations/${id}/evacuation-list`);
  const now = useNow(15);
  const today = dayOf(now, zone.value);
  const [from, to] = [startOf(today, zone.value), startOf(addDays(today, 1), zone.value)];
  const bookings = useAll('/bookings', { location_id: id, start_date: today, end_date: today });
  // Somebody who was invited for several days is still expected on the last of them.
  const visits = useAll('/visitor-visits', { location_id: id, status: 'expected', from: text(startOf(addDays(today, -31), zone.value)), to: text(to) });
  const onSite = useRecord('/visitor-visits/on-site', { location_id: id });
  const requests = useAll('/visitor-requests', { location_id: id, status: 'pending' });
  const eventsRead = useAll('/events', { location_id: id, status: 'published', from: text(from - 31 * 24 * 60 * EVERY_MINUTE), to: text(to) });
  const resources = useAll('/resources', { location_id: id });
  const occupancy = useRecord(`/locations/${id}/occupancy`);
  const events = (eventsRead.data ?? []).filter((/** @type {any} */ one) => Date.parse(one.end_time) > now && Date.parse(one.end_time) > from);
  const tickets = useTickets(events);
  useEffect(() => {
    const timer = setInterval(() => { list.again(); occupancy.again(); }, EVERY_MINUTE);
    return () => clearInterval(timer);
  }, [list.entry, occupancy.entry]);
  const arrivals = arrivalsOf({ bookings: (bookings.data ?? []).map(newest), visits: (visits.data ?? []).map(newest), events, now, from });
  const inside = presentOf(list.data, onSite.data).filter(({ key }) => !gone.value.has(key));
  const naming = (/** @type {string} */ type, /** @type {string | null} */ id) => (id ? { type, id } : null);
  const read = useNames([
    ...arrivals.flatMap(({ kind, record }) => [record.customer_id, record.member_id, record.host_id].map((id) => ({ id, by: naming(kind === 'visit' ? 'visitor_visit' : 'booking', record.id) }))),
    ...inside.map(({ host_id: id, visit_id: visit }) => ({ id, by: naming('visitor_visit', visit) })), ...(requests.data ?? []).map((/** @type {any} */ one) => ({ id: one.host_id, by: naming('visitor_request', one.id) })),
  ]);
  const names = new Map([...inside.flatMap(({ member_id: member, name }) => (member ? [/** @type {const} */ ([member, { name, isBlocked: false }])] : [])), ...read]);
  const present = inside.map((person) => ({ ...person, host: names.get(person.host_id ?? '')?.name ?? '' }));
  const rooms = useMemo(() => new Map((resources.data ?? []).map((/** @type {any} */ one) => [one.id, one.name])), [resources.data]);
  return { location, now, today, bookings, visits, requests, events, tickets, arrivals, present, list, occupancy: occupancy.data, names, rooms, others: [requests, eventsRead, onSite] };
}

/** @typedef {ReturnType<typeof useDay>} Day */
