// Pieces of a product are counted in or out; what moved before stands below.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';

const LAST = 10;

/** @param {{line: any}} props */
function Movements({ line }) {
  const moved = useRecord(`/shop-products/${line.product_id}/stock-movements`, { option_id: line.option_id, limit: LAST });
  return html`<h3>${t('What moved last')}</h3><${Read} of=${moved} lines=${3} empty=${html`<p class="quiet">${t('Nothing moved yet.')}</p>`}>${(/** @type {any[]} */ all) => html`<ul class="plain moved">${all.map((one) => html`<li key=${one.id}><strong class=${one.quantity < 0 ? 'low' : ''}>${one.quantity > 0 ? `+${one.quantity}` : one.quantity}</strong>
    <span>${word(one.type)}${one.reason && html`<br /><small dir="auto">${one.reason}</small>`}</span><small><time>${showInstant(one.created_at, zone.value)}</time></small></li>`)}</ul>`}<//>`;
}

/** @param {{line: any, close: () => void}} props */
export function Adjustment({ line, close }) {
  const form = useForm({
    initial: { quantity: '', reason: '' }, draft: `stock.${line.key}`,
    send: ({ quantity, reason }, key) => post(`/shop-products/${line.product_id}/stock-adjustments`, { option_id: line.option_id, quantity: Number(quantity), ...(reason && { reason }) }, { key }),
    done: () => { invalidate(['shop_product', 'shop_stock']); tell(t('The stock is changed.')); close(); },
  });
  const after = line.stock + Number(form.values.quantity || 0);
  return html`<${Dialog} title=${line.title} close=${close}><form onSubmit=${form.submit}><p aria-live="polite">${t('{count} in stock', { count: line.stock })}${form.values.quantity && html` → <strong>${t('{count} in stock', { count: after })}</strong>`}</p>
    <div class="fields"><${Input} form=${form} name="quantity" type="number" label=${t('More or less')} hint=${t('-2 takes two away')} required /><${Input} form=${form} name="reason" label=${t('Reason')} /></div>
    <${FormProblem} form=${form} fields=${['quantity', 'reason']} /><${FormActions} form=${form} label=${t('Change')} close=${close} /></form><${Movements} line=${line} /><//>`;
}
