// Days that bookkeepers ask about: months and quarters of the calendar, in the time zone of the business.
import { merchant } from '../../app/place.js';
import { addDays, currentTime, dayOf } from '../../app/time.js';

/** The day in the time zone of the business. */
export const today = () => dayOf(currentTime(), merchant.value?.default_time_zone ?? 'UTC');

/** First day of the month that is so many months away. @param {string} day @param {number} count */
export function monthFrom(day, count) {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** So many months from the first day of one. @param {string} first @param {number} months @returns {[string, string]} */
const span = (first, months) => [first, addDays(monthFrom(first, months), -1)];

/** @param {string} day @returns {Record<string, [string, string]>} */
export function periodsOf(day) {
  const quarter = monthFrom(day, -((Number(day.slice(5, 7)) - 1) % 3));
  const year = `${day.slice(0, 4)}-01-01`;
  return {
    'last-month': span(monthFrom(day, -1), 1), month: span(monthFrom(day, 0), 1), 'last-quarter': span(monthFrom(quarter, -3), 3),
    quarter: span(quarter, 3), 'last-year': span(monthFrom(year, -12), 12), year: span(year, 12),
  };
}

const HALF_DAY_MS = 12 * 3_600_000;
/** The last time zone is so far behind UTC. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** The last day that can be closed: one that has been over for half a day everywhere. @param {number} [now] */
export const lastClosable = (now = currentTime()) => addDays(dayOf(now - HALF_DAY_MS - LAST_ZONE_MS, 'UTC'), -1);

/** The day through which books are closed next: the end of a month, if one has ended that is open; else the last that can be. @param {string | null} closed */
export function nextClosing(closed) {
  const last = lastClosable();
  const monthEnd = addDays(monthFrom(addDays(last, 1), 0), -1);
  return !closed || monthEnd > closed ? monthEnd : last;
}
