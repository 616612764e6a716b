// Items that wait for an invoice, by customer, with what their invoice would ask for.
import { html, useState } from '../../vendor/preact.js';
import { act, reasonOf } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { useShown } from '../../ui/shown.js';
import { Customer } from './columns.js';
import { grouped } from './sums.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['invoice', 'invoice_item']);
/** A draft of what waits for a customer where it waits, whatever location the page shows by then. @param {any[]} items those of the customer */
const draftOf = ([{ customer_id, location_id }]) => post('/invoices', { customer_id, location_id, pending_items: true });

/** Lines and sums of an invoice that is only computed. @param {{preview: any}} props */
export const Preview = ({ preview }) => html`<div class="scrolls" tabindex="0" role="region" aria-label=${t('What would be invoiced')}><table class="plain-table preview"><thead class="hidden"><tr><th>${t('What')}</th><th>${t('Amount')}</th></tr></thead>
  <tbody>${preview.items.map((/** @type {any} */ item, /** @type {number} */ index) => html`<tr key=${index}><td>${item.quantity !== 1 && `${number(item.quantity)} × `}<bdi>${item.description}</bdi></td><td class="number">${money(item.amount, preview.currency)}</td></tr>`)}
    ${preview.tax_lines.map((/** @type {any} */ tax) => html`<tr key=${`tax ${tax.rate}`}><td>${tax.inclusive ? t('of that {rate} % tax', { rate: tax.rate }) : t('{rate} % tax', { rate: tax.rate })}</td><td class="number">${money(tax.amount, preview.currency)}</td></tr>`)}
    ${preview.applied_balance > 0 && html`<tr><td>${t('From the balance')}</td><td class="number">${money(-preview.applied_balance, preview.currency)}</td></tr>`}</tbody></table></div>`;

/** What a customer's waiting items would make: the API computes it, once the line is seen. @param {{customer: string, items: any[]}} props */
function Waiting({ customer, items }) {
  const name = useCustomerName(customer);
  const { place: line, isShown } = useShown();
  const [isOpen, setOpen] = useState(false);
  const upcoming = useRecord(isShown ? '/invoices/upcoming' : null, { customer_id: customer });
  const preview = upcoming.data?.invoices.find((/** @type {any} */ one) => one.location_id === items[0].location_id);
  const said = upcoming.data && !preview ? t('only credits wait') : preview && money(preview.total, preview.currency);
  const make = () => act({ send: () => draftOf(items), types: TYPES, done: t('A draft for {name} is made.', { name }) });
  return html`<li ref=${line}><div class="run-line"><div class="who"><${Customer} id=${customer} /><br /><button type="button" class="as-link" aria-expanded=${String(isOpen)} onClick=${() => setOpen(!isOpen)}>${plural(items.length, '{count} item waits', '{count} items wait')}</button></div>
    <strong class="number">${upcoming.error ? reasonOf(upcoming.error) : said ?? '…'}</strong><${Button} act=${make}>${t('Make a draft')}<//></div>
    ${isOpen && preview && html`<${Preview} preview=${preview} />`}</li>`;
}

/** @param {{items: any[]}} props */
export const WaitingItems = ({ items }) => html`<ul class="plain">${grouped(items, (one) => one.customer_id).map(([customer, own]) => html`<${Waiting} key=${customer} customer=${customer} items=${own} />`)}</ul>`;
