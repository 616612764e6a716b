// Making, moving and lengthening by mouse, pen or finger. A finger draws after it has rested; before, it scrolls.
import { signal } from '../../vendor/preact.js';
import { isTaken } from './entries.js';
import { rowAt } from './layout.js';
import { MINUTE, snap } from './stretch.js';

const REST_MS = 350;
const FAR_ENOUGH = 4;
const NEAR_EDGE = 36;
/** So near to its end a bar is lengthened; a short one is only moved. */
const END_WIDTH = 8;

/**
 * @typedef {import('./entries.js').Entry} Entry
 * @typedef {import('./layout.js').Line} Line
 * @typedef {{mode: 'make' | 'move' | 'start' | 'end', line: Line, entry: Entry | null, start: number, end: number, isTaken: boolean}} Drop
 * @typedef {{rows: import('./layout.js').Row[], stretch: import('./stretch.js').Stretch, names: number, head: number, width: number}} Shape
 */

/** What is being drawn at the moment; only its picture is drawn again meanwhile. */
export const drawn = signal(/** @type {Drop | null} */ (null));

/** Times of what is drawn, by where the pointer is. @param {any} grip @param {number} at @param {import('./stretch.js').Stretch} stretch */
function timesOf({ mode, entry, origin }, at, stretch) {
  const shortest = stretch.step;
  if (mode === 'make') {
    if (at < origin) { const end = snap(stretch, origin, Math.ceil); return { start: Math.min(snap(stretch, at), end - shortest), end }; }
    const start = snap(stretch, origin, Math.floor);
    return { start, end: Math.max(snap(stretch, at), start + shortest) };
  }
  if (mode === 'start') return { start: Math.min(snap(stretch, at), entry.end - shortest), end: entry.end };
  if (mode === 'end') return { start: entry.start, end: Math.max(snap(stretch, at), entry.start + shortest) };
  const start = snap(stretch, entry.start + at - origin);
  return { start, end: start + entry.end - entry.start };
}

/** What a bar is taken by: its start, its end, or the whole of it. @param {any} bar @param {number} x */
function modeOf(bar, x) {
  const { left, right, width } = bar.getBoundingClientRect();
  if (width < 3 * END_WIDTH) return 'move';
  return x - left < END_WIDTH ? 'start' : right - x < END_WIDTH ? 'end' : 'move';
}

/**
 * @param {{current: any}} box the place that scrolls
 * @param {() => Shape} shape
 * @param {(drop: Drop, wasDrawn: boolean) => void} drop
 */
export function makeDrag(box, shape, drop) {
  let grip = /** @type {any} */ (null);

  /** @param {any} event */
  function pointOf(event) {
    const { rows, stretch, names, head, width } = shape();
    const place = box.current.getBoundingClientRect();
    const x = event.clientX - place.left + box.current.scrollLeft - names;
    const y = event.clientY - place.top + box.current.scrollTop - head;
    return { at: stretch.from + (x / width) * (stretch.to - stretch.from), row: rows[rowAt(rows, Math.max(0, y))], stretch };
  }
  const stop = () => {
    clearTimeout(grip?.timer);
    removeEventListener('keydown', escape, true);
    grip = null;
    drawn.value = null;
  };
  /** @param {KeyboardEvent} event */
  function escape(event) { if (event.key === 'Escape') { event.preventDefault(); stop(); } }

  const begin = () => {
    grip.isDrawing = true;
    box.current.setPointerCapture?.(grip.pointer);
    addEventListener('keydown', escape, true);
    navigator.vibrate?.(10);
  };
  /** @param {any} event */
  function draw(event) {
    const { at, row, stretch } = pointOf(event);
    const line = grip.mode === 'move' && row?.kind === 'resource' ? row : drawn.peek()?.line ?? grip.line;
    const { start, end } = timesOf(grip, at, stretch);
    const units = grip.entry?.kind === 'block' ? line.resource.units : grip.entry?.units ?? 1;
    drawn.value = { mode: grip.mode, line, entry: grip.entry, start, end, isTaken: isTaken(line.entries, line.resource, start, end, grip.entry?.key ?? '', units) };
  }
  /** Goes on at the edge of what is seen. @param {any} event */
  function follow(event) {
    const place = box.current.getBoundingClientRect();
    const { names } = shape();
    if (event.clientX > place.right - NEAR_EDGE) box.current.scrollLeft += 16;
    if (event.clientX < place.left + names + NEAR_EDGE) box.current.scrollLeft -= 16;
    if (grip.mode !== 'move') return;
    if (event.clientY > place.bottom - NEAR_EDGE) box.current.scrollTop += 12;
    if (event.clientY < place.top + NEAR_EDGE) box.current.scrollTop -= 12;
  }

  return {
    /** @param {any} event */
    down(event) {
      const track = event.target.closest?.('.track');
      if (event.button !== 0 || !track || grip) return;
      const { row, at } = pointOf(event);
      if (row?.kind !== 'resource' || row.resource.isElsewhere) return;
      const key = event.target.closest('[data-key]')?.dataset.key;
      const entry = row.entries.find((one) => one.key === key) ?? null;
      if (entry && !entry.canMove) return;
      const mode = entry ? modeOf(event.target.closest('[data-key]'), event.clientX) : 'make';
      grip = { mode, entry, line: row, origin: at, x: event.clientX, y: event.clientY, pointer: event.pointerId, isFinger: event.pointerType === 'touch' };
      if (grip.isFinger) grip.timer = setTimeout(() => { begin(); draw(event); }, REST_MS);
      else event.preventDefault();
    },
    /** @param {any} event */
    move(event) {
      if (!grip || event.pointerId !== grip.pointer) return;
      const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > FAR_ENOUGH * (grip.isFinger ? 2 : 1);
      if (!grip.isDrawing && far && grip.isFinger) return stop();
      if (!grip.isDrawing && far) begin();
      if (!grip.isDrawing) return undefined;
      follow(event);
      draw(event);
      return undefined;
    },
    /** @param {any} event */
    up(event) {
      if (!grip || event.pointerId !== grip.pointer) return;
      const { isDrawing, mode, line, origin } = grip;
      const done = drawn.peek();
      const { stretch } = shape();
      stop();
      if (isDrawing && done) drop(done, true);
      else if (!isDrawing && mode === 'make') {
        const start = snap(stretch, origin, Math.floor);
        drop({ mode, line, entry: null, start, end: start + 60 * MINUTE, isTaken: false }, false);
      }
    },
    cancel: () => { if (grip) stop(); },
    /** A finger that draws doesn't scroll. @param {any} event */
    touch(event) { if (grip?.isDrawing) event.preventDefault(); },
    isDrawing: () => Boolean(grip?.isDrawing),
  };
}
