// The stretch of time that is shown: a day or a week of the location's clock, and where its instants lie. No DOM.
import { HOUR, addDays, dayOf, mondayOf, startOf, timeOf } from '../../app/time.js';

export const MINUTE = 60_000;

/**
 * @typedef {{at: number, day: string, isDay: boolean, isRepeated: boolean}} Tick
 * @typedef {{view: 'day' | 'week', zone: string, days: string[], from: number, to: number, ticks: Tick[], step: number, key: string}} Stretch
 */

/** Full hours of a day: 23 or 25 where the clocks change, one of which has the time of the one before. @param {string} day @param {string} zone */
function hoursOf(day, zone) {
  const [from, to] = [startOf(day, zone), startOf(addDays(day, 1), zone)];
  const ticks = /** @type {Tick[]} */ ([]);
  for (let at = from; at < to; at += HOUR) ticks.push({ at, day, isDay: at === from, isRepeated: at > from && timeOf(at, zone) === timeOf(at - HOUR, zone) });
  return ticks;
}

/** @param {string} day @param {'day' | 'week'} view @param {string} zone @returns {Stretch} */
export function stretchOf(day, view, zone) {
  const first = view === 'week' ? mondayOf(day) : day;
  const days = Array.from({ length: view === 'week' ? 7 : 1 }, (_, index) => addDays(first, index));
  const [from, to] = [startOf(first, zone), startOf(addDays(first, days.length), zone)];
  const ticks = view === 'day' ? hoursOf(day, zone) : days.map((one) => ({ at: startOf(one, zone), day: one, isDay: true, isRepeated: false }));
  return { view, zone, days, from, to, ticks, step: (view === 'day' ? 15 : 60) * MINUTE, key: `${view} ${first} ${zone}` };
}

/** Where and when a booking is, or would be. @param {any} booking */
export const slotOf = (booking) => ({ resource_id: booking.resource_id, start: Date.parse(booking.start_time), end: Date.parse(booking.end_time) });

/** Share of the stretch that lies before an instant, from 0 to 1. @param {Stretch} stretch @param {number} at */
export const shareOf = ({ from, to }, at) => Math.min(1, Math.max(0, (at - from) / (to - from)));

/** Nearest step of the day's clock. @param {Stretch} stretch @param {number} at @param {(value: number) => number} [round] */
export function snap({ step, zone }, at, round = Math.round) {
  const start = startOf(dayOf(at, zone), zone);
  return start + round((at - start) / step) * step;
}

/** How many hours the clock of a day has: 23, 24 or 25. @param {string} day @param {string} zone */
export const lengthOf = (day, zone) => (startOf(addDays(day, 1), zone) - startOf(day, zone)) / HOUR;
