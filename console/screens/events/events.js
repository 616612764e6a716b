// Events: what is coming, how full it is, and one event with its seats and door list.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { currentTime, dayOf, showSpan, startOf, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Link, SearchField, Status, Tabs } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { useTyped } from '../../ui/typed.js';
import { Table } from '../../ui/table.js';
import { NewEvent } from './event-form.js';
import { EventPage } from './event.js';
import { Seats } from './seats.js';

await style(import.meta.url, 'events.css');

const tabs = () => [['coming', t('Coming')], ['drafts', t('Drafts')], ['past', t('Past')]].map(([value, label]) => ({ value, label, href: link('events', '', { tab: value }) }));

/** What the list is asked for. @param {string} tab @param {string} words */
function queryOf(tab, words) {
  const today = text(startOf(dayOf(currentTime(), zone.value), zone.value));
  const views = /** @type {Record<string, any>} */ ({ coming: { from: today, status: 'published', order: 'asc' }, drafts: { status: 'draft', order: 'asc' }, past: { to: today, order: 'desc' } });
  return { location_id: place.value?.id, ...views[tab], q: words || undefined };
}

const columns = () => [
  { name: 'title', label: t('Event'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<${Link} to=${link('events', '', { ...route.value.query, event: one.id })} dir="auto">${one.title}<//>` },
  { name: 'time', label: t('When'), width: 'minmax(0, 1.6fr)', show: (/** @type {any} */ one) => html`<time>${showSpan(one.start_time, one.end_time, zone.value)}</time>` },
  { name: 'seats', label: t('Seats'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => html`<${Seats} event=${one} />` },
  { name: 'price', label: t('Price'), width: '6rem', class: 'number', show: (/** @type {any} */ one) => (one.price ? money(one.price, one.currency) : t('free')) },
  { name: 'status', label: t('State'), width: '7rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status} />` },
];

export function Screen() {
  const { tab = 'coming', event = '' } = route.value.query;
  const [typed, words, setTyped] = useTyped();
  const [isMaking, setMaking] = useState(false);
  const list = useList('/events', queryOf(tab, words));
  return html`<div class="head-line"><h1>${t('Events')}</h1><span class="spring" /><${SearchField} label=${t('Search for events')} value=${typed} search=${setTyped} />
      <${Button} kind="primary" icon="add" act=${() => { setMaking(true); }}>${t('New event')}<//></div>
    <${Tabs} label=${t('Events by time')} value=${tab} tabs=${tabs()} />
    <${Read} of=${list} empty=${html`<${Empty} title=${t('There are no events here.')} icon="events" />`}>${(/** @type {any[]} */ events) =>
      html`<${Table} label=${t('Events')} columns=${columns()} records=${events} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>
    ${event && html`<${EventPage} key=${event} id=${event} close=${() => ask({ event: null })} />`}
    ${isMaking && html`<${NewEvent} close=${() => setMaking(false)} />`}`;
}
