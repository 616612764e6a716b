// The day of a location: who has which resource when, and what is free.
import { html, useCallback, useMemo, useRef, useState } from '../../vendor/preact.js';
import { place, zone as placeZone } from '../../app/place.js';
import { ask, route } from '../../app/route.js';
import { addDays, currentTime, dayOf, showDay, useNow } from '../../app/time.js';
import { compareNames, t, word } from '../../app/words.js';
import { Empty, Loading, Problem, Unread } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Agenda } from './agenda.js';
import { useDialogs } from './dialogs.js';
import { ELSEWHERE, entriesOf } from './entries.js';
import { shadesOf } from './ground.js';
import { closedSpans, firstOpen } from './hours.js';
import { kept, rowsOf } from './layout.js';
import { Legend } from './marks.js';
import { Paper, printDay, useIsNarrow } from './paper.js';
import { beginReading, useToday } from './reading.js';
import { slotOf, snap, stretchOf } from './stretch.js';
import { Timeline } from './timeline.js';
import { Toolbar, useFilter } from './toolbar.js';

await Promise.all([style(import.meta.url, 'today.css'), style(import.meta.url, 'timeline.css')]);

const HOUR = 3_600_000;

/** Rows by the reader's filter; those that did not change keep their identity. @param {any} read @param {any[]} floors @param {Map<string, any[]>} entries @param {any} filter */
function useRows(read, floors, entries, filter) {
  const before = useRef(/** @type {any[]} */ ([]));
  return useMemo(() => {
    const levels = new Map(floors.map((floor) => [floor.id, floor]));
    const byFloor = (/** @type {any} */ { floor_id: id }) => ({ name: levels.get(id)?.name ?? t('No floor'), rank: levels.get(id)?.level ?? 99 });
    const byType = (/** @type {any} */ { type }) => ({ name: word(type), rank: 0 });
    const elsewhere = entries.has(ELSEWHERE) ? [{ id: ELSEWHERE, name: t('Without a resource'), type: 'event', units: 1, isElsewhere: true }] : [];
    const { by, words, type, closed, stacked } = filter;
    const { rows, height } = rowsOf([...read.resources, ...elsewhere], entries, { groupOf: by === 'floor' ? byFloor : byType, words, type, closed, stacked });
    before.current = kept(before.current, rows);
    return { rows: before.current, height };
  }, [read.resources, floors, entries, filter]);
}

/** Shades of closed time for each resource; the function is another one when the shades are. @param {any} location @param {import('./stretch.js').Stretch} stretch */
const useShades = (location, stretch) => useMemo(() => {
  const known = new Map();
  return (/** @type {any} */ resource) => {
    const { schedule } = resource;
    const key = schedule?.default.length || schedule?.closed_dates.length ? JSON.stringify(schedule) : '';
    if (!known.has(key)) known.set(key, shadesOf(closedSpans(location, resource, stretch), stretch));
    return known.get(key);
  };
}, [location, stretch.key]);

/** What the dialogs are about. @typedef {{kind: 'make', slot: any} | {kind: 'move', entry: any, to: any} | {kind: 'other', entry: any} | null} Opened */

/** Day and view that are asked for. @param {Record<string, string>} query @param {string} today @returns {{day: string, view: 'day' | 'week'}} */
const askedBy = ({ day = '', view }, today) => ({ day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : today, view: view === 'week' ? 'week' : 'day' });

/** Begins to read what is shown first, before it is drawn. */
export function prepare() {
  const { day, view } = askedBy(route.peek().query, dayOf(currentTime(), placeZone.peek()));
  return place.peek() ? beginReading(stretchOf(day, view, placeZone.peek())) : Promise.resolve([]);
}

