// Dates and times as people type them. Which of two numbers is the day, a column says as a whole where one of its cells
// can be read in one way only; otherwise nothing is guessed.
import { instantOf } from '../../app/time.js';

/** Day first, or month first. @typedef {'dmy' | 'mdy'} Order */

const NUMBERS = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/;
const MONTHS_MAX = 12;

/** A day that there is, as `YYYY-MM-DD`. @param {number} year @param {number} month @param {number} day */
function dayOf(year, month, day) {
  const found = new Date(Date.UTC(year, month - 1, day));
  const text = found.getTime() && found.toISOString().slice(0, 10);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? text || null : null;
}

/** The day that a text names; null where none can be read. @param {string} text @param {Order | ''} order @returns {string | null} */
export function dateOf(text, order) {
  const year = YEAR_FIRST.exec(text);
  if (year) return dayOf(Number(year[1]), Number(year[2]), Number(year[3]));
  const found = NUMBERS.exec(text);
  if (!found || !order) return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  const full = found[4].length === 2 ? 2_000 + Number(found[4]) : Number(found[4]);
  return order === 'dmy' ? dayOf(full, second, first) : dayOf(full, first, second);
}

const TIME = /^(.*?\d日?)(?:,|T| um| at)?\s+(?:at\s+)?(\d{1,2})(?:[:.h時](\d{2}))?分?(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?(?:\s*(?:uhr|h))?$/i;

/** Day and time of a text. @param {string} text */
function split(text) {
  const found = TIME.exec(text);
  if (!found) return { day: text, time: null };
  const [, day, hour, minute = '', second = '0', half] = found;
  const early = Number(hour) % 12 + (half?.toLowerCase() === 'p' ? 12 : 0);
  const isTime = (minute !== '' || half) && Number(minute) < 60 && Number(second) < 60 && (half ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) < 24);
  return { day, time: isTime ? { clock: `${String(half ? early : Number(hour)).padStart(2, '0')}:${minute.padStart(2, '0')}`, second: Number(second) } : null };
}

/** The instant that a text names by the clock of a zone; what has a zone of its own stays. @param {string} text @param {Order | ''} order @param {string} zone @returns {string | null} */
export function instantOfText(text, order, zone) {
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)) return text;
  const { day, time } = split(text.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 '));
  const date = dateOf(day.trim(), order);
  if (!date || !time) return null;
  return new Date(instantOf(date, time.clock, zone) + time.second * 1_000).toISOString();
}

/**
 * The order of a column: an empty text where cells could be read in both ways, or where some are in the one and some in
 * the other; `isNeeded` says whether any cell needs one.
 * @param {string[]} cells @returns {{order: Order | '', isNeeded: boolean}}
 */
export function orderOf(cells) {
  const found = cells.flatMap((cell) => { const numbers = NUMBERS.exec(split(cell).day.trim()); return numbers ? [{ first: Number(numbers[1]), second: Number(numbers[3]), sign: numbers[2] }] : []; });
  const isDayFirst = found.some(({ first }) => first > MONTHS_MAX);
  const isMonthFirst = found.some(({ second }) => second > MONTHS_MAX);
  // Nobody writes the month first with points.
  const areAllByPoints = found.length > 0 && found.every(({ sign }) => sign === '.');
  const order = isDayFirst === isMonthFirst ? (areAllByPoints && !isDayFirst ? 'dmy' : '') : isDayFirst ? 'dmy' : 'mdy';
  return { order, isNeeded: found.length > 0 };
}
