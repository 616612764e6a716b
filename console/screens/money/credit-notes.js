// Credit notes: what was taken back of invoices.
import { html } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { t, word } from '../../app/words.js';
import { Link, SearchField, Status } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Customer, InvoiceLink, day } from './columns.js';
import { CreditNotePage } from './credit-note.js';
import { Pick } from './filters.js';

const columns = () => [
  { name: 'number', label: t('Credit note'), show: (/** @type {any} */ one) => html`<${Link} to=${link('money', '', { ...route.value.query, note: one.id })}>${one.number}<//>` },
  { name: 'customer', label: t('Customer'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<${Customer} id=${one.customer_id} />` },
  { name: 'invoice', label: t('Invoice'), show: (/** @type {any} */ one) => html`<${InvoiceLink} id=${one.invoice_id}>${one.invoice_number}<//>` },
  { name: 'day', label: t('Issued'), width: '8rem', show: (/** @type {any} */ one) => html`<time>${day(one.issue_date)}</time>` },
  { name: 'reason', label: t('Reason'), show: (/** @type {any} */ one) => word(one.reason) },
  { name: 'total', label: t('Total'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => money(one.total, one.currency) },
  { name: 'status', label: t('State'), width: '7rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.status} />` },
];

export function CreditNotes() {
  const { status = '', number = '', note = '' } = route.value.query;
  const list = useList('/credit-notes', number ? { number } : { location_id: place.value?.id, status });
  return html`<div class="filters"><${SearchField} label=${t('Number of a credit note')} value=${number} search=${(/** @type {string} */ words) => ask({ number: words.trim() })} /><${Pick} name="status" label=${t('State')} values=${['issued', 'voided']} /></div>
    <${Read} of=${list} empty=${html`<${Empty} title=${number ? t('No credit note has this number.') : t('There are no credit notes.')} icon="money"><p>${t('An invoice is credited from its own page.')}</p><//>`}>${(/** @type {any[]} */ notes) =>
    html`<${Table} label=${t('Credit notes')} columns=${columns()} records=${notes} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>
    ${note && html`<${CreditNotePage} key=${note} id=${note} close=${() => ask({ note: null })} />`}`;
}
