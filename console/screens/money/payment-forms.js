// Money that came without an invoice, and money that goes back.
import { html } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { invalidate, showChanged, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { CustomerField } from '../../ui/customer.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { difference, sumOf } from './sums.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['payment_transaction', 'invoice', 'credit_note']);

/** What credit notes promised to refund, less what was refunded of this payment for them. @param {any} payment @param {any[]} notes */
function promisedBy(payment, notes) {
  const refunded = (/** @type {string} */ id) => payment.refunds.filter((/** @type {any} */ one) => one.credit_note_id === id).map((/** @type {any} */ one) => -one.amount);
  return notes.filter((note) => note.status === 'issued' && note.refund_amount > 0)
    .map(({ id, number, refund_amount: amount }) => ({ id, number, left: sumOf([amount, ...refunded(id)], payment.currency) })).filter((note) => note.left > 0);
}

/** @param {{payment: any, promised: {id: string, number: string, left: number}[], close: () => void}} props */
function RefundForm({ payment, promised, close }) {
  const left = difference(payment.amount, payment.refunded_amount, payment.currency);
  const most = (/** @type {string} */ id) => String(Math.min(left, promised.find((note) => note.id === id)?.left ?? left));
  const first = promised[0]?.id ?? '';
  const form = useForm({
    initial: { amount: most(first), reason: '', credit_note_id: first }, name: `refund.${payment.id}`,
    send: ({ amount, reason, credit_note_id: note }, key) => post(`/payment-transactions/${payment.id}/refund`, { amount: Number(amount), ...(reason && { reason }), ...(note && { credit_note_id: note }) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The refund is recorded.')); close(); },
  });
  const choosing = { ...form, set: (/** @type {any} */ { credit_note_id: id }) => form.set({ credit_note_id: id, amount: most(id) }) };
  const options = [...promised.map((note) => ({ value: note.id, label: t('Credit note {number}: {amount} promised', { number: note.number, amount: money(note.left, payment.currency) }) })), { value: '', label: t('Nothing that was promised') }];
  return html`<form onSubmit=${form.submit}>${promised.length > 0 && html`<${Input} form=${choosing} name="credit_note_id" label=${t('What it is for')} options=${options} />`}
    <p>${form.values.credit_note_id ? t('The credit note has taken it off the invoice: nothing is due again.') : payment.invoice_id ? t('What the invoice took of it is due again.') : t('It comes out of the customer’s balance.')}</p>
    <${Input} form=${form} name="amount" type="number" min="0" step="any" label=${t('Amount in {currency}', { currency: payment.currency })} hint=${t('{amount} are left of it', { amount: money(left, payment.currency) })} required /><${Input} form=${form} name="reason" label=${t('Reason')} />
    <${FormProblem} form=${form} fields=${promised.length ? ['amount', 'reason', 'credit_note_id'] : ['amount', 'reason']} /><${FormActions} form=${form} label=${t('Refund')} kind="danger" close=${close} /></form>`;
}

/** What was promised is known before: a refund without its credit note has the invoice be due again. @param {{payment: any, close: () => void}} props */
export function Refund({ payment, close }) {
  const notes = useAll(payment.invoice_id ? '/credit-notes' : null, { invoice_id: payment.invoice_id });
  const of = payment.invoice_id ? notes : { data: [], error: null };
  return html`<${Dialog} title=${t('Refund')} close=${close}><${Read} of=${of} lines=${3}>${(/** @type {any[]} */ all) => html`<${RefundForm} payment=${payment} promised=${promisedBy(payment, all)} close=${close} />`}<//><//>`;
}

/** @param {{payment: any, close: () => void}} props */
export const CancelPayment = ({ payment, close }) => html`<${Confirm} title=${t('Cancel this payment?')} label=${t('Cancel the payment')} close=${close}
  agree=${() => act({ send: () => post(`/payment-transactions/${payment.id}/cancel`), types: TYPES, done: t('The payment is cancelled.'), show: () => showChanged(payment.id, (one) => ({ ...one, status: 'cancelled' })) })}>
  <p>${t('{amount} are not awaited any more.', { amount: money(payment.amount, payment.currency) })}</p><//>`;

/** @param {{close: () => void}} props */
export function BalancePayment({ close }) {
  const form = useForm({
    initial: { customer_id: '', amount: '', method: 'bank_transfer', gateway_reference: '', note: '' }, draft: `money.balance-payment.${place.value.id}`,
    send: ({ customer_id, amount, method, gateway_reference: reference, note }, key) => post('/payment-transactions', { customer_id, method, location_id: place.value.id, currency: place.value.currency, amount: Number(amount), ...(reference && { gateway_reference: reference }), ...(note && { note }) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The payment is recorded.')); close(); },
  });
  const methods = [['bank_transfer', t('Bank transfer')], ['cash', t('Cash')], ['cheque', t('Cheque')], ['external', t('Elsewhere')]].map(([value, label]) => ({ value, label }));
  return html`<${Dialog} title=${t('A payment without an invoice')} close=${close}><form onSubmit=${form.submit}><p class="quiet">${t('It goes to the customer’s balance, which pays the next invoice when that is issued.')}</p>
    <${CustomerField} value=${form.values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
    <div class="fields"><${Input} form=${form} name="amount" type="number" min="0" step="any" label=${t('Amount in {currency}', { currency: place.value.currency })} required /><${Input} form=${form} name="method" label=${t('How')} options=${methods} /></div>
    <${Input} form=${form} name="gateway_reference" label=${t('Reference')} hint=${t('The same reference again is the same payment')} /><${Input} form=${form} name="note" label=${t('Note')} />
    <${FormProblem} form=${form} fields=${['customer_id', 'amount', 'method', 'gateway_reference', 'note']} /><${FormActions} form=${form} label=${t('Record')} close=${close} /></form><//>`;
}
