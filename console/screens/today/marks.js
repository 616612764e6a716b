// Words for what stands in the timeline, and its legend.
import { html } from '../../vendor/preact.js';
import { showInstant, showSpan, showTime } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';

/** @returns {Record<string, string>} */
const words = () => ({
  confirmed: t('Confirmed'), pending: t('Waits for approval'), here: t('Checked in'), done: t('Over'), absent: t('No-show'), block: t('Blocked'), hold: t('Held'),
  offer: t('Offered'), event: t('Event'), assigned: t('Assigned'), part: t('Taken with another room'),
});
/** @param {string} tone */
export const toneWord = (tone) => words()[tone] ?? word(tone);

/** What an entry is called where there is little room. @param {import('./entries.js').Entry} entry @param {string} name of its customer */
export function titleOf({ kind, title, tone }, name) {
  if (kind === 'part') return t('With {room}', { room: title });
  if (title && name) return t('{title} · {name}', { title, name });
  return title || name || toneWord(tone);
}

/** @param {number} from @param {number} to @param {string} zone */
export const times = (from, to, zone) => t('{from} to {to}', { from: showTime(from, zone), to: showTime(to, zone) });

/** The whole of an entry as a sentence, for those who don't see it. @param {import('./entries.js').Entry} entry @param {string} name @param {string} room @param {import('./stretch.js').Stretch} stretch */
export function sentenceOf(entry, name, room, { zone, view, from, to }) {
  const isBegun = view === 'day' && entry.start >= from;
  // What goes on after the day is said as it stands there: title and time of day, one after the other.
  const beyond = isBegun ? t('{from} to {to}', { from: showTime(entry.start, zone), to: showInstant(entry.end, zone) }) : showSpan(entry.start, entry.end, zone);
  const when = isBegun && entry.end <= to ? times(entry.start, entry.end, zone) : beyond;
  return [titleOf(entry, name), when, room, toneWord(entry.tone), entry.units > 1 && entry.kind === 'booking' ? plural(entry.units, '{count} unit', '{count} units') : '']
    .filter(Boolean).join(', ');
}

const SHOWN = ['confirmed', 'pending', 'here', 'done', 'absent', 'block', 'event', 'hold', 'offer', 'assigned'];

export const Legend = () => html`<p id="timeline-help" class="hidden">${t('Arrows move through rooms and times. Enter opens a booking or makes one, M moves it.')}</p><ul class="legend plain no-print" aria-label=${t('Legend')}>
  ${SHOWN.map((tone) => html`<li key=${tone}><span class=${`swatch entry ${tone}`} aria-hidden="true" />${toneWord(tone)}</li>`)}
  <li><span class="swatch closed" aria-hidden="true" />${t('Closed')}</li></ul>`;
