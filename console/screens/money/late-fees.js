// What is charged because an invoice is paid late: its rule, what came of it, and how it is stopped.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { locations, zone } from '../../app/place.js';
import { invalidate, useRecord } from '../../app/records.js';
import { post, remove } from '../../app/request.js';
import { dayOf } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button, Facts } from '../../ui/controls.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { InvoiceLink, day } from './columns.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['invoice', 'invoice_item']);

/** Whether days still count, so that it can be stopped. @param {any} invoice */
export const canStop = ({ status, late_fees: fees }) => Boolean(fees) && status === 'issued' && !fees.stopped_at;

/** @param {{invoice: any, close: () => void}} props */
export function StopLateFees({ invoice, close }) {
  const form = useForm({
    initial: { reason: '' }, draft: `money.stop-late-fees.${invoice.id}`, send: ({ reason }, key) => post(`/invoices/${invoice.id}/stop-late-fees`, reason ? { reason } : {}, { key }),
    done: () => { invalidate(TYPES); tell(t('Late fees are stopped.')); close(); },
  });
  return html`<${Dialog} title=${t('Stop late fees of {number}', { number: invoice.number })} close=${close}><form onSubmit=${form.submit}>
    <p>${t('No days count from now on. What was charged stays: what waits can be deleted here, a line of an invoice is credited.')}</p>
    <${Input} form=${form} name="reason" label=${t('Reason')} hint=${t('The customer can read it.')} maxlength="200" /><${FormProblem} form=${form} fields=${['reason']} /><${FormActions} form=${form} label=${t('Stop late fees')} close=${close} /></form><//>`;
}

/** The invoice on which a charge stands. @param {{id: string}} props */
function OnInvoice({ id }) {
  const invoice = useRecord(`/invoices/${id}`);
  return html`<${InvoiceLink} id=${id}>${invoice.data ? invoice.data.number || t('Draft') : '…'}<//>`;
}

/** @param {{item: any, drop: (item: any) => void}} props */
const Charge = ({ item, drop }) => html`<li><span><bdi>${item.description}</bdi><small>${item.period_start && html`${day(item.period_start)} – ${day(item.period_end)} · `}${item.invoice_id ? html`<${OnInvoice} id=${item.invoice_id} />` : t('waits for the next invoice')}</small></span>
  <strong class="number">${money(item.quantity * item.unit_amount, item.currency)}</strong>${!item.invoice_id && html`<${Button} kind="quiet" icon="close" label=${t('Delete: {what}', { what: item.description })} act=${() => drop(item)} />`}</li>`;

/** @param {{ids: string[]}} props */
function Charges({ ids }) {
  const [dropped, setDropped] = useState(/** @type {any} */ (null));
  const items = useRecord(ids.length ? '/invoice-items' : null, { ids: ids.join() });
  const drop = () => act({ send: () => remove(`/invoice-items/${dropped.id}`), types: TYPES, done: t('It is charged no more.') });
  if (!ids.length) return html`<p class="quiet">${t('Nothing was charged yet.')}</p>`;
  return html`<${Read} of=${items} lines=${2}>${(/** @type {any[]} */ all) => html`<ul class="plain late-charges">${all.map((item) => html`<${Charge} key=${item.id} item=${item} drop=${setDropped} />`)}</ul>
      ${all.length < ids.length && html`<p class="quiet">${plural(ids.length - all.length, '{count} charge was deleted since.', '{count} charges were deleted since.')}</p>`}`}<//>
    ${dropped && html`<${Confirm} title=${t('Delete this charge?')} label=${t('Delete')} close=${() => setDropped(null)} agree=${drop}><p>${t('{what}: it is forgiven, and not charged again.', { what: dropped.description })}</p><//>`}`;
}

/** The terms under which it was issued. @param {any} fees @param {string} currency @returns {[string, any][]} */
const ruleOf = (fees, currency) => [
  [t('Fee, once'), fees.fixed_fee > 0 && money(fees.fixed_fee, currency)], [t('Interest a year'), fees.yearly_interest_percent > 0 && t('{percent} %', { percent: number(fees.yearly_interest_percent) })],
  [t('Days of grace'), number(fees.grace_days)], [t('At most'), t('{percent} % of the total', { percent: number(fees.cap_percent) })],
];

/** @param {{invoice: any, stop: () => void}} props */
export function LateFees({ invoice, stop }) {
  const { late_fees: fees, currency, status } = invoice;
  if (!fees || status === 'draft') return null;
  const of = locations.value.find(({ id }) => id === invoice.location_id)?.time_zone ?? zone.value;
  const onDay = (/** @type {string | null} */ at) => at && day(dayOf(at, of));
  const resume = () => act({ send: () => post(`/invoices/${invoice.id}/resume-late-fees`), types: TYPES, done: t('Days count again from tomorrow on.') });
  return html`<section class="late-fees"><h3>${t('Late fees')}</h3>
    <${Facts} pairs=${[[t('Charged'), money(fees.charged, currency)], [t('Owed besides by now'), fees.uncharged > 0 && money(fees.uncharged, currency)], [t('Charged next'), onDay(fees.next_charge_at)], ...ruleOf(fees, currency)]} />
    ${fees.stopped_at && html`<p class="stopped">${t('Stopped since {day}.', { day: onDay(fees.stopped_at) ?? '' })} ${fees.stop_reason && html`<span dir="auto">${fees.stop_reason}</span>`}</p>`}
    <${Charges} ids=${fees.item_ids} />
    ${canStop(invoice) && html`<div class="actions"><${Button} act=${stop}>${t('Stop late fees …')}<//></div>`}${fees.stopped_at && status !== 'voided' && html`<div class="actions"><${Button} act=${resume}>${t('Resume late fees')}<//></div>`}</section>`;
}
