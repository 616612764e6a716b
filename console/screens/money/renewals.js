// Subscriptions that renew soon: their invoices come by themselves.
import { html, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { money } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { useAll, useRecord } from '../../app/records.js';
import { addDays, currentTime, dayOf, showDay } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Status } from '../../ui/controls.js';
import { useShown } from '../../ui/shown.js';
import { Empty, Read } from '../../ui/states.js';
import { Customer } from './columns.js';
import { RENEWING, renewalsOf } from './renewal-days.js';
import { Preview } from './waiting.js';

const DAYS_AHEAD = 31;

/** @param {{renewal: {subscription: any, day: string}}} props */
function Renewal({ renewal: { subscription, day } }) {
  const { place: line, isShown } = useShown();
  const [isOpen, setOpen] = useState(false);
  const upcoming = useRecord(isShown ? '/invoices/upcoming' : null, { subscription_id: subscription.id });
  const preview = upcoming.data?.invoices[0];
  const said = upcoming.data && !preview ? t('nothing to pay') : preview && money(preview.total, preview.currency);
  return html`<li ref=${line}><div class="run-line"><div class="who"><${Customer} id=${subscription.customer_id} /><br /><small><time>${showDay(day)}</time>${subscription.status !== 'active' && html` · <${Status} status=${subscription.status} />`}</small>${preview && html` <button type="button" class="as-link" aria-expanded=${String(isOpen)} onClick=${() => setOpen(!isOpen)}>${plural(preview.items.length, '{count} line', '{count} lines')}</button>`}</div>
    <strong class="number">${upcoming.error ? reasonOf(upcoming.error) : said ?? '…'}</strong></div>${isOpen && preview && html`<${Preview} preview=${preview} />`}</li>`;
}

function List() {
  const lists = RENEWING.map((status) => useAll('/subscriptions', { location_id: place.value?.id, status }));
  const today = dayOf(currentTime(), zone.value);
  const all = lists.find(({ data }) => data === undefined) ?? { data: lists.flatMap(({ data }) => data) };
  return html`<${Read} of=${all} lines=${3}>${(/** @type {any[]} */ subscriptions) => {
    // One whose state changes is in two of the lists for a moment.
    const once = [...new Map(subscriptions.map((one) => [one.id, one])).values()];
    const renewals = renewalsOf(once, today, addDays(today, DAYS_AHEAD), (instant) => dayOf(instant, zone.value));
    if (!renewals.length) return html`<${Empty} title=${t('Nothing renews in the next {days} days.', { days: DAYS_AHEAD })} />`;
    return html`<ul class="plain">${renewals.map((renewal) => html`<${Renewal} key=${renewal.subscription.id} renewal=${renewal} />`)}</ul>`;
  }}<//>`;
}

/** Read only when it is opened: there may be hundreds. */
export function Renewals() {
  const [isOpen, setOpen] = useState(false);
  return html`<details class="card" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary><h2>${t('Renewals of the next {days} days', { days: DAYS_AHEAD })}</h2> <small>${t('Their invoices are made by themselves, each on its day.')}</small></summary>${isOpen && html`<${List} />`}</details>`;
}