/** @param {{location: any}} props */
function Today({ location }) {
  const { query } = route.value;
  const zone = placeZone.value;
  const now = useNow(30);
  const today = dayOf(now, zone);
  const { day, view } = askedBy(query, today);
  const stretch = useMemo(() => stretchOf(day, view, zone), [day, view, zone]);
  const [filter, setFilter] = useFilter();
  const [opened, setOpened] = useState(/** @type {Opened} */ (null));
  const [proposal, setProposal] = useState(/** @type {any} */ (null));
  const isNarrow = useIsNarrow();
  const { read, floors, isReady, isComplete, error, again, isEarlierMissing, others } = useToday(stretch);
  const entries = useMemo(() => entriesOf(read, stretch, proposal), [read, stretch.key, proposal]);
  const { rows, height } = useRows(read, floors, entries, filter);
  const shades = useShades(location, stretch);
  const begin = today >= stretch.days[0] && now < stretch.to ? Math.max(stretch.from, snap({ ...stretch, step: HOUR / 2 }, now, Math.floor)) : firstOpen(location, stretch);
  const resources = useMemo(() => [...read.resources].sort((one, other) => compareNames(one.name, other.name)), [read.resources]);
  const nameOfResource = (/** @type {string} */ id) => read.resources.find((one) => one.id === id)?.name ?? t('A resource that is not active');

  const close = () => { setOpened(null); setProposal(null); };
  const dialogs = useDialogs(Boolean(opened || query.booking), isComplete);
  const open = (/** @type {any} */ entry) => {
    if (entry.kind === 'booking' || entry.kind === 'part') ask({ booking: entry.record.id });
    else setOpened({ kind: 'other', entry });
  };
  const move = (/** @type {any} */ entry, /** @type {any} */ to = slotOf({ ...entry.record, resource_id: entry.resource_id })) => { ask({ booking: null }); setOpened({ kind: 'move', entry, to }); };
  const drop = (/** @type {import('./drag.js').Drop} */ { line, entry, start, end }) => {
    const slot = { resource_id: line.resource.id, start, end };
    if (line.resource.isElsewhere) return;
    if (!entry) { setOpened({ kind: 'make', slot }); return; }
    const to = entry.kind === 'block' ? { ...slot, resource_id: entry.resource_id } : slot;
    if (start === entry.start && end === entry.end && to.resource_id === entry.resource_id) return;
    setProposal({ key: entry.key, ...to });
    move(entry, to);
  };
  const moveBooking = (/** @type {any} */ booking) => move({ key: `booking-${booking.id}-${booking.resource_id}`, kind: 'booking', resource_id: booking.resource_id, record: booking });
  const toggle = useCallback((/** @type {string} */ key) => setFilter((/** @type {any} */ old) => {
    const of = key.startsWith('group ') ? 'closed' : 'stacked';
    const name = key.replace(/^group /, '');
    const next = new Set(old[of]);
    if (!next.delete(name)) next.add(name);
    return { ...old, [of]: next };
  }), []);
  const makeAt = (/** @type {any} */ resource) => setOpened({ kind: 'make', slot: { resource_id: resource.id, start: begin, end: begin + HOUR } });

  const title = view === 'day' ? showDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
    : t('{from} to {to}', { from: showDay(stretch.days[0], { day: 'numeric', month: 'short' }), to: showDay(stretch.days[6], { day: 'numeric', month: 'short' }) });
  let content = html`<${Loading} lines=${12} />`;
  if (error && !read.resources.length) content = html`<${Problem} refusal=${error} again=${again} />`;
  else if (isReady && !read.resources.length) content = html`<${Empty} title=${t('Nothing can be booked here yet.')} icon="today"><a href="#/settings">${t('Add a room or a desk')}</a><//>`;
  else if (read.resources.length && !rows.length) content = html`<${Empty} title=${t('No resource is called that.')} icon="filter" />`;
  else if (read.resources.length && isNarrow) content = html`<${Agenda} rows=${rows} entries=${entries} stretch=${stretch} open=${open} make=${makeAt} toggle=${toggle} />`;
  else if (read.resources.length) {
    content = html`<${Timeline} rows=${rows} height=${height} stretch=${stretch} now=${now} today=${today} begin=${begin} chosen=${query.resource ?? ''} isCovered=${Boolean(opened || query.booking)} closedOf=${shades}
      drop=${drop} open=${open} move=${move} openDay=${(/** @type {string} */ one) => ask({ day: one, view: null })} toggle=${toggle} />`;
  }
  const legend = useMemo(() => html`<${Legend} />`, []);
  const show = (/** @type {any} */ slot) => setProposal(slot && opened?.kind === 'move' ? { key: opened.entry.key, ...slot } : null);
  return html`<div class="today" aria-busy=${String(!isComplete)}>
    <${Toolbar} title=${title} day=${day} view=${view} today=${today} step=${(/** @type {number} */ count) => ask({ day: addDays(day, count * (view === 'week' ? 7 : 1)) })} filter=${filter} setFilter=${setFilter} resources=${read.resources} hasFloors=${floors.length > 0}
      print=${() => printDay(entries)} make=${() => read.resources.length && makeAt(resources[0])} />
    ${isEarlierMissing && html`<p class="note no-print">${t('So much is booked here that bookings which began on an earlier day may be missing.')}</p>`}
    <${Unread} of=${others} /><div class="sheet no-print">${content}</div>
    ${!isNarrow && legend}
    <${Paper} title=${title} place=${location.name} rows=${rows} entries=${entries} stretch=${stretch} />
    ${dialogs && opened?.kind === 'make' && html`<${dialogs.MakeDialog} slot=${opened.slot} change=${(/** @type {any} */ slot) => setOpened({ kind: 'make', slot })} resources=${resources} zone=${zone} close=${close} />`}
    ${dialogs && opened?.kind === 'move' && html`<${dialogs.MoveDialog} entry=${opened.entry} to=${opened.to} show=${show} resources=${resources} zone=${zone} close=${close} />`}
    ${dialogs && opened?.kind === 'other' && html`<${dialogs.OtherPanel} entry=${opened.entry} zone=${zone} room=${nameOfResource(opened.entry.resource_id)} move=${() => move(opened.entry)} close=${close} />`}
    ${dialogs && query.booking && html`<${dialogs.BookingPanel} key=${query.booking} id=${query.booking} zone=${zone} now=${now} nameOfResource=${nameOfResource} move=${moveBooking} close=${() => ask({ booking: null })} />`}
  </div>`;
}

export function Screen() {
  const location = place.value;
  return location ? html`<${Today} key=${location.id} location=${location} />` : html`<${Empty} title=${t('There is no location yet.')}><a href="#/setup">${t('Set up')}</a><//>`;
}
