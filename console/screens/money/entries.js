// Entries of the journal: of which document each is, and its debits and credits.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Customer, InvoiceLink } from './columns.js';

/** Lines of an entry on one side. @param {any} entry @param {'debit' | 'credit'} side */
const sideOf = (entry, side) => html`${entry.lines.filter((/** @type {any} */ line) => line[side] !== 0).map((/** @type {any} */ line, /** @type {number} */ index) => html`<div key=${index} class="entry-line"><span>${word(line.account)}</span> <span>${money(line[side], line.currency)}</span></div>`)}`;

const columns = () => [
  { name: 'at', label: t('Holds from'), width: '11rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.at, zone.value)}</time>` },
  { name: 'document', label: t('Document'), width: '10rem', show: (/** @type {any} */ one) => (one.document_type === 'invoice' ? html`<${InvoiceLink} id=${one.document_id}>${t('Invoice')}<//>` : word(one.document_type)) },
  { name: 'customer', label: t('Customer'), show: (/** @type {any} */ one) => one.customer_id && html`<${Customer} id=${one.customer_id} />` },
  { name: 'debit', label: t('Debit'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => sideOf(one, 'debit') },
  { name: 'credit', label: t('Credit'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => sideOf(one, 'credit') },
];

/** @param {{span: {from: string, to: string}}} props */
export function Entries({ span }) {
  const list = useList('/ledger/entries', { ...span, location_id: place.value?.id, order: 'desc' });
  return html`<section><h2>${t('Entries of {location}', { location: place.value?.name ?? '' })}</h2><${Read} of=${list} empty=${html`<${Empty} title=${t('There are no entries in these days.')} icon="money" />`}>${(/** @type {any[]} */ entries) =>
    html`<${Table} label=${t('Entries of the journal')} columns=${columns()} records=${entries} height=${60} more=${list.next ? list.more : undefined} total=${list.total} />`}<//></section>`;
}
