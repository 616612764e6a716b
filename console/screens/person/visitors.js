// Who visits somebody, and when they themselves were here.
import { html, useState } from '../../vendor/preact.js';
import { locations, ofTheirs, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { link } from '../../app/route.js';
import { HOUR, dayOf, showInstant, showTime, startOf, text } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Choice, Status } from '../../ui/controls.js';
import { Empty } from '../../ui/states.js';
import { useOpened } from './glance.js';
import { List } from './list.js';

const DAYS_BACK = 90;

const placeOf = (/** @type {string} */ id) => locations.value.find((one) => one.id === id);
const zoneOf = (/** @type {string} */ id) => placeOf(id)?.time_zone ?? zone.value;
const nameOfVisitor = (/** @type {any} */ visitor) => [visitor.name, visitor.surname].filter(Boolean).join(' ');

const visitColumns = () => [
  { name: 'visitor', label: t('Visitor'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<a class="truncate" dir="auto" href=${link('desk', '', { day: dayOf(one.expected_at, zoneOf(one.location_id)), visit: one.id })}>${nameOfVisitor(one.visitor) || t('Removed')}</a>` },
  { name: 'from', label: t('From'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto">${one.visitor.company_name}</div>` },
  { name: 'when', label: t('Expected'), width: '12rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.expected_at, zoneOf(one.location_id))}</time>` },
  { name: 'where', label: t('Location'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => placeOf(one.location_id)?.name ?? '' },
  { name: 'status', label: t('State'), width: '9rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status} />` },
];

const presenceColumns = () => [
  { name: 'when', label: t('Came'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<time>${showInstant(one.checked_in_at, zoneOf(one.location_id))}</time>` },
  { name: 'left', label: t('Left'), width: '8rem', show: (/** @type {any} */ one) => (one.checked_out_at ? html`<time>${showTime(one.checked_out_at, zoneOf(one.location_id))}</time>` : '') },
  { name: 'where', label: t('Location'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => placeOf(one.location_id)?.name ?? '' },
  { name: 'by', label: t('Admitted by'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => word(one.admitted_by) },
  { name: 'status', label: t('State'), width: '7rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status === 'open' ? 'on_site' : 'ended'} label=${one.status === 'open' ? t('Here') : t('Left')} />` },
];

/** @param {{of: any, isCompany: boolean}} props */
export function Visitors({ of, isCompany }) {
  const [view, setView] = useState('coming');
  const today = startOf(dayOf(useOpened(), zone.value), zone.value);
  const visits = useList('/visitor-visits', { host_id: of.id, ...ofTheirs(), ...(view === 'coming' ? { from: text(today) } : { from: text(today - DAYS_BACK * 24 * HOUR), to: text(today) }) });
  const views = [{ value: 'coming', label: t('Today and later') }, { value: 'past', label: t('The last 90 days') }];
  const own = useList(isCompany ? null : '/check-ins', { member_id: of.id, ...ofTheirs() });
  return html`<div class="stack"><section><div class="head-line"><h2>${t('Visitors')}</h2><${Choice} label=${t('Which visits')} value=${view} options=${views} choose=${setView} /></div><${List} of=${visits} lines=${3} label=${t('Visitors')} columns=${visitColumns()} empty=${html`<${Empty} title=${t('Nobody visits them.')} icon="desk" />`} order=${(/** @type {any[]} */ all) => (view === 'past' ? [...all].reverse() : all)} /></section>
    ${!isCompany && html`<section><h2>${t('When they were here')}</h2><${List} of=${own} lines=${3} label=${t('Check-ins')} columns=${presenceColumns()} empty=${html`<${Empty} title=${t('They have not checked in yet.')} icon="clock" />`} /></section>`}</div>`;
}
