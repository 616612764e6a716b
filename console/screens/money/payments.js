// Payments: what came in, what failed, and what goes back.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { place, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { route } from '../../app/route.js';
import { addDays, showInstant, startOf, text } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Status } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Customer, InvoiceLink } from './columns.js';
import { Days, Pick } from './filters.js';
import { BalancePayment, CancelPayment, Refund } from './payment-forms.js';

const STATES = ['succeeded', 'pending', 'processing', 'failed', 'cancelled', 'partially_refunded', 'refunded', 'disputed'];
const METHODS = ['bank_transfer', 'cash', 'cheque', 'external', 'balance', 'card'];
const TONES = /** @type {Record<string, string>} */ ({ succeeded: 'paid', partially_refunded: 'partially_paid', processing: 'pending', disputed: 'failed' });

/** What can still be done with it. @param {{payment: any, open: (form: string, payment: any) => void}} props */
function Actions({ payment, open }) {
  if (['succeeded', 'partially_refunded'].includes(payment.status)) return html`<${Button} act=${() => open('refund', payment)}>${t('Refund')}<//>`;
  return payment.status === 'pending' && html`<${Button} act=${() => open('cancel', payment)}>${t('Cancel')}<//>`;
}

/** @param {(form: string, payment: any) => void} open */
const columns = (open) => [
  { name: 'at', label: t('When'), width: '11rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.paid_at ?? one.created_at, zone.value)}</time>` },
  { name: 'customer', label: t('Customer'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<${Customer} id=${one.customer_id} />` },
  { name: 'method', label: t('How'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`${word(one.method)}${(one.gateway_reference || one.note) && html`<br /><small>${one.gateway_reference || one.note}</small>`}` },
  { name: 'invoice', label: t('Went to'), width: '8rem', show: (/** @type {any} */ one) => (one.invoice_id ? html`<${InvoiceLink} id=${one.invoice_id}>${t('the invoice')}<//>` : html`<span class="quiet">${t('the balance')}</span>`) },
  { name: 'amount', label: t('Amount'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`${money(one.amount, one.currency)}${one.refunded_amount ? html`<br /><small>${t('{amount} refunded', { amount: money(one.refunded_amount, one.currency) })}</small>` : ''}` },
  { name: 'status', label: t('State'), width: '10rem', show: (/** @type {any} */ one) => html`<${Status} status=${TONES[one.status] ?? one.status} label=${word(one.status)} />${one.failure_code && html`<br /><small>${word(one.failure_code)}</small>`}` },
  { name: 'actions', label: html`<span class="hidden">${t('Actions')}</span>`, width: '7rem', class: 'number', show: (/** @type {any} */ one) => html`<${Actions} payment=${one} open=${open} />` },
];

export function Payments() {
  const { status = '', method = '', from = '', to = '' } = route.value.query;
  const [form, setForm] = useState(/** @type {{name: string, payment?: any}} */ ({ name: '' }));
  const close = () => setForm({ name: '' });
  const list = useList('/payment-transactions', { location_id: place.value?.id, status, method, from: from && text(startOf(from, zone.value)), to: to && text(startOf(addDays(to, 1), zone.value)) });
  return html`<div class="filters"><${Pick} name="status" label=${t('State')} values=${STATES} /><${Pick} name="method" label=${t('How')} values=${METHODS} /><${Days} /><span class="spring" />
      <${Button} kind="primary" icon="add" act=${() => setForm({ name: 'balance' })}>${t('Record a payment')}<//></div>
    <${Read} of=${list} empty=${html`<${Empty} title=${t('There are no payments here.')} icon="money" />`}>${(/** @type {any[]} */ payments) =>
      html`<${Table} label=${t('Payments')} columns=${columns((name, payment) => setForm({ name, payment }))} records=${payments} height=${56} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>
    ${form.name === 'refund' && html`<${Refund} payment=${form.payment} close=${close} />`}${form.name === 'cancel' && html`<${CancelPayment} payment=${form.payment} close=${close} />`}${form.name === 'balance' && html`<${BalancePayment} close=${close} />`}`;
}
