// An order is paid, cancelled or taken back.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

export const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['shop_order', 'shop_product', 'shop_stock', 'invoice', 'invoice_item', 'credit_transaction', 'day_pass_transaction']);

/** @param {{order: any, close: () => void}} props */
export function Pay({ order, close }) {
  const form = useForm({
    initial: { payment_reference: '' }, name: `order.pay.${order.id}`, send: (values, key) => post(`/shop-orders/${order.id}/pay`, values.payment_reference ? values : {}, { key }),
    done: () => { invalidate(TYPES); tell(t('Order {number} is paid.', { number: order.number })); close(); },
  });
  return html`<${Dialog} title=${t('Order {number}: {amount}', { number: order.number, amount: money(order.total, order.currency) })} close=${close}><form onSubmit=${form.submit}>
    <p>${t('It was paid in cash, at the card terminal or otherwise.')}</p><${Input} form=${form} name="payment_reference" label=${t('Reference')} hint=${t('of the terminal, if there is one')} />
    <${FormProblem} form=${form} fields=${['payment_reference']} /><${FormActions} form=${form} label=${t('It is paid')} close=${close} /></form><//>`;
}

/** @param {{order: any, close: () => void}} props */
export function Cancel({ order, close }) {
  const form = useForm({
    initial: { reason: '' }, name: `order.cancel.${order.id}`, send: ({ reason }, key) => post(`/shop-orders/${order.id}/cancel`, { by: 'operator', ...(reason && { reason }) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The order is cancelled.')); close(); },
  });
  return html`<${Dialog} title=${t('Cancel order {number}?', { number: order.number })} close=${close}><form onSubmit=${form.submit}>
    <p>${t('What was paid is given back, and what it kept can be sold again.')}</p><${Input} form=${form} name="reason" label=${t('Reason')} />
    <${FormProblem} form=${form} fields=${['reason']} /><${FormActions} form=${form} label=${t('Cancel the order')} kind="danger" close=${close} /></form><//>`;
}

const left = (/** @type {any} */ item) => item.quantity - item.returned_quantity;

/** @param {{order: any, close: () => void}} props */
export function TakeBack({ order, close }) {
  const items = order.items.filter(left);
  const form = useForm({
    initial: { reason: '', restock: true, ...Object.fromEntries(items.map((/** @type {any} */ item) => [item.id, String(left(item))])) },
    name: `order.return.${order.id}`, send: ({ reason, restock, ...quantities }, key) => post(`/shop-orders/${order.id}/return`, { restock, ...(reason && { reason }), items: items.map((/** @type {any} */ { id }) => ({ item_id: id, quantity: Number(/** @type {any} */ (quantities)[id] || 0) })).filter((/** @type {any} */ { quantity }) => quantity > 0) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The order is taken back.')); close(); },
  });
  return html`<${Dialog} title=${t('Take order {number} back?', { number: order.number })} close=${close}><form onSubmit=${form.submit}>
    ${items.map((/** @type {any} */ item) => html`<${Input} key=${item.id} form=${form} name=${item.id} type="number" min="0" max=${left(item)} label=${item.title} hint=${t('up to {count}', { count: left(item) })} />`)}
    <${Input} form=${form} name="restock" type="checkbox" label=${t('It can be sold again')} hint=${t('not what was broken')} /><${Input} form=${form} name="reason" label=${t('Reason')} />
    <p class="quiet">${order.payment_source === 'external' ? t('The money is given back at the desk.') : t('What was paid is given back.')}</p>
    <${FormProblem} form=${form} fields=${['reason']} /><${FormActions} form=${form} label=${t('Take back')} kind="danger" close=${close} /></form><//>`;
}
