// One order: what, for whom, how long it waits, and its next step.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { useCustomerName } from '../../app/names.js';
import { zone } from '../../app/place.js';
import { showChanged } from '../../app/records.js';
import { post } from '../../app/request.js';
import { link } from '../../app/route.js';
import { showInstant, showMinutes, useNow } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button, Link, Status } from '../../ui/controls.js';
import { Cancel, Pay, TYPES, TakeBack } from './order-forms.js';
import { minutesSince, minutesUntil, urgency } from './waiting.js';

const DAY_MINUTES = 24 * 60;

/** Sends a step; its outcome shows at once. @param {any} order @param {'start' | 'complete'} action @param {string} done @param {string} status */
const step = (order, action, done, status) => act({ send: () => post(`/shop-orders/${order.id}/${action}`), types: TYPES, done, show: () => showChanged(order.id, (one) => ({ ...one, status })) });

/** @param {{order: any, ask: (question: string) => void}} props */
function Steps({ order, ask }) {
  const { status, payment_status: payment, payment_source: source, number } = order;
  const isOpen = ['new', 'in_progress'].includes(status);
  const isOwed = source === 'external' && payment === 'unpaid' && isOpen;
  return html`<div class="actions">
    ${isOpen && html`<${Button} kind="quiet" act=${() => ask('cancel')}>${t('Cancel')}<//>`}
    ${isOwed && html`<${Button} kind="primary" act=${() => ask('pay')}>${t('Paid')}<//>`}
    ${status === 'new' && !isOwed && html`<${Button} kind="primary" act=${() => step(order, 'start', t('Order {number} is begun.', { number }), 'in_progress')}>${t('Start')}<//>`}
    ${status === 'in_progress' && html`<${Button} kind="primary" icon="check" act=${() => step(order, 'complete', t('Order {number} is handed over.', { number }), 'completed')}>${t('Hand over')}<//>`}
    ${status === 'completed' && html`<${Button} kind="quiet" act=${() => ask('return')}>${t('Take back')}<//>`}</div>`;
}

/** Since when it waits, and what the clock means for it. @param {{order: any}} props */
function Clock({ order }) {
  const now = useNow(15);
  const { created_at: made, expires_at: ends, status, payment_status: payment } = order;
  const isOpen = ['new', 'in_progress'].includes(status);
  const minutes = minutesSince(made, now);
  if (!isOpen || minutes > DAY_MINUTES) return html`<small><time datetime=${made}>${showInstant(order.completed_at ?? order.cancelled_at ?? made, zone.value)}</time></small>`;
  if (payment === 'unpaid' && ends) return html`<span class="status waiting">${t('to be paid within {time}', { time: showMinutes(minutesUntil(ends, now)) })}</span>`;
  return html`<span class=${`status ${urgency(minutes)}`}><time datetime=${made}>${t('waits {time}', { time: showMinutes(minutes) })}</time></span>`;
}

/** @param {any} order */
const priceOf = (order) => (order.payment_source === 'credits' ? plural(order.credits_total, '{count} credit', '{count} credits') : money(order.total, order.currency));

/** @param {{order: any}} props */
export function OrderCard({ order }) {
  const customer = useCustomerName(order.customer_id, { type: 'shop_order', id: order.id });
  const [question, setQuestion] = useState('');
  const close = () => setQuestion('');
  const note = [order.comment, order.pickup?.note, order.cancelled_reason, order.return_reason].filter(Boolean);
  return html`<li class="card order"><header><strong>${t('No. {number}', { number: order.number })}</strong> <${Link} to=${link('person', order.customer_id)}>${customer || '…'}<//><span class="spring" /><${Status} status=${order.status} /></header>
    <ul>${order.items.map((/** @type {any} */ item) => html`<li key=${item.id}>${item.quantity > 1 && html`<strong>${item.quantity} × </strong>`}<bdi>${item.title}</bdi>${item.returned_quantity > 0 && html` <small>${plural(item.returned_quantity, '{count} came back', '{count} came back')}</small>`}</li>`)}</ul>
    ${order.pickup?.at && html`<p class="quiet">${t('wanted at {time}', { time: showInstant(order.pickup.at, zone.value) })}</p>`}${note.map((said) => html`<p key=${said} class="order-note">${said}</p>`)}
    <div class="across"><${Clock} order=${order} /><span class="spring" /><strong>${priceOf(order)}</strong></div>
    <${Steps} order=${order} ask=${setQuestion} />
    ${question === 'pay' && html`<${Pay} order=${order} close=${close} />`}${question === 'cancel' && html`<${Cancel} order=${order} close=${close} />`}${question === 'return' && html`<${TakeBack} order=${order} close=${close} />`}</li>`;
}
