// Where the arrows lead in the timeline. No DOM.
import { MINUTE } from './stretch.js';

/**
 * @typedef {import('./layout.js').Row} Row
 * @typedef {import('./layout.js').Line} Line
 * @typedef {{row: string, at: number, entry: string | null}} Cursor `at` is NaN at the name of the row
 */

/** How far an arrow leads in free time. @param {import('./stretch.js').Stretch} stretch */
export const strideOf = ({ view }) => (view === 'day' ? 30 : 180) * MINUTE;

/** @param {Row | undefined} row */
const entriesIn = (row) => (row?.kind === 'resource' && !row.levels ? row.entries : []);

/** The cursor at an instant of a row: on the entry that is there, if there is one. @param {Row} row @param {number} at @param {import('./stretch.js').Stretch} stretch @returns {Cursor} */
export function cursorAt(row, at, { from, to }) {
  const inside = Math.min(Math.max(at, from), to - 5 * MINUTE);
  const entry = entriesIn(row).find(({ start, end }) => start <= inside && inside < end);
  return { row: row.key, at: inside, entry: entry?.key ?? null };
}

/** End of the free time at the cursor, as far as the slot shows it. @param {Line} row @param {number} at @param {import('./stretch.js').Stretch} stretch */
export function slotEnd(row, at, stretch) {
  const next = entriesIn(row).find(({ start }) => start > at);
  return Math.min(at + strideOf(stretch), next?.start ?? Infinity, stretch.to);
}

/** @param {Row} row @param {Cursor} cursor @param {1 | -1} direction @param {import('./stretch.js').Stretch} stretch @returns {Cursor} */
function across(row, cursor, direction, stretch) {
  const entries = entriesIn(row);
  const number = entries.findIndex(({ key }) => key === cursor.entry);
  const present = entries[number];
  const stride = strideOf(stretch);
  if (Number.isNaN(cursor.at)) return direction > 0 ? cursorAt(row, stretch.from, stretch) : cursor;
  if (!present) {
    const at = Math.floor((cursor.at - stretch.from) / stride + direction * (direction > 0 ? 1 : 0.001)) * stride + stretch.from;
    const between = entries.filter(({ start, end }) => (direction > 0 ? start > cursor.at && start <= at : end <= cursor.at && end > at));
    const met = direction > 0 ? between[0] : between.at(-1);
    if (met) return { row: row.key, at: Math.max(met.start, stretch.from), entry: met.key };
    if (at < stretch.from) return row.kind === 'resource' && (row.levels || row.isStacked) ? { row: row.key, at: NaN, entry: null } : cursor;
    return at >= stretch.to ? cursor : cursorAt(row, at, stretch);
  }
  const neighbour = entries[number + direction];
  const touches = neighbour && (direction > 0 ? neighbour.start <= present.end : neighbour.end >= present.start);
  if (touches) return { row: row.key, at: Math.max(neighbour.start, stretch.from), entry: neighbour.key };
  const at = direction > 0 ? present.end : Math.max(present.start - stride, neighbour?.end ?? stretch.from);
  return at >= stretch.to || (direction < 0 && present.start <= stretch.from) ? cursor : cursorAt(row, at, stretch);
}

/**
 * The cursor after a key; null where the key is none of the timeline's.
 * @param {Row[]} rows @param {Cursor} cursor @param {{key: string, ctrlKey: boolean}} event @param {import('./stretch.js').Stretch} stretch @returns {Cursor | null}
 */
export function after(rows, cursor, { key, ctrlKey }, stretch) {
  const number = Math.max(0, rows.findIndex((row) => row.key === cursor.row));
  const at = Number.isNaN(cursor.at) ? stretch.from : cursor.at;
  const inRow = (/** @type {number} */ wanted) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, wanted))];
    return cursorAt(row, at, stretch);
  };
  switch (key) {
    case 'ArrowRight': return across(rows[number], cursor, 1, stretch);
    case 'ArrowLeft': return across(rows[number], cursor, -1, stretch);
    case 'ArrowDown': return inRow(number + 1);
    case 'ArrowUp': return inRow(number - 1);
    case 'PageDown': return inRow(number + 10);
    case 'PageUp': return inRow(number - 10);
    case 'Home': return ctrlKey ? inRow(0) : cursorAt(rows[number], stretch.from, stretch);
    case 'End': return ctrlKey ? inRow(rows.length - 1) : cursorAt(rows[number], stretch.to - strideOf(stretch), stretch);
    default: return null;
  }
}
