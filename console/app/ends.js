// When something ends of which the day and the time are said.
import { HOUR, addDays, dayOf, instantOf, timeOf } from './time.js';

/** The other instant of a day that reads the same as this one, where the clocks were turned back. @param {number} at @param {string} zone */
export function twinOf(at, zone) {
  const twin = [at - HOUR, at + HOUR, at - HOUR / 2, at + HOUR / 2].find((other) => timeOf(other, zone) === timeOf(at, zone));
  return twin && dayOf(twin, zone) === dayOf(at, zone) ? twin : null;
}

/** The first instant after the start that reads so on that day, or else on the day after it. @param {string} day @param {string} time @param {number} start @param {string} zone */
export function endOf(day, time, start, zone) {
  const first = instantOf(day, time, zone);
  const found = [first, twinOf(first, zone)].find((at) => at !== null && at > start);
  return found ?? instantOf(addDays(day, 1), time, zone);
}

/** Days from one to another. @param {string} from @param {string} to */
export const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR));
