// Which resource, from when to when: as the location's clock has it.
import { html, useRef } from '../../vendor/preact.js';
import { Field } from '../../ui/controls.js';
import { daysBetween, endOf, twinOf } from '../../app/ends.js';
import { addDays, dayOf, instantOf, showMinutes, timeOf } from '../../app/time.js';
import { t } from '../../app/words.js';
import { lengthOf } from './stretch.js';

/** @typedef {{resource_id: string, start: number, end: number}} Slot */

/** The two hours that read the same when the clocks are turned back. @param {{label: string, at: number, zone: string, choose: (at: number) => void}} props */
function Twice({ label, at, zone, choose }) {
  const twin = twinOf(at, zone);
  if (!twin) return null;
  const [first, second] = [Math.min(at, twin), Math.max(at, twin)];
  return html`<${Field} label=${label}>${(/** @type {any} */ attributes) => html`<select value=${String(at)} onChange=${(/** @type {any} */ event) => choose(Number(event.target.value))} ...${attributes}>
    <option value=${String(first)} selected=${at === first}>${t('the first one')}</option><option value=${String(second)} selected=${at === second}>${t('the second one')}</option></select>`}<//>`;
}

/**
 * How many days after the start the last day is. It stays as it was said while the time of the end is typed, of which
 * every figure is a time of its own; a slot that comes from elsewhere says it anew.
 * @param {Slot} slot @param {string} zone @returns {{days: number, keep: (slot: Slot, days: number) => Slot}}
 */
function useLastDay({ start, end }, zone) {
  const known = useRef({ start: 0, end: 0, days: 0 });
  // What ends at midnight is of the day before.
  if (known.current.start !== start || known.current.end !== end) known.current = { start, end, days: daysBetween(dayOf(start, zone), dayOf(end - 1, zone)) };
  return { days: known.current.days, keep: (slot, days) => { known.current = { start: slot.start, end: slot.end, days }; return slot; } };
}

/**
 * @param {{slot: Slot, zone: string, resources: any[], change: (slot: Slot) => void, problemOf?: (field: string) => string | undefined, fixedResource?: boolean}} props
 */
export function When({ slot, zone, resources, change, problemOf = () => undefined, fixedResource }) {
  const day = dayOf(slot.start, zone);
  const length = slot.end - slot.start;
  const { days, keep } = useLastDay(slot, zone);
  const startAt = (/** @type {number} */ start) => change({ ...slot, start, end: start + length });
  const endAt = (/** @type {number} */ last, /** @type {string} */ time) => change(keep({ ...slot, end: endOf(addDays(day, last), time, slot.start, zone) }, last));
  const hours = lengthOf(day, zone);
  const hint = t('{length}, {zone}', { length: showMinutes(Math.round(length / 60_000)), zone: zone.replaceAll('_', ' ') });
  const input = (/** @type {string} */ type, /** @type {string} */ value, /** @type {(value: string) => void} */ set) => (/** @type {any} */ attributes) =>
    html`<input type=${type} required value=${value} onChange=${(/** @type {any} */ event) => event.target.value && set(event.target.value)} ...${attributes} />`;
  return html`<div class="when">
    <${Field} label=${t('Resource')} problem=${problemOf('resource_id')}>${(/** @type {any} */ attributes) => html`<select disabled=${fixedResource} value=${slot.resource_id} onChange=${(/** @type {any} */ event) => change({ ...slot, resource_id: event.target.value })} ...${attributes}>
      ${resources.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === slot.resource_id}>${name}</option>`)}</select>`}<//>
    <div class="fields">
      <${Field} label=${t('Day')}>${input('date', day, (value) => startAt(instantOf(value, timeOf(slot.start, zone), zone)))}<//>
      <${Field} label=${t('From')} problem=${problemOf('start_time')}>${input('time', timeOf(slot.start, zone), (value) => startAt(instantOf(day, value, zone)))}<//>
      <${Field} label=${t('To')} hint=${hint} problem=${problemOf('end_time')}>${input('time', timeOf(slot.end, zone), (time) => endAt(days, time))}<//>
      <${Field} label=${t('Day of the end')}>${input('date', dayOf(slot.end, zone), (value) => endAt(daysBetween(day, value), timeOf(slot.end, zone)))}<//>
      <${Twice} label=${t('Which start')} at=${slot.start} zone=${zone} choose=${startAt} />
      <${Twice} label=${t('Which end')} at=${slot.end} zone=${zone} choose=${(/** @type {number} */ end) => end > slot.start && change({ ...slot, end })} /></div>
    ${hours !== 24 && html`<p class="note">${t('The clocks change on this day: it has {hours} hours.', { hours })}</p>`}</div>`;
}
