// What somebody has booked: what comes, and what was.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { useCustomerName, useResourceName } from '../../app/names.js';
import { ofTheirs } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { link } from '../../app/route.js';
import { HOUR, dayOf, showSpan, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Choice, Status } from '../../ui/controls.js';
import { Empty } from '../../ui/states.js';
import { useOpened } from './glance.js';
import { List } from './list.js';

/** @param {{id: string}} props */
const Resource = ({ id }) => html`<span class="truncate" dir="auto">${useResourceName(id) || '…'}</span>`;
/** @param {{id: string}} props */
const Booker = ({ id }) => html`<a href=${link('person', id)} class="truncate" dir="auto">${useCustomerName(id) || '…'}</a>`;
/** @param {any} booking */
const dayAt = (booking) => link('today', '', { day: dayOf(booking.start_time, booking.time_zone), booking: booking.id });

/** @param {boolean} isCompany */
const columns = (isCompany) => [
  { name: 'when', label: t('When'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<a href=${dayAt(one)}><time>${showSpan(one.start_time, one.end_time, one.time_zone)}</time></a>` },
  { name: 'resource', label: t('What'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => html`<${Resource} id=${one.resource_id} />` },
  { name: 'title', label: isCompany ? t('By') : t('Title'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => (isCompany ? one.member_id && html`<${Booker} id=${one.member_id} />` : html`<div class="truncate" dir="auto" title=${one.title}>${one.title}</div>`) },
  { name: 'price', label: t('Price'), width: '7rem', class: 'number', show: (/** @type {any} */ one) => (Number(one.total_amount) ? money(one.total_amount, one.currency) : html`<span class="quiet">${t('free')}</span>`) },
  { name: 'status', label: t('State'), width: '9rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.no_show ? 'no_show' : one.checked_in_at && !one.checked_out_at && one.status === 'confirmed' ? 'checked_in' : one.status} />` },
];

/** What was is read in windows, the newest first, because the API lists the earliest first. @param {string} opened @param {number} back */
const past = (opened, back) => ({ ends_from: text(Date.parse(opened) - back * 90 * 24 * HOUR), ends_before: text(Date.parse(opened) - (back - 1) * 90 * 24 * HOUR) });

/** @param {{of: any, isCompany: boolean}} props */
export function Bookings({ of, isCompany }) {
  const [view, setView] = useState('coming');
  const [back, setBack] = useState(1);
  const opened = useOpened();
  const list = useList('/bookings', { customer_id: of.id, ...ofTheirs(), ...(view === 'coming' ? { ends_from: opened } : past(opened, back)) });
  const views = [{ value: 'coming', label: t('Coming') }, { value: 'past', label: t('Past') }];
  const none = html`<${Empty} title=${view === 'coming' ? t('Nothing is booked.') : t('Nothing was booked in these 90 days.')} icon="today"><a href=${link('today')}>${t('Today')}</a><//>`;
  return html`<div class="head-line"><${Choice} label=${t('Which bookings')} value=${view} options=${views} choose=${(/** @type {string} */ next) => { setView(next); setBack(1); }} />
      ${view === 'past' && html`<${Button} icon="left" label=${t('90 days earlier')} act=${() => { setBack(back + 1); }} /><span>${showSpan(past(opened, back).ends_from, past(opened, back).ends_before, 'UTC')}</span><${Button} icon="right" label=${t('90 days later')} disabled=${back === 1} act=${() => { setBack(back - 1); }} />`}</div>
    <${List} of=${list} label=${t('Bookings')} columns=${columns(isCompany)} empty=${none} order=${(/** @type {any[]} */ all) => (view === 'past' ? [...all].reverse() : all)} />`;
}
