// An order made at the desk: for whom, what, what it comes to, and that it is paid.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { reasonOf, tell } from '../../app/act.js';
import { keepDraft } from '../../app/drafts.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { itemsOf, linesOf } from './basket.js';
import { TYPES } from './order-forms.js';
import { Products } from './products.js';

/** @param {any} values @param {any[]} lines */
const requestOf = ({ customer_id: customer, payment_source: source, comment, quantities }, lines) => ({
  location_id: place.value.id, customer_id: customer, payment_source: source, items: itemsOf(lines, quantities), ...(comment && { comment }),
});

/** Makes the order, and where it is paid at the desk already, says so of it. @param {any} values @param {any[]} lines @param {string} key */
async function sell(values, lines, key) {
  const answer = await post('/shop-orders', requestOf(values, lines), { key });
  if (values.payment_source !== 'external' || !values.is_paid || answer.data.payment_status !== 'unpaid') return answer;
  return post(`/shop-orders/${answer.data.id}/pay`).catch((refusal) => { tell(reasonOf(refusal), { isProblem: true }); return answer; });
}

/** What the order comes to, as the API computes it. @param {any} values @param {any[]} lines */
function usePreview(values, lines) {
  const [preview, setPreview] = useState(/** @type {{data?: any, problem?: string}} */ ({}));
  const request = requestOf(values, lines);
  const isWhole = Boolean(values.customer_id) && request.items.length > 0;
  useEffect(() => {
    if (!isWhole) { setPreview({}); return undefined; }
    let isCurrent = true;
    const show = (/** @type {any} */ next) => { if (isCurrent) setPreview(next); };
    const timer = setTimeout(() => post('/shop-orders/preview', request).then(({ data }) => show({ data }), (refusal) => show({ problem: reasonOf(refusal) })), 250);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [JSON.stringify(request)]);
  return preview;
}

/** @param {{preview: {data?: any, problem?: string}}} props */
function Totals({ preview: { data, problem } }) {
  if (problem) return html`<p class="problem" aria-live="polite">${problem}</p>`;
  if (!data) return html`<p class="quiet" aria-live="polite">${t('Choose a customer and what they take.')}</p>`;
  const line = (/** @type {string} */ label, /** @type {number} */ amount) => amount !== 0 && html`<div><dt>${label}</dt><dd>${money(amount, data.currency)}</dd></div>`;
  const total = data.payment_source === 'credits' ? plural(data.credits_total, '{count} credit', '{count} credits') : money(data.total, data.currency);
  return html`<div aria-live="polite"><dl class="sale-sums">${line(t('Subtotal'), data.subtotal)}${line(t('Discount'), -data.discount_total)}${line(t('Tax'), data.tax_total)}</dl><strong class="sale-total">${t('Total: {amount}', { amount: total })}</strong></div>`;
}

/** @param {{customer: string, close: () => void}} props */
export function Sale({ customer, close: leave }) {
  const draft = `sale.${place.value?.id}.${customer}`;
  // Who goes back sells nothing: the basket survives a reload only, and is this customer's.
  const close = () => { keepDraft(draft, null); leave(); };
  const products = useAll('/shop-products', { location_id: place.value?.id, is_active: true });
  const lines = linesOf(products.data ?? []);
  const form = useForm({
    initial: { customer_id: customer, payment_source: 'external', is_paid: true, comment: '', quantities: /** @type {Record<string, string>} */ ({}) }, draft, send: (values, key) => sell(values, lines, key),
    done: (answer) => { invalidate(TYPES); tell(t('Order {number} is made.', { number: answer.data.number })); close(); },
  });
  const { values } = form;
  const preview = usePreview(values, lines);
  const sources = [{ value: 'external', label: t('Paid at the desk') }, { value: 'invoice', label: t('On an invoice') }, { value: 'credits', label: t('With credits') }];
  const set = (/** @type {string} */ key, /** @type {string} */ quantity) => form.set({ quantities: { ...values.quantities, [key]: quantity } });
  return html`<${Dialog} title=${t('New order')} close=${close} class="wide"><form class="sale" onSubmit=${form.submit}>
    <div><${CustomerField} value=${values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
      <${Read} of=${products} lines=${6}>${() => html`<${Products} lines=${lines} quantities=${values.quantities} set=${set} />`}<//></div>
    <aside><${Input} form=${form} name="payment_source" label=${t('Payment')} options=${sources} />
      ${values.payment_source === 'external' && html`<${Input} form=${form} name="is_paid" type="checkbox" label=${t('It is paid already')} hint=${t('or else it waits 15 minutes')} />`}
      <${Input} form=${form} name="comment" label=${t('Comment')} /><${Totals} preview=${preview} />
      <${FormProblem} form=${form} fields=${['customer_id', 'payment_source', 'comment']} /><${FormActions} form=${form} label=${t('Order')} close=${close} /></aside></form><//>`;
}
