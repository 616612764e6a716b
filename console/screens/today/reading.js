// What the timeline reads. Pages of its long lists are read at the same time, and shown as they arrive.
import { place } from '../../app/place.js';
import { begin, useAll } from '../../app/records.js';
import { get } from '../../app/request.js';
import { useMemo } from '../../vendor/preact.js';
import { text } from '../../app/time.js';
import { LONGEST_DAYS, useEarlier } from './earlier.js';

/** How often a part of a long list is shown while it is read. */
const SHOW_EVERY_MS = 700;
const AT_ONCE = 6;

/**
 * Reads a whole list by the numbers of its pages: the first one says how many there are, the others are read at the same
 * time. A record that moves from page to page meanwhile is in the event log, by which the list is read again.
 * @type {import('../../app/records.js').Reader}
 */
async function byPages(path, query, part) {
  const pageAt = (/** @type {number} */ page) => get(path, { ...query, per_page: 100, page });
  const first = await pageAt(1);
  const known = new Map(first.data.map((/** @type {any} */ one) => [one.id, one]));
  const rest = Array.from({ length: first.pagination.total_pages - 1 }, (_, index) => index + 2);
  let shownAt = 0;
  // What arrived is shown now and then: to lay out thousands of bookings for every hundred would take longer than to read them.
  const show = () => {
    if (performance.now() - shownAt < SHOW_EVERY_MS) return;
    shownAt = performance.now();
    part([...known.values()]);
  };
  const work = async () => {
    for (let page = rest.shift(); page; page = rest.shift()) {
      for (const one of (await pageAt(page)).data) known.set(one.id, one);
      if (rest.length) show();
    }
  };
  if (rest.length) show();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...known.values()];
}

const NONE = /** @type {any[]} */ ([]);
/** What was read; nothing read and nothing found are one and the same, so that an empty list changes nothing. @param {{data: any}} list @returns {any[]} */
const found = ({ data }) => (data?.length ? data : NONE);

/** What is asked for first: rooms, and the bookings of these days. @param {import('./stretch.js').Stretch} stretch */
const firstOf = ({ days }) => ({ resources: { location_id: place.value.id, is_active: true }, bookings: { location_id: place.value.id, start_date: days[0], end_date: days.at(-1) } });

/** Begins to read what the timeline shows first. @param {import('./stretch.js').Stretch} stretch */
export function beginReading(stretch) {
  const { resources, bookings } = firstOf(stretch);
  return Promise.all([begin('/resources', resources, byPages), begin('/bookings', bookings, byPages)]);
}

/** @param {import('./stretch.js').Stretch} stretch */
export function useToday(stretch) {
  const { days, from } = stretch;
  const { id } = place.value;
  const at = { location_id: id };
  const first = firstOf(stretch);
  const resources = useAll('/resources', first.resources, byPages);
  const bookings = useAll('/bookings', first.bookings, byPages);
  // Rooms and the day's bookings come first; the rest is read when the rooms are there.
  const rest = (/** @type {import('../../app/api').Path} */ path) => (resources.data ? path : null);
  const earlier = useEarlier(resources.data ? id : null, days[0], from);
  const blocks = useAll(rest('/calendar-blocks'), { ...at, ends_from: text(from) });
  const holds = useAll(rest('/booking-holds'), at);
  const offers = useAll(rest('/waitlist-entries'), { ...at, status: 'offered' });
  const events = useAll(rest('/events'), { ...at, from: text(from - LONGEST_DAYS * 86_400_000), to: text(from + days.length * 25 * 3_600_000) });
  const assignments = useAll(rest('/resource-assignments'), at);
  const floors = useAll(rest('/floors'), at);
  const all = [resources, bookings, earlier, blocks, holds, offers, events, assignments];
  const read = useMemo(() => /** @type {import('./entries.js').Read} */ ({
    resources: found(resources), bookings: [...found(earlier), ...found(bookings)], blocks: found(blocks), holds: found(holds), offers: found(offers), events: found(events), assignments: found(assignments),
  }), all.map(found));
  return {
    read, floors: found(floors), isReady: resources.data !== undefined && bookings.data !== undefined, isComplete: all.every(({ error, entry }) => error || entry?.isRead),
    error: resources.error ?? bookings.error, again: () => { resources.again(); bookings.again(); },
    isEarlierMissing: earlier.error?.status === 422, others: [blocks, holds, offers, events, assignments, ...(earlier.error?.status === 422 ? [] : [earlier])],
  };
}
