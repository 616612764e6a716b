// What the desk does with a customer's money: a payment that came, credits and day passes that are given or taken.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { money } from '../../app/money.js';
import { currency, locations, place } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { addDays, startOf, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { homeOf } from './home.js';
import { filled } from './plan-forms.js';

const methods = () => [['bank_transfer', t('Bank transfer')], ['cash', t('Cash')], ['cheque', t('Cheque')], ['external', t('Card terminal or other')]].map(([value, label]) => ({ value, label }));

/** @param {any} values @param {any} of @param {any} invoice the one that is paid, or nothing */
function paymentOf({ invoice_id: id, amount, method, note, gateway_reference: reference, excess }, of, invoice) {
  const where = invoice ? { invoice_id: id, excess } : { location_id: homeOf(of)?.id };
  return { ...filled({ note, gateway_reference: reference }), ...where, customer_id: of.id, amount: Number(amount), currency: invoice?.currency ?? homeOf(of)?.currency ?? currency.value, method };
}

/** @param {{of: any, invoice?: any, close: () => void}} props */
export function RecordPayment({ of, invoice, close: leave }) {
  const open = useAll('/invoices', { customer_id: of.id, status: 'issued' });
  const draft = `person.pay.${of.id}.${invoice ? `${invoice.id}.${invoice.version}` : ''}`;
  // Who goes back records nothing: what was typed survives a reload only.
  const close = () => { keepDraft(draft, null); leave(); };
  const all = [...(invoice && !open.data?.some((/** @type {any} */ one) => one.id === invoice.id) ? [invoice] : []), ...(open.data ?? [])];
  const chosen = (/** @type {string} */ id) => all.find((one) => one.id === id);
  const form = useForm({
    initial: { invoice_id: invoice?.id ?? '', amount: invoice ? String(invoice.amount_due) : '', method: 'bank_transfer', note: '', gateway_reference: '', excess: 'refuse' }, draft, name: `person.pay.${of.id}`,
    send: (values, key) => post('/payment-transactions', paymentOf(values, of, chosen(values.invoice_id)), { key }),
    done: () => { invalidate(['payment_transaction', 'invoice']); tell(t('The payment is recorded.')); close(); },
  });
  const choose = (/** @type {any} */ event) => { const one = chosen(event.target.value); form.set({ invoice_id: event.target.value, amount: one ? String(one.amount_due) : form.values.amount }); };
  const options = [{ value: '', label: t('None: it goes to the balance') }, ...all.map((one) => ({ value: one.id, label: `${one.number} · ${money(one.amount_due, one.currency)}` }))];
  const now = chosen(form.values.invoice_id);
  return html`<${Dialog} title=${t('Record a payment')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="invoice_id" label=${t('Invoice')} options=${options} onChange=${choose} />
    <div class="fields"><${Input} form=${form} name="amount" type="number" min="0" step="any" label=${t('Amount in {currency}', { currency: now?.currency ?? homeOf(of)?.currency ?? currency.value })} required /><${Input} form=${form} name="method" label=${t('How it was paid')} options=${methods()} /></div>
    <${Input} form=${form} name="gateway_reference" label=${t('Reference')} hint=${t('The same reference again is the same payment')} />
    <${Input} form=${form} name="note" label=${t('Note')} />
    ${now && html`<${Input} form=${form} name="excess" label=${t('What is above what is due')} options=${[{ value: 'refuse', label: t('Is refused') }, { value: 'balance', label: t('Goes to the balance') }]} />`}
    <${FormProblem} form=${form} fields=${['invoice_id', 'amount', 'method', 'note', 'gateway_reference', 'excess']} /><${FormActions} form=${form} label=${t('Record')} close=${close} /></form><//>`;
}

/** When something that is given expires: with the end of a day of the location. @param {any} values */
function unitsOf(values) {
  const zone = locations.value.find(({ id }) => id === values.location_id)?.time_zone ?? place.value?.time_zone ?? 'UTC';
  const isGrant = values.type !== 'admin_charge';
  return {
    ...filled({ location_id: values.location_id, reason: values.reason }), type: values.type, amount: Number(values.amount),
    ...(isGrant && values.expires_on && { expires_at: text(startOf(addDays(values.expires_on, 1), zone)) }),
  };
}

/** @param {{of: any, unit: string, close: () => void}} props */
export function GiveUnits({ of, unit, close }) {
  const isCredits = unit === 'credit';
  const form = useForm({
    initial: { type: 'admin_allocation', amount: '', expires_on: '', location_id: '', reason: '' }, draft: `give.${unit}.${of.id}`,
    send: (values, key) => post(/** @type {any} */ (`/${unit}-transactions`), { ...unitsOf(values), customer_id: of.id }, { key }),
    done: ({ data }) => {
      invalidate(['credit_transaction', 'day_pass_transaction']);
      tell(t('It is posted.'), { undo: async () => { await post(/** @type {any} */ (`/${unit}-transactions/${data.id}/reverse`)); invalidate(['credit_transaction', 'day_pass_transaction']); } });
      close();
    },
  });
  const types = [['admin_allocation', t('Give')], ['purchase_allocation', t('Give what was paid for')], ['refund', t('Give back')], ['admin_charge', t('Take')]].map(([value, label]) => ({ value, label }));
  return html`<${Dialog} title=${isCredits ? t('Credits') : t('Day passes')} close=${close}><form onSubmit=${form.submit}>
    <div class="fields"><${Input} form=${form} name="type" label=${t('What is done')} options=${types} /><${Input} form=${form} name="amount" type="number" min="1" label=${t('How many')} required /></div>
    <div class="fields">${form.values.type !== 'admin_charge' && html`<${Input} form=${form} name="expires_on" type="date" label=${t('Last day')} hint=${t('Never expires when left out')} />`}
      <${Input} form=${form} name="location_id" label=${t('Where')} options=${[{ value: '', label: t('Everywhere') }, ...locations.value.map(({ id, name }) => ({ value: id, label: name }))]} /></div>
    <${Input} form=${form} name="reason" label=${t('Reason')} /><${FormProblem} form=${form} fields=${['type', 'amount', 'expires_at', 'location_id', 'reason']} />
    <${FormActions} form=${form} label=${t('Post')} close=${close} /></form><//>`;
}
