// Who is here now, and how much each resource of a location was used.
import { html } from '../../vendor/preact.js';
import { number } from '../../app/money.js';
import { useAll, useRecord } from '../../app/records.js';
import { addDays } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { share } from './heat.js';
import { hours } from './occupancy.js';
import { Totals } from './totals.js';

/** The API computes at most so many days of a resource at once. */
const MOST_DAYS = 92;

/** What is read of a resource once its row is in the page. @param {{resource: any, span: {from: string, to: string}, show: (used: any) => any}} props */
function Used({ resource, span, show }) {
  const used = useRecord(`/resources/${resource.id}/utilisation`, span);
  if (used.error) return html`<span class="quiet">–</span>`;
  return used.data ? show(used.data) : html`<span class="quiet">…</span>`;
}

/** @param {{used: any}} props */
const Share = ({ used }) => html`<div class="used"><span class="used-bar" aria-hidden="true"><i style=${{ width: `${Math.min(100, used.utilisation_percent)}%` }} /></span><strong>${share(Math.round(used.utilisation_percent * 10) / 10)}</strong></div>`;

/** @param {{from: string, to: string}} span */
function columns(span) {
  const of = (/** @type {(used: any) => any} */ show) => (/** @type {any} */ resource) => html`<${Used} resource=${resource} span=${span} show=${show} />`;
  return [
    { name: 'name', label: t('Resource'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<bdi>${one.name}</bdi><br /><small>${word(one.type)}</small>` },
    { name: 'share', label: t('Used'), width: 'minmax(0, 1.2fr)', show: of((used) => html`<${Share} used=${used} />`) },
    { name: 'booked', label: t('Booked'), width: '6rem', class: 'number', show: of((used) => hours(used.booked_minutes)) },
    { name: 'open', label: t('Open'), width: '6rem', class: 'number detail', show: of((used) => hours(used.open_minutes)) },
    { name: 'outside', label: t('Outside of hours'), width: '8rem', class: 'number detail', show: of((used) => hours(used.booked_outside_minutes)) },
    { name: 'blocked', label: t('Blocked'), width: '6rem', class: 'number detail', show: of((used) => hours(used.blocked_minutes)) },
    { name: 'bookings', label: t('Bookings'), width: '6rem', class: 'number', show: of((used) => number(used.bookings)) },
  ];
}

/** @param {{here: any}} props */
const Here = ({ here }) => html`<section><h2>${t('Here now')}</h2><${Totals} rules=${[]} pairs=${[[t('People on site'), t('{people} of {room}', { people: number(here.people_on_site), room: number(here.capacity) })], [t('Checked in by booking'), number(here.people_checked_in)], [t('Checked in at the location'), number(here.check_ins_open)], [t('Visitors'), number(here.visitors_on_site)], [t('Still expected'), number(here.people_expected)], [t('Resources in use'), number(here.resources_in_use)]]} /></section>`;

/** @param {{location: string, from: string, to: string, type: string}} props */
export function Resources({ location, from, to, type }) {
  const here = useRecord(`/locations/${location}/occupancy`);
  const resources = useAll('/resources', { location_id: location, is_active: true, type });
  const earliest = addDays(to, 1 - MOST_DAYS);
  const span = { from: from < earliest ? earliest : from, to };
  const sorted = (/** @type {any[]} */ all) => [...all].sort((one, other) => one.type.localeCompare(other.type) || one.name.localeCompare(other.name));
  return html`<div class="stack"><${Read} of=${here} lines=${2}>${(/** @type {any} */ data) => html`<${Here} here=${data} />`}<//>
    <section><h2>${t('Each resource')}</h2>${span.from !== from && html`<p class="quiet">${t('The last {days} of these days.', { days: MOST_DAYS })}</p>`}
      <${Read} of=${resources} empty=${html`<${Empty} title=${t('There are no such resources.')} icon="figures" />`}>${(/** @type {any[]} */ all) => html`<${Table} label=${t('Each resource')} columns=${columns(span)} records=${sorted(all)} height=${56} />`}<//></section></div>`;
}
