// The timeline: rows of resources over the hours. Only rows that are seen are in the page.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { showDay, showTime } from '../../app/time.js';
import { t } from '../../app/words.js';
import { percent } from './bar.js';
import { drawn, makeDrag } from './drag.js';
import { linesOf } from './ground.js';
import { after, cursorAt, slotEnd } from './keys.js';
import { LANE, rowAt } from './layout.js';
import { times } from './marks.js';
import { GroupRow, ResourceRow } from './row.js';
import { shareOf } from './stretch.js';

/** @typedef {import('./keys.js').Cursor} Cursor */

const HEAD = 34;
const AROUND = 6;
const HOURS_SEEN = 14;

/** @param {number} at @param {string} zone */
const zoneName = (at, zone) => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'short', hour: 'numeric' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** @param {{stretch: import('./stretch.js').Stretch, open: (day: string) => void, today: string}} props */
const Hours = ({ stretch, open, today }) => html`<div role="row" class="hours" aria-rowindex="1"><div role="columnheader" class="corner">${t('Resource')}</div>
  <div class="ticks" role="presentation">${stretch.ticks.map(({ at, day, isRepeated }) => html`<div role="columnheader" key=${at} class=${day === today && stretch.view === 'week' ? 'tick is-today' : 'tick'} style=${{ left: percent(shareOf(stretch, at)) }}>
    ${stretch.view === 'week' ? html`<button type="button" tabindex="-1" onClick=${() => open(day)}>${showDay(day)}</button>`
    : html`<time>${showTime(at, stretch.zone)}</time>${isRepeated && html` <small>${zoneName(at, stretch.zone)}</small>`}`}</div>`)}</div></div>`;

/** What is being drawn, with its times. @param {{stretch: import('./stretch.js').Stretch}} props */
function Drawn({ stretch }) {
  const drop = drawn.value;
  if (!drop) return null;
  const { line, start, end, entry } = drop;
  const place = { transform: `translateY(${line.top + 3}px)`, height: `${LANE - 4}px` };
  return html`<div class="ghost-row" aria-hidden="true" style=${place}><div class=${`ghost ${drop.isTaken ? 'taken' : ''}`} style=${{ left: percent(shareOf(stretch, start)), width: percent(shareOf(stretch, end) - shareOf(stretch, start)) }}>
    <span><b>${times(start, end, stretch.zone)}</b> ${entry && line.key !== entry.resource_id ? line.resource.name : ''} ${drop.isTaken ? t('taken') : ''}</span></div></div>`;
}

/** Which rows are seen and how large the place is. @param {any} box @param {import('./layout.js').Row[]} rows */
function useSight(box, rows) {
  const [sight, setSight] = useState({ first: 0, last: 40, width: 1200 });
  const look = () => {
    if (!box.current) return;
    const { scrollTop, clientHeight, clientWidth } = box.current;
    const first = Math.max(0, rowAt(rows, scrollTop) - AROUND);
    const last = Math.min(rows.length, rowAt(rows, scrollTop + clientHeight) + AROUND);
    // Rows are changed some at a time, so that not every step of a scroll is work.
    const isNear = (/** @type {any} */ old) => old.width === clientWidth && Math.abs(old.first - first) < 3 && Math.abs(old.last - last) < 3 && old.last <= rows.length;
    setSight((old) => (isNear(old) ? old : { first, last, width: clientWidth }));
  };
  useLayoutEffect(look, [rows]);
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { ...sight, look };
}

/** The cursor where it was, on what stands there by now. @param {Cursor | null} moved @param {import('./layout.js').Row} row @param {number} begin @param {import('./stretch.js').Stretch} stretch @returns {Cursor} */
function resolved(moved, row, begin, stretch) {
  if (!moved || row.key !== moved.row) return cursorAt(row, begin, stretch);
  if (Number.isNaN(moved.at)) return moved;
  if (moved.entry && row.kind === 'resource' && !row.levels && row.entries.some(({ key }) => key === moved.entry)) return moved;
  return moved.at >= stretch.from && moved.at < stretch.to ? cursorAt(row, moved.at, stretch) : cursorAt(row, begin, stretch);
}

