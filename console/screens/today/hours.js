// When a resource is closed: hours of the location and its own, holidays and closed days. No DOM.
import { addDays, instantOf, startOf, weekdayOf } from '../../app/time.js';

/**
 * @typedef {[number, number]} Span
 * @typedef {{weekday: string, opens: string, closes: string}} Hours
 */

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Spans that lie in one of both, put together where they touch. @param {Span[]} spans @returns {Span[]} */
export function joined(spans) {
  const found = /** @type {Span[]} */ ([]);
  for (const [from, to] of [...spans].sort((one, other) => one[0] - other[0])) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) found.push([from, to]);
  }
  return found;
}

/** What is left of a span without others. @param {Span} whole @param {Span[]} others @returns {Span[]} */
export function without([from, to], others) {
  const left = /** @type {Span[]} */ ([]);
  let at = from;
  for (const [start, end] of joined(others)) {
    if (start > at) left.push([at, Math.min(start, to)]);
    at = Math.max(at, end);
  }
  if (at < to) left.push([at, to]);
  return left.filter((span) => span[1] > span[0]);
}

/** Hours of a day as instants; hours that close at or before they open end on the next day. @param {Hours[]} hours @param {string} day @param {string} zone @returns {Span[]} */
function opensOn(hours, day, zone) {
  const next = addDays(day, 1);
  return hours.filter(({ weekday }) => weekday === WEEKDAYS[weekdayOf(day) - 1]).map(({ opens, closes }) => {
    const isMidnight = closes === '24:00';
    const end = isMidnight ? startOf(next, zone) : instantOf(closes <= opens ? next : day, closes, zone);
    return /** @type {Span} */ ([instantOf(day, opens, zone), end]);
  });
}

/** When hours say closed in a stretch; without hours it is open around the clock. @param {Hours[]} hours @param {string[]} closedDays @param {import('./stretch.js').Stretch} stretch */
function closedBy(hours, closedDays, { days, from, to, zone }) {
  const whole = /** @type {Span} */ ([from, to]);
  const wide = [addDays(days[0], -1), ...days];
  const open = hours.length ? wide.flatMap((day) => opensOn(hours, day, zone)) : [whole];
  const closed = closedDays.filter((day) => days.includes(day)).map((day) => /** @type {Span} */ ([startOf(day, zone), startOf(addDays(day, 1), zone)]));
  return [...without(whole, open), ...closed];
}

/** When nobody can use a resource. @param {any} place @param {any} resource null for the location alone @param {import('./stretch.js').Stretch} stretch @returns {Span[]} */
export function closedSpans(place, resource, stretch) {
  const holidays = (place?.holidays ?? []).map((/** @type {any} */ { date }) => date);
  const { default: own = [], closed_dates: closedDays = [] } = resource?.schedule ?? {};
  return joined([...closedBy(place?.opening_hours ?? [], holidays, stretch), ...closedBy(own, closedDays, stretch)]);
}

/** First instant of a day at which a location is open, or the day's 8 hours after midnight. @param {any} place @param {import('./stretch.js').Stretch} stretch */
export function firstOpen(place, stretch) {
  const [closed] = closedSpans(place, null, stretch);
  return closed && closed[0] === stretch.from && closed[1] < stretch.to ? closed[1] : stretch.from + 8 * 3_600_000;
}
