// One entry in a row of the timeline.
import { html } from '../../vendor/preact.js';
import { showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { namingOf } from './entries.js';
import { LANE } from './layout.js';
import { sentenceOf, titleOf } from './marks.js';
import { shareOf } from './stretch.js';
import { whoIs } from './who.js';

/** Shorter ones have no room for words in a week. */
const SHORT_MS = 5 * 3_600_000;

/** Share of the stretch from which the words of something stay in sight while it is scrolled sideways. Each such word is a
 * layer of its own for the browser, of which a screen full of short ones would be hundreds. */
const LONG = 1 / 8;
/** @param {number} from @param {number} to */
export const longClass = (from, to) => (to - from > LONG ? 'long' : '');

/** @param {number} share */
export const percent = (share) => `${(share * 100).toFixed(4)}%`;

/**
 * @param {{entry: import('./entries.js').Entry, lane: number, room: string, stretch: import('./stretch.js').Stretch, isAt: boolean}} props
 */
export function Bar({ entry, lane, room, stretch, isAt }) {
  const name = entry.customer_id ? whoIs(entry.customer_id, namingOf(entry)).value : '';
  const [from, to] = [shareOf(stretch, entry.start), shareOf(stretch, entry.end)];
  const isShort = stretch.view === 'week' && entry.end - entry.start < SHORT_MS;
  const label = sentenceOf(entry, name, room, stretch);
  const place = { left: percent(from), width: percent(to - from), top: `${lane * LANE + 3}px` };
  const cuts = `${entry.start < stretch.from ? 'from-before' : ''} ${entry.end > stretch.to ? 'goes-on' : ''}`;
  const title = titleOf(entry, name);
  const isTimed = stretch.view === 'day' && entry.start > stretch.from;
  return html`<div role="gridcell" class=${`entry ${entry.tone} ${cuts} ${entry.isProposed ? 'proposed' : ''} ${entry.canMove ? 'movable' : ''} ${longClass(from, to)}`} style=${place}
    data-key=${entry.key} tabindex=${isAt ? 0 : -1} aria-label=${label} title=${label}><span class="words" dir="auto">${isShort ? '' : isTimed ? t('{title}, {time}', { title, time: showTime(entry.start, stretch.zone) }) : title}</span></div>`;
}
