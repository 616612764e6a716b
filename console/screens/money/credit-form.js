// Lines of an invoice are credited, with a preview of what that comes to.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

/** The lines that are credited, by quantity. @param {any} values @param {any} invoice */
const linesOf = (values, invoice) => invoice.items.map((/** @type {any} */ item) => ({ invoice_item_id: item.id, quantity: Number(values[item.id] || 0) })).filter((/** @type {any} */ { quantity }) => quantity > 0);

/** The request that the form stands for; what was paid goes where the form says. @param {any} values @param {any} invoice @param {any} preview */
function requestOf(values, invoice, preview) {
  const paid = preview?.post_payment_amount ?? 0;
  return { invoice_id: invoice.id, reason: values.reason, lines: linesOf(values, invoice), ...(values.memo && { memo: values.memo }), ...(paid > 0 && { [values.to]: paid }) };
}

/** @param {{invoice: any, close: () => void}} props */
export function CreditForm({ invoice, close }) {
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState('');
  const form = useForm({
    initial: { reason: 'order_change', memo: '', to: 'credit_amount', ...Object.fromEntries(invoice.items.map((/** @type {any} */ item) => [item.id, '0'])) },
    name: `credit.${invoice.id}`, send: (values, key) => post('/credit-notes', requestOf(values, invoice, preview), { key }),
    done: () => { invalidate(['invoice', 'credit_note', 'payment_transaction']); tell(t('The credit note is issued.')); close(); },
  });
  const lines = linesOf(form.values, invoice);
  useEffect(() => {
    setProblem('');
    if (!lines.length) { setPreview(null); return undefined; }
    const timer = setTimeout(() => post('/credit-notes/preview', { invoice_id: invoice.id, reason: form.values.reason, lines }).then(({ data }) => setPreview(data), (refusal) => { setPreview(null); setProblem(reasonOf(refusal)); }), 250);
    return () => clearTimeout(timer);
  }, [JSON.stringify(lines), form.values.reason]);
  const reasons = [['order_change', t('The order changed')], ['product_unsatisfactory', t('Not satisfied')], ['duplicate', t('Twice')], ['fraudulent', t('Fraud')], ['other', t('Another reason')]].map(([value, label]) => ({ value, label }));
  const ways = [['credit_amount', t('to the balance')], ['refund_amount', t('back to how it was paid')], ['out_of_band_amount', t('given back otherwise')]].map(([value, label]) => ({ value, label }));
  return html`<${Dialog} title=${t('Credit lines of this invoice')} close=${close}><form onSubmit=${form.submit}>
    ${invoice.items.map((/** @type {any} */ item) => html`<${Input} key=${item.id} form=${form} name=${item.id} type="number" min="0" max=${item.quantity} step="any" label=${item.description} hint=${t('up to {quantity}, {price} each', { quantity: item.quantity, price: money(item.unit_amount, invoice.currency) })} />`)}
    <${Input} form=${form} name="reason" label=${t('Reason')} options=${reasons} />
    ${preview?.post_payment_amount > 0 && html`<${Input} form=${form} name="to" label=${t('What was paid goes')} options=${ways} hint=${money(preview.post_payment_amount, invoice.currency)} />`}
    <${Input} form=${form} name="memo" type="textarea" label=${t('Note to the customer')} />
    <p aria-live="polite">${preview ? html`<strong>${t('{amount} are credited.', { amount: money(preview.total, invoice.currency) })}</strong>` : problem && html`<span class="problem">${problem}</span>`}</p>
    <${FormProblem} form=${form} fields=${['reason', 'memo']} /><${FormActions} form=${form} label=${t('Issue the credit note')} close=${close} /></form><//>`;
}
