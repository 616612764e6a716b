// Wall-clock times of a location, whatever the reader's own time zone is, right over changes of the clock.
// A day is `YYYY-MM-DD`, a time of day `HH:MM`; an instant is what `Date` has or an RFC 3339 text.
import { signal, useEffect, useState } from '../vendor/preact.js';
import { language } from './words.js';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** How far the service's clock is ahead of the browser's: that of a sandbox may be months ahead. */
const ahead = signal(0);
/** Answers need some time to arrive. */
const NEAR_MS = 10_000;

/** Takes note of the instant that an answer names. @param {string | undefined} timestamp */
export function hearTime(timestamp) {
  const difference = Date.parse(timestamp ?? '') - Date.now();
  if (Math.abs(difference - ahead.peek()) > NEAR_MS) ahead.value = difference;
}

/** The present instant, as the service has it, in milliseconds: what is shown follows when its clock is advanced. */
export const currentTime = () => Date.now() + ahead.value;

/** The present instant, which goes on by itself. @param {number} everySeconds */
export function useNow(everySeconds) {
  const [now, setNow] = useState(currentTime);
  const difference = ahead.value;
  useEffect(() => {
    setNow(currentTime());
    const timer = setInterval(() => setNow(currentTime()), everySeconds * 1_000);
    return () => clearInterval(timer);
  }, [difference, everySeconds]);
  return now;
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/** @param {string} locale @param {string} timeZone @param {Intl.DateTimeFormatOptions} options */
function format(locale, timeZone, options) {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) formats.set(key, made = new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  return made;
}

/** @typedef {string | number | Date} Instant */
/** @param {Instant} instant */
const millis = (instant) => (typeof instant === 'number' ? instant : typeof instant === 'string' ? Date.parse(instant) : instant.getTime());

/** @param {Instant} instant @param {string} zone */
function partsOf(instant, zone) {
  const parts = format('en-GB-u-ca-iso8601', zone, { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(millis(instant));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Clocks are only changed at a quarter of an hour. */
const QUARTER = 15 * MINUTE;
const KNOWN_MAX = 5_000;
/** Offsets that were asked for: to ask takes long, and a page asks for hundreds. @type {Map<string, Map<number, number>>} */
const known = new Map();

/** Offset of a zone from UTC at an instant, in milliseconds. @param {number} instant @param {string} zone */
function offsetAt(instant, zone) {
  const at = Math.floor(instant / QUARTER) * QUARTER;
  let offsets = known.get(zone);
  if (!offsets || offsets.size > KNOWN_MAX) known.set(zone, offsets = new Map());
  let offset = offsets.get(at);
  if (offset === undefined) {
    const { year, month, day, hour, minute } = partsOf(at, zone);
    offsets.set(at, offset = Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}Z`) - at);
  }
  return offset;
}

/** What the clock of a zone shows, as `2026-11-26T14:30:00.000Z`. @param {Instant} instant @param {string} zone */
const clockOf = (instant, zone) => new Date(millis(instant) + offsetAt(millis(instant), zone)).toISOString();

/** Day of an instant. @param {Instant} instant @param {string} zone */
export const dayOf = (instant, zone) => clockOf(instant, zone).slice(0, 10);

/** Time of day of an instant, as inputs have it. @param {Instant} instant @param {string} zone */
export const timeOf = (instant, zone) => clockOf(instant, zone).slice(11, 16);

/** Instant of a wall-clock time in milliseconds: the first of two that read the same; the one after the gap where there is
 * none. @param {string} day @param {string} time @param {string} zone */
export function instantOf(day, time, zone) {
  const wall = Date.parse(`${day}T${time}Z`);
  const [before, after] = [offsetAt(wall - 24 * HOUR, zone), offsetAt(wall + 24 * HOUR, zone)];
  for (const offset of [before, after]) {
    if (offsetAt(wall - offset, zone) === offset) return wall - offset;
  }
  return wall - before;
}

/** First instant of a day, in milliseconds. @param {string} day @param {string} zone */
export const startOf = (day, zone) => instantOf(day, '00:00', zone);

/** @param {string} day @param {number} count */
export const addDays = (day, count) => new Date(Date.parse(`${day}T12:00Z`) + count * 24 * HOUR).toISOString().slice(0, 10);

/** Monday is 1. @param {string} day */
export const weekdayOf = (day) => new Date(`${day}T12:00Z`).getUTCDay() || 7;

/** Monday of a day's week. @param {string} day */
export const mondayOf = (day) => addDays(day, 1 - weekdayOf(day));

/** @param {Instant} instant */
export const text = (instant) => new Date(millis(instant)).toISOString();

/** `14:30`, as readers of the language write it. @param {Instant} instant @param {string} zone */
export const showTime = (instant, zone) => format(language(), zone, { timeStyle: 'short' }).format(millis(instant));

/** `Thu 26 Nov`. @param {string} day @param {Intl.DateTimeFormatOptions} [options] */
export const showDay = (day, options = { weekday: 'short', day: 'numeric', month: 'short' }) =>
  format(language(), 'UTC', options).format(Date.parse(`${day}T12:00Z`));

/** Day and time. @param {Instant} instant @param {string} zone */
export const showInstant = (instant, zone) => format(language(), zone, { dateStyle: 'medium', timeStyle: 'short' }).format(millis(instant));

/** From and to, with the day only once where it is one. @param {Instant} from @param {Instant} to @param {string} zone */
export const showSpan = (from, to, zone) =>
  format(language(), zone, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).formatRange(millis(from), millis(to));

/** Hours and minutes, such as `1 h 30 min`. @param {number} minutes */
export function showMinutes(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ');
}

/** To ask for it takes long, so it is asked for where it is needed. */
export const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the reader's clock shows another time than the zone's now. @param {string} zone */
export const differs = (zone) => offsetAt(currentTime(), zone) !== -new Date(currentTime()).getTimezoneOffset() * MINUTE;