/**
 * @param {{rows: import('./layout.js').Row[], height: number, stretch: import('./stretch.js').Stretch, now: number, today: string, begin: number, chosen: string, isCovered: boolean, closedOf: (resource: any) => string,
 *   drop: (drop: import('./drag.js').Drop, wasDrawn: boolean) => void, open: (entry: import('./entries.js').Entry) => void, move: (entry: import('./entries.js').Entry) => void, openDay: (day: string) => void, toggle: (key: string) => void}} props
 */
export function Timeline({ rows, height, stretch, now, today, begin, chosen, isCovered, closedOf, drop, open, move, openDay, toggle }) {
  const box = useRef(/** @type {any} */ (null));
  const { first, last, width: seen, look } = useSight(box, rows);
  const names = seen < 760 ? 128 : 208;
  const hour = stretch.view === 'day' ? Math.min(140, Math.max(52, (seen - names) / HOURS_SEEN)) : Math.max(5, (seen - names) / (24 * 7.05));
  const width = Math.round(((stretch.to - stretch.from) / 3_600_000) * hour);
  const firstLine = rows.find(({ kind }) => kind === 'resource') ?? rows[0];
  const [moved, setCursor] = useState(/** @type {Cursor | null} */ (null));
  const cursorRow = rows.find(({ key }) => key === moved?.row) ?? firstLine;
  const cursor = resolved(moved, cursorRow, begin, stretch);
  const shape = useRef(/** @type {any} */ (null));
  shape.current = { rows, stretch, names, head: HEAD, width };
  const act = useRef(/** @type {any} */ (null));
  act.current = { drop, open, move };
  const drag = useMemo(() => makeDrag(box, () => shape.current, (...done) => act.current.drop(...done)), []);
  const [wantsFocus, hadFocus] = [useRef(false), useRef(false)];
  const drawnRows = useRef(/** @type {Map<string, {deps: any[], node: any}>} */ (new Map()));

  useEffect(() => {
    const place = box.current;
    const touch = (/** @type {any} */ event) => drag.touch(event);
    place.addEventListener('touchmove', touch, { passive: false });
    return () => place.removeEventListener('touchmove', touch);
  }, []);
  // A day begins where it opens, a while before now.
  useLayoutEffect(() => { box.current.scrollLeft = (shareOf(stretch, begin) * width) - hour * (stretch.view === 'day' ? 0.6 : 24); }, [stretch.key, Math.round(hour)]);
  const show = (/** @type {Cursor} */ next) => {
    const row = rows.find(({ key }) => key === next.row);
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = box.current;
    if (row && row.top < scrollTop) box.current.scrollTop = row.top;
    if (row && row.top + row.height + HEAD > scrollTop + clientHeight) box.current.scrollTop = row.top + row.height + HEAD - clientHeight + 8;
    const x = shareOf(stretch, next.at) * width;
    if (x < scrollLeft) box.current.scrollLeft = x - 8;
    if (x + hour / 2 > scrollLeft + clientWidth - names) box.current.scrollLeft = x + hour - clientWidth + names;
    look();
  };
  const go = (/** @type {Cursor} */ next) => { wantsFocus.current = true; setCursor(next); show(next); };
  useEffect(() => {
    const row = rows.find(({ key }) => key === chosen);
    if (row) go(cursorAt(row, begin, stretch));
  }, [chosen, Boolean(rows.length)]);
  useLayoutEffect(() => { if (!isCovered && moved) wantsFocus.current = true; }, [isCovered]);
  useLayoutEffect(() => {
    // What had the focus may be gone, such as free time that was booked.
    const isLost = hadFocus.current && document.activeElement === document.body && !isCovered;
    if (!wantsFocus.current && !isLost) return;
    wantsFocus.current = false;
    box.current.querySelector('[role=gridcell][tabindex="0"], .name button[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const lineAt = () => /** @type {import('./layout.js').Line | undefined} */ (cursorRow?.kind === 'resource' ? cursorRow : undefined);
  const keys = (/** @type {any} */ event) => {
    if (event.altKey || event.metaKey || event.target.closest('.hours')) return;
    const line = lineAt();
    const entry = line?.entries.find(({ key }) => key === cursor.entry);
    const next = after(rows, cursor, event, stretch);
    // The cursor stays with an entry that is worked on, wherever it goes.
    if (!next && entry) setCursor(cursor);
    if (next) go(next);
    else if (event.key === 'Enter' && entry) open(entry);
    else if (event.key === 'Enter' && line && !Number.isNaN(cursor.at)) drop({ mode: 'make', line, entry: null, start: cursor.at, end: cursor.at + 3_600_000, isTaken: false }, false);
    else if (event.key.toLowerCase() === 'm' && entry?.canMove && !event.ctrlKey) move(entry);
    else return;
    event.preventDefault();
  };
  const press = (/** @type {any} */ event) => {
    const key = event.target.closest?.('[data-key]')?.dataset.key;
    const line = /** @type {any} */ (key && rows.find((row) => row.key === event.target.closest('[data-row]').dataset.row));
    const entry = line?.entries.find((/** @type {any} */ one) => one.key === key);
    if (entry) { setCursor({ row: line.key, at: Math.max(entry.start, stretch.from), entry: key }); open(entry); }
  };
  const isSeen = (/** @type {any} */ row, /** @type {number} */ index) => (index >= first && index <= last) || row === cursorRow;
  const shown = new Map();
  const drawRow = (/** @type {any} */ row, /** @type {number} */ index) => {
    const isAt = row === cursorRow;
    const spot = isAt ? { at: cursor.at, entry: cursor.entry, end: row.kind === 'resource' ? slotEnd(row, cursor.at, stretch) : 0 } : null;
    const spotLabel = spot && row.kind === 'resource' ? t('{room}, free from {from}. Enter books it.', { room: row.resource.name, from: Number.isNaN(cursor.at) ? '' : showTime(cursor.at, stretch.zone) }) : '';
    const deps = [row, index, stretch.key, spot?.at, spot?.entry, spot?.end, row.key === chosen, closedOf];
    const old = drawnRows.current.get(row.key);
    const isOld = old && old.deps.every((value, number) => Object.is(value, deps[number]));
    const node = isOld ? old.node : row.kind === 'group' ? html`<${GroupRow} key=${row.key} row=${row} index=${index} isAt=${isAt} toggle=${toggle} />`
      : html`<${ResourceRow} key=${row.key} row=${row} index=${index} stretch=${stretch} closed=${[linesOfStretch, closedOf(row.resource)].filter(Boolean).join(', ')} spot=${spot} spotLabel=${spotLabel} isChosen=${row.key === chosen} toggle=${toggle} />`;
    shown.set(row.key, { deps, node });
    return node;
  };
  const linesOfStretch = useMemo(() => linesOf(stretch), [stretch.key]);
  const drawnNow = rows.map((row, index) => (isSeen(row, index) ? drawRow(row, index) : null)).filter(Boolean);
  drawnRows.current = shown;
  const isNow = now > stretch.from && now < stretch.to;
  return html`<div class=${`timeline ${stretch.view}`} ref=${box} role="grid" aria-label=${t('Timeline')} aria-describedby="timeline-help" aria-rowcount=${rows.length + 1} onScroll=${look} onKeyDown=${keys} onClick=${press}
    onFocusIn=${() => { hadFocus.current = true; }} onFocusOut=${(/** @type {any} */ event) => { if (event.relatedTarget && !box.current.contains(event.relatedTarget)) hadFocus.current = false; }}
    onPointerDown=${drag.down} onPointerMove=${drag.move} onPointerUp=${drag.up} onPointerCancel=${drag.cancel} style=${{ '--names': `${names}px`, '--head': `${HEAD}px` }}>
    <div class="canvas" role="rowgroup" style=${{ width: `${names + width}px`, height: `${height + HEAD + 4}px` }}>
      <${Hours} stretch=${stretch} open=${openDay} today=${today} />${drawnNow}
      ${isNow && html`<div class="now-row" aria-hidden="true"><div class="now" style=${{ left: percent(shareOf(stretch, now)) }} /></div>`}
      <${Drawn} stretch=${stretch} /></div></div>`;
}
