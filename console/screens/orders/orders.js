// Orders of the shop as a queue, a sale at the desk, and the stock.
import { html, useState } from '../../vendor/preact.js';
import { place } from '../../app/place.js';
import { useAll, useList, useRecord } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button, Tabs } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Offer } from './offer.js';
import { OrderCard } from './order-card.js';
import { Sale } from './sale.js';
import { Stock } from './stock.js';

await style(import.meta.url, 'orders.css');

const STATES = ['completed', 'returned', 'cancelled', 'new', 'in_progress'];
const LAST = 8;
const tabs = () => [['queue', t('Queue')], ['past', t('Past orders')], ['stock', t('Stock')], ['products', t('Products')]].map(([value, label]) => ({ value, label, href: link('orders', '', { tab: value }) }));

/** @param {{title: string, of: any, count?: number, empty: string}} props */
const Column = ({ title, of, count, empty }) => html`<section class="order-column"><h2>${title} ${count ? html`<span class="count">${count}</span>` : ''}</h2>
  <${Read} of=${of} lines=${3} empty=${html`<p class="quiet order-empty">${empty}</p>`}>${(/** @type {any[]} */ all) => html`<ul class="plain stack">${all.map((order) => html`<${OrderCard} key=${order.id} order=${order} />`)}</ul>`}<//></section>`;

/** What waits, the longest first, and what was handed over last. */
function Queue() {
  const at = { location_id: place.value?.id };
  const of = (/** @type {any} */ list, /** @type {string} */ status) => ({ ...list, data: list.data?.filter((/** @type {any} */ one) => one.status === status) });
  const fresh = of(useAll('/shop-orders', { ...at, order: 'asc', status: 'new' }), 'new');
  const begun = of(useAll('/shop-orders', { ...at, order: 'asc', status: 'in_progress' }), 'in_progress');
  const over = useRecord('/shop-orders', { ...at, order: 'desc', status: 'completed', limit: LAST });
  return html`<div class="order-columns"><${Column} title=${t('New')} of=${fresh} count=${fresh.data?.length} empty=${t('Nobody waits.')} />
    <${Column} title=${t('In progress')} of=${begun} count=${begun.data?.length} empty=${t('Nothing is being made ready.')} /><${Column} title=${t('Handed over last')} of=${over} empty=${t('Nothing was handed over yet.')} /></div>`;
}

function Past() {
  const { status = 'completed' } = route.value.query;
  const list = useList('/shop-orders', { location_id: place.value?.id, order: 'desc', status });
  return html`<div class="filters"><label>${t('State')} <select onChange=${(/** @type {any} */ event) => ask({ status: event.target.value })}>${STATES.map((one) => html`<option key=${one} value=${one} selected=${one === status}>${word(one)}</option>`)}</select></label></div>
    <${Read} of=${list} empty=${html`<${Empty} title=${t('There are no such orders.')} icon="orders" />`}>${(/** @type {any[]} */ orders) => html`<p class="quiet">${plural(list.total ?? orders.length, '{count} order', '{count} orders')}</p>
    <ul class="plain order-grid">${orders.map((order) => html`<${OrderCard} key=${order.id} order=${order} />`)}</ul>${list.next && html`<div class="actions"><${Button} act=${list.more}>${t('Show more')}<//></div>`}`}<//>`;
}

export function Screen() {
  const { tab = 'queue', customer = '' } = route.value.query;
  const [isSelling, setSelling] = useState(Boolean(customer));
  // The next order is for somebody else.
  const close = () => { setSelling(false); ask({ customer: null }); };
  return html`<div class="head-line"><h1>${t('Orders')}</h1><span class="spring" /><${Button} kind="primary" icon="add" act=${() => { setSelling(true); }}>${t('New order')}<//></div>
    <${Tabs} label=${t('Orders')} value=${tab} tabs=${tabs()} />
    ${tab === 'queue' && html`<${Queue} />`}${tab === 'past' && html`<${Past} />`}${tab === 'stock' && html`<${Stock} />`}${tab === 'products' && html`<${Offer} />`}
    ${isSelling && html`<${Sale} key=${customer} customer=${customer} close=${close} />`}`;
}
