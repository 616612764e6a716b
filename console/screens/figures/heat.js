// Occupancy as a map of weekdays and hours: the number in each cell, and a colour that says the same.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { addDays, showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { WEEKDAYS, fullest, hoursShown, shareOf } from './map.js';

/** A Monday: its week gives the names of weekdays. */
const MONDAY = '2026-01-05';
const DARK_FROM = 55;
export const share = (/** @type {number | null} */ value) => (value === null ? '–' : t('{percent} %', { percent: number(value) }));
const dayName = (/** @type {number} */ index) => showDay(addDays(MONDAY, index), { weekday: 'long' });

/** @param {{percent: number | null, isOpen: boolean, class?: string}} props */
function Cell({ percent, isOpen, class: of = '' }) {
  if (!isOpen) return html`<td class=${`shut ${of}`}><span class="hidden">${t('closed')}</span></td>`;
  const shown = Math.min(100, percent ?? 0);
  return html`<td class=${`${shown > DARK_FROM ? 'dark' : ''} ${of}`} style=${{ '--share': String(shown) }}>${number(Math.round(percent ?? 0))}</td>`;
}

/** @param {{cells: any[]}} props */
export function Heat({ cells }) {
  const hours = hoursShown(cells);
  const most = fullest(cells);
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => cells[day * 24 + hour];
  const isOpen = (/** @type {any} */ cell) => Boolean(cell.bookable_minutes || cell.occupancy_percent);
  return html`<section class="card"><div class="head-line"><h2>${t('Occupancy in percent, by weekday and hour')}</h2><span class="spring" />${most && html`<span class="quiet">${t('fullest: {day}, {hour}:00, {percent} %', { day: dayName(WEEKDAYS.indexOf(most.weekday)), hour: most.hour, percent: number(most.occupancy_percent) })}</span>`}</div>
    <div class="scrolls" tabindex="0" role="region" aria-label=${t('Occupancy by weekday and hour')}><table class="heat"><thead><tr><th><span class="hidden">${t('Weekday')}</span></th>${hours.map((hour) => html`<th key=${hour} scope="col">${hour}</th>`)}<th scope="col" class="day-sum">${t('Day')}</th></tr></thead>
    <tbody>${WEEKDAYS.map((name, day) => { const own = cells.slice(day * 24, day * 24 + 24); return html`<tr key=${name}><th scope="row">${dayName(day)}</th>${hours.map((hour) => html`<${Cell} key=${hour} percent=${at(day, hour).occupancy_percent} isOpen=${isOpen(at(day, hour))} />`)}<${Cell} class="day-sum" percent=${shareOf(own)} isOpen=${own.some(isOpen)} /></tr>`; })}</tbody></table></div>
    <p class="heat-scale" aria-hidden="true"><span>0</span><i /><span>100</span></p></section>`;
}
