// An invoice as the customer reads it: lines, tax and sums, as the API has computed them.
import { html } from '../../vendor/preact.js';
import { money, number } from '../../app/money.js';
import { t } from '../../app/words.js';
import { day } from './columns.js';

/** @param {{of: any}} props */
const Address = ({ of }) => html`<address>${[of.legal_name || of.name, of.legal_name && of.name !== of.legal_name && of.name, of.address?.line1, of.address?.line2, [of.address?.postal_code, of.address?.city].filter(Boolean).join(' '), of.address?.country_code, of.tax_id]
  .filter(Boolean).map((line, index) => (index ? html`<br />${line}` : html`<strong>${line}</strong>`))}</address>`;

/** What a line says besides its description. @param {{item: any}} props */
const About = ({ item }) => {
  const said = [item.period_start && (item.period_end && item.period_end !== item.period_start ? `${day(item.period_start)} – ${day(item.period_end)}` : day(item.period_start)), item.discount_percent > 0 && t('{percent} % discount', { percent: number(item.discount_percent) })].filter(Boolean);
  return said.length > 0 && html`<br /><small>${said.join(' · ')}</small>`;
};

/** A rate of tax, or why none is asked for. @param {any} tax */
export const taxSaid = ({ rate, inclusive, exemption_reason: reason }) => html`${inclusive ? t('of that {rate} % tax', { rate: number(rate) }) : t('{rate} % tax', { rate: number(rate) })}${reason && html` <small dir="auto">${reason}</small>`}`;

/** @param {{invoice: any, edit?: (item: any) => void}} props `edit` makes the lines of a draft buttons */
export function Document({ invoice, edit }) {
  const { currency } = invoice;
  const line = (/** @type {any} */ label, /** @type {number} */ amount, of = '') => html`<tr class=${of}><td colspan="3">${label}</td><td class="number">${money(amount, currency)}</td></tr>`;
  const some = (/** @type {string} */ label, /** @type {number} */ amount) => amount !== 0 && line(label, amount);
  const row = (/** @type {any} */ item) => html`<tr key=${item.id}><td>${edit && !item.source_id ? html`<button type="button" class="as-link line-edit" dir="auto" aria-label=${t('Change line: {description}', { description: item.description })} onClick=${() => edit(item)}>${item.description}</button>` : html`<bdi>${item.description}</bdi>`}<${About} item=${item} /></td>
    <td class="number">${number(item.quantity)}</td><td class="number">${money(item.unit_amount, currency)}</td><td class="number">${money(item.amount, currency)}</td></tr>`;
  return html`<div class="invoice-paper">${invoice.bill_to && html`<div class="invoice-addresses"><${Address} of=${invoice.bill_to} /><${Address} of=${invoice.bill_from} /></div>`}
    <div class="scrolls" tabindex="0" role="region" aria-label=${t('Amounts')}><table class="plain-table"><thead><tr><th>${t('What')}</th><th class="number">${t('Quantity')}</th><th class="number">${t('Each')}</th><th class="number">${t('Amount')}</th></tr></thead>
    <tbody>${invoice.items.length ? invoice.items.map(row) : html`<tr><td colspan="4" class="quiet">${t('There are no lines yet.')}</td></tr>`}</tbody>
    <tfoot>${(invoice.discount_total !== 0 || invoice.tax_lines.length > 0) && line(t('Subtotal'), invoice.subtotal)}${some(t('Discount'), -invoice.discount_total)}${invoice.tax_lines.map((/** @type {any} */ tax) => line(taxSaid(tax), tax.amount))}
      ${line(t('Total'), invoice.total, 'sum')}${some(t('From the balance'), -invoice.applied_balance)}${some(t('Credited'), -invoice.credit_notes_total)}${some(t('Paid'), -invoice.amount_paid)}${invoice.write_off && some(t('Written off'), -invoice.write_off.amount)}
      ${['issued', 'uncollectible'].includes(invoice.status) && line(t('Open'), invoice.amount_due, 'sum')}</tfoot></table></div>
    ${invoice.memo && html`<p class="memo" dir="auto">${invoice.memo}</p>`}</div>`;
}
