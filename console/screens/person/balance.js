// What leaves a customer's balance without paying an invoice: it is paid out, given up or kept, each for a reason.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { zone } from '../../app/place.js';
import { invalidate, useList } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { List } from './list.js';
import { filled } from './plan-forms.js';

const decisions = () => [['paid_out', t('Pay it out')], ['given_up', t('The customer gives it up')], ['kept', t('We keep it')]].map(([value, label]) => ({ value, label }));
const methods = () => [['bank_transfer', t('Bank transfer')], ['cash', t('Cash')], ['cheque', t('Cheque')], ['external', t('Card terminal or other')]].map(([value, label]) => ({ value, label }));

/** @param {any} values @param {any} of @param {any} balance */
const clearingOf = ({ amount, decision, method, gateway_reference: reference, reason }, of, balance) => ({
  customer_id: of.id, currency: balance.currency, amount: Number(amount), decision, reason, ...(decision === 'paid_out' && { method, ...filled({ gateway_reference: reference }) }),
});

/** @param {{of: any, balance: any, close: () => void}} props */
function ClearBalance({ of, balance, close }) {
  const form = useForm({
    initial: { amount: String(balance.amount), decision: 'paid_out', method: 'bank_transfer', gateway_reference: '', reason: '' }, name: `person.clear.${of.id}.${balance.currency}`,
    send: (values, key) => post('/balance-clearings', clearingOf(values, of, balance), { key }),
    done: () => { invalidate(['balance_clearing']); tell(t('It is off the balance.')); close(); },
  });
  return html`<${Dialog} title=${t('Clear the balance')} close=${close}><form onSubmit=${form.submit}>
    <div class="fields"><${Input} form=${form} name="decision" label=${t('What becomes of it')} options=${decisions()} /><${Input} form=${form} name="amount" type="number" min="0" step="any" label=${t('Amount in {currency}', { currency: balance.currency })} required /></div>
    ${form.values.decision === 'paid_out' && html`<div class="fields"><${Input} form=${form} name="method" label=${t('How it is paid')} options=${methods()} /><${Input} form=${form} name="gateway_reference" label=${t('Reference')} /></div>`}
    <${Input} form=${form} name="reason" label=${t('Reason')} required />
    <${FormProblem} form=${form} fields=${['decision', 'amount', 'method', 'gateway_reference', 'reason']} /><${FormActions} form=${form} label=${t('Clear the balance')} close=${close} /></form><//>`;
}

/** What a customer has at the merchant beyond invoices, in each currency. @param {{of: any, balances: any[]}} props */
export function Balance({ of, balances }) {
  const [asked, setAsked] = useState(/** @type {any} */ (null));
  return html`<section class="card wallet"><h2>${t('Balance')}</h2>${balances.length ? balances.map((one) => html`<p key=${one.currency} class="large">${money(one.amount, one.currency)} <${Button} act=${() => { setAsked(one); }}>${t('Clear the balance')}<//></p>`) : html`<p class="quiet">${t('Nothing beyond invoices.')}</p>`}
    ${asked && html`<${ClearBalance} of=${of} balance=${asked} close=${() => setAsked(null)} />`}</section>`;
}

const columns = () => [
  { name: 'at', label: t('When'), width: '12rem', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
  { name: 'decision', label: t('What became of it'), width: 'minmax(0, 1fr)', show: (/** @type {any} */ one) => html`${word(one.decision)}${one.method && html` <small>${word(one.method)}</small>`}` },
  { name: 'reason', label: t('Reason'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<div class="truncate" dir="auto" title=${one.reason}>${one.reason}</div>` },
  { name: 'amount', label: t('Amount'), width: '8rem', class: 'number', show: (/** @type {any} */ one) => html`<strong>${money(one.amount, one.currency)}</strong>` },
];

/** @param {{of: any}} props */
export function Clearings({ of }) {
  const list = useList('/balance-clearings', { customer_id: of.id });
  return html`<section><h2>${t('Off the balance')}</h2><${List} of=${list} lines=${2} label=${t('Off the balance')} columns=${columns()} empty=${html`<p class="quiet">${t('Nothing left the balance but for invoices.')}</p>`} /></section>`;
}
